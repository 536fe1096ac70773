import { longestRising } from '../../core/text/longest-rising.ts';

/** A pair of positions that hold the same thing: in the old list and in the new one. */
export interface Match {
  readonly before: number;
  readonly after: number;
}

/**
 * Which items of a list are still there in a new one, in the same order, so that they can stay untouched while the
 * rest is replaced. Items are told apart by their keys. Not the longest such list in every case, but found in time
 * that hardly grows with the number of equal keys.
 */
export function matchNodes(before: readonly string[], after: readonly string[]): readonly Match[] {
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const middle = matchMiddle(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  );
  return [
    ...Array.from({ length: head }, (_, index) => ({ before: index, after: index })),
    ...middle.map((match) => ({ before: match.before + head, after: match.after + head })),
    ...Array.from({ length: tail }, (_, index) => ({
      before: before.length - tail + index,
      after: after.length - tail + index,
    })),
  ];
}

function commonHead(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let length = 0;
  while (length < most && before[length] === after[length]) length++;
  return length;
}

function commonTail(before: readonly string[], after: readonly string[], head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let length = 0;
  while (length < most && before.at(-1 - length) === after.at(-1 - length)) length++;
  return length;
}

function matchMiddle(before: readonly string[], after: readonly string[]): readonly Match[] {
  const positions = new Map<string, number[]>();
  for (const [index, key] of after.entries()) {
    const indexes = positions.get(key);
    if (indexes) indexes.push(index);
    else positions.set(key, [index]);
  }
  const candidates: Match[] = [];
  for (const [index, key] of before.entries()) {
    const next = positions.get(key)?.shift();
    if (next !== undefined) candidates.push({ before: index, after: next });
  }
  return longestRising(candidates, ({ after }) => after);
}
