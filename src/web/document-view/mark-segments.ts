/** A stretch of a block's text that belongs to a thread. */
export interface Stretch {
  readonly thread: string;
  readonly from: number;
  readonly to: number;
}

/** A stretch over which the same threads lie. */
export interface Segment {
  readonly threads: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Cuts overlapping stretches into segments, in order, without overlap; uncovered text has none. */
export function segmentsOf(stretches: readonly Stretch[]): readonly Segment[] {
  const cuts = new Set<number>();
  for (const { from, to } of stretches) cuts.add(from).add(to);
  const borders = [...cuts].toSorted((left, right) => left - right);
  const segments: Segment[] = [];
  for (const [index, from] of borders.entries()) {
    const to = borders[index + 1];
    if (to === undefined) break;
    const threads = stretches
      .filter((stretch) => stretch.from <= from && stretch.to >= to)
      .map((stretch) => stretch.thread);
    if (threads.length > 0) segments.push({ threads: [...new Set(threads)], from, to });
  }
  return segments;
}
