/** What is read of a fault that the schema library reports. */
export interface RawFault {
  readonly code?: string | undefined;
  readonly input?: unknown;
  readonly expected?: unknown;
  readonly format?: unknown;
  readonly keys?: readonly string[];
  readonly values?: readonly unknown[];
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly origin?: unknown;
}

/** Says in plain words what a value must be. */
export function shapeWords(fault: RawFault): string {
  switch (fault.code) {
    case 'invalid_type':
      return fault.input === undefined
        ? `it is missing; it must be ${nameOf(fault.expected)}`
        : `must be ${nameOf(fault.expected)}, got ${kindOf(fault.input)}`;
    case 'unrecognized_keys':
      return `no such field: ${(fault.keys ?? []).join(', ')}`;
    case 'invalid_value':
      return `must be ${(fault.values ?? []).map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      return `must be at least ${fault.minimum}${unitOf(fault.origin)}`;
    case 'too_big':
      return `must be at most ${fault.maximum}${unitOf(fault.origin)}`;
    case 'invalid_format':
      return 'is not written as it must be';
    default:
      return 'another shape is expected';
  }
}

function nameOf(expected: unknown): string {
  switch (expected) {
    case 'int':
    case 'safeint':
      return 'a whole number';
    case 'array':
    case 'object':
      return `an ${expected}`;
    case 'record':
      return 'an object';
    case 'boolean':
      return 'true or false';
    default:
      return `a ${expected}`;
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' ? 'an object' : nameOf(typeof value);
}

function unitOf(origin: unknown): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
