import { fullTime, shownTime } from './shown-time.ts';

/** A time as people read it, in full where it is pointed at. */
export function Time({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={fullTime(time)}>
      {shownTime(time)}
    </time>
  );
}
