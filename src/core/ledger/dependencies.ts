import type { BatchDraft } from './draft.ts';

/**
 * Makes every summary stale that depends on one of the items, directly or through another summary. An item below a
 * changed question counts as changed, since summaries depend on the questions above what they cite.
 */
export function invalidateDependents(
  draft: BatchDraft,
  ...items: readonly (string | null | undefined)[]
): void {
  const queue = items.filter((item) => item !== null && item !== undefined);
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) {
    for (const summary of draft.dependentsOf(item)) {
      draft.invalidate(summary);
      queue.push(summary);
    }
  }
}

/** True when `ref` depends on `summary`, directly or through other summaries. */
export function dependsOn(draft: BatchDraft, ref: string, summary: string): boolean {
  const reached = new Set([summary]);
  for (const item of reached) {
    for (const dependent of draft.dependentsOf(item)) reached.add(dependent);
  }
  return reached.has(ref);
}
