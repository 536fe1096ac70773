import type { Draft } from './draft.ts';
import type { ReviewEvent } from './events.ts';
import type { LogEntry } from './ports/review-store.ts';

/** Puts the events and drafts of one review into the order of their positions. */
export function mergeEntries(events: readonly ReviewEvent[], drafts: readonly Draft[]): LogEntry[] {
  const entries: LogEntry[] = [
    ...events.map((event): LogEntry => ({ type: 'event', event })),
    ...drafts.map((draft): LogEntry => ({ type: 'draft', draft })),
  ];
  return entries.sort((first, second) => positionOf(first) - positionOf(second));
}

/** The position of an entry in its review's log. */
export function positionOf(entry: LogEntry): number {
  return entry.type === 'event' ? entry.event.position : entry.draft.position;
}
