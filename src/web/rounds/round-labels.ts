import type { WireRound } from '../../core/review/wire.ts';
import { shownTime } from '../labels/shown-time.ts';

/** What is known of a round beside its number: when it began, and whether it was handed over. */
export function roundFacts({ at, finishedAt, isThisReview }: WireRound): string {
  const time = shownTime(at);
  if (isThisReview) return time;
  return finishedAt ? `${time} · handed over` : `${time} · earlier review`;
}

/** A number with its noun. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
