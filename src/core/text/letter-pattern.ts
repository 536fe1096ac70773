/**
 * Returns a pattern that is compiled on first use. Classes of letters (`\p{…}`) take as long to compile as the rest of a
 * short command together, and most are never used.
 */
export function letterPattern(source: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, 'u');
    return made;
  };
}
