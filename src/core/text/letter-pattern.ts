/**
 * A pattern that is made when it is first used. Classes of letters (`\p{…}`) take as long to compile as the rest of a
 * short command together, and most never meet the text that they are for.
 */
export function letterPattern(source: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source, 'u');
    return made;
  };
}
