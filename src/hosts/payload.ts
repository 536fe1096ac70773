/** An object as JSON says it, of any shape. */
export type Payload = Readonly<Record<string, unknown>>;

/** Tells an object of JSON from any other value. */
export function isPayload(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of these fields that holds a text which is not blank. */
export function textOf(payload: Payload, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** The object in a field; an empty one when there is none. */
export function objectOf(payload: Payload, name: string): Payload {
  const value = payload[name];
  return isPayload(value) ? value : {};
}

/** The objects in a field that holds a list. */
export function objectsOf(payload: Payload, name: string): readonly Payload[] {
  const value = payload[name];
  return Array.isArray(value) ? value.filter(isPayload) : [];
}

/** A field for an object that is being made, left out without a value. */
export function field<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}
