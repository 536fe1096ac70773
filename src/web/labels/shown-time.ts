const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const dayAndClock = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** The time of a message: the clock today, with the day before that. What is no time is shown as it was written. */
export function shownTime(time: string, now = new Date()): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toDateString() === now.toDateString() ? clock.format(date) : dayAndClock.format(date);
}

/** The time in full, for those who want it exactly. */
export function fullTime(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : full.format(date);
}
