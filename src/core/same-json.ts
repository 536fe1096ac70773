/** True when two parsed JSON values are the same, whatever the order of the members of their objects. */
export function sameJson(first: unknown, second: unknown): boolean {
  if (!isContainer(first) || !isContainer(second)) return Object.is(first, second);
  if (Array.isArray(first) !== Array.isArray(second)) return false;
  const names = Object.keys(first);
  if (names.length !== Object.keys(second).length) return false;
  return names.every((name) => Object.hasOwn(second, name) && sameJson(first[name], second[name]));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
