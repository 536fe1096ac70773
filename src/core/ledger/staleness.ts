import type { Draft } from './draft.ts';

/**
 * Tells every summary that rests on something touched that it has lost its ground, and so on through the
 * summaries that cite it. What stands under a touched question counts as touched: summaries rest on the
 * questions above what they cite.
 */
export function touch(draft: Draft, ...items: readonly (string | null | undefined)[]): void {
  const touched = items.filter((item) => item !== null && item !== undefined);
  for (let base = touched.pop(); base !== undefined; base = touched.pop()) {
    for (const summary of draft.restingOn(base)) {
      draft.makeStale(summary);
      touched.push(summary);
    }
  }
}

/** True when `summary` is among what `ref` rests on, however far down. */
export function restsOn(draft: Draft, ref: string, summary: string): boolean {
  const seen = new Set([summary]);
  for (const base of seen) {
    for (const above of draft.restingOn(base)) seen.add(above);
  }
  return seen.has(ref);
}
