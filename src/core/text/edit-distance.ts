/**
 * Returns the edit distance of two texts, or undefined when it is more than `limit`. Computes only the band of the table
 * that the limit allows, and stops as soon as it is exceeded.
 */
export function boundedDistance(first: string, second: string, limit: number): number | undefined {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  if (long.length - short.length > limit) return undefined;
  let from = 0;
  while (from < short.length && short.charCodeAt(from) === long.charCodeAt(from)) from++;
  let shortEnd = short.length;
  let longEnd = long.length;
  while (shortEnd > from && short.charCodeAt(shortEnd - 1) === long.charCodeAt(longEnd - 1)) {
    shortEnd--;
    longEnd--;
  }
  if (shortEnd === from) return longEnd - from <= limit ? longEnd - from : undefined;
  return distanceInBand(short.slice(from, shortEnd), long.slice(from, longEnd), limit);
}

/** `short` is no longer than `long`. One row of the table at a time; cells outside of the band exceed the limit. */
function distanceInBand(short: string, long: string, limit: number): number | undefined {
  const width = short.length;
  const tooMuch = limit + 1;
  const row = new Uint32Array(width + 1).fill(tooMuch);
  for (let column = 0; column <= Math.min(width, limit); column++) row[column] = column;
  for (let line = 1; line <= long.length; line++) {
    const first = Math.max(1, line - limit);
    const last = Math.min(width, line + limit);
    let diagonal = row[first - 1] ?? tooMuch;
    row[first - 1] = first === 1 && line <= limit ? line : tooMuch;
    let best = row[first - 1] ?? tooMuch;
    const code = long.charCodeAt(line - 1);
    for (let column = first; column <= last; column++) {
      const above = row[column] ?? tooMuch;
      const left = row[column - 1] ?? tooMuch;
      const replaced = diagonal + (short.charCodeAt(column - 1) === code ? 0 : 1);
      const cell = Math.min(replaced, above + 1, left + 1, tooMuch);
      row[column] = cell;
      if (cell < best) best = cell;
      diagonal = above;
    }
    if (best > limit) return undefined;
  }
  const distance = row[width] ?? tooMuch;
  return distance <= limit ? distance : undefined;
}
