/** Whether a text holds half of a surrogate pair, which neither UTF-8 nor a store can keep. */
export function hasHalf(text: string): boolean {
  return /[\ud800-\udfff]/u.test(text);
}

/** The path of the first text, or name of a field, in a value of JSON that holds half a character. */
export function findHalf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return hasHalf(value) ? [] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (hasHalf(name)) return [];
    const path = findHalf(inner);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
