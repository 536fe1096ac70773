import type { ZodMiniType } from './zod-subset.ts';

/** What is looked at of a schema: which kind it is, and the schemas in it. */
interface SchemaParts {
  readonly type: string;
  readonly shape?: Readonly<Record<string, ZodMiniType>>;
  readonly element?: ZodMiniType;
  readonly innerType?: ZodMiniType;
  readonly options?: readonly ZodMiniType[];
}

/** Returns the input without the fields that are `null` where the schema has an optional field that takes no null. */
export function withoutNulls(schema: ZodMiniType, input: unknown): unknown {
  const { shape, element, innerType, options = [] } = schema._zod.def as SchemaParts;
  if (typeof input !== 'object' || input === null) return input;
  if (innerType !== undefined) return withoutNulls(innerType, input);
  if (element !== undefined && Array.isArray(input)) {
    return input.map((entry) => withoutNulls(element, entry));
  }
  if (shape !== undefined && !Array.isArray(input)) return withoutNullFields(shape, input);
  return options.reduce<unknown>((value, option) => withoutNulls(option, value), input);
}

function withoutNullFields(
  shape: Readonly<Record<string, ZodMiniType>>,
  input: object,
): Readonly<Record<string, unknown>> {
  const fields = Object.entries(input).filter(
    ([name, value]) => value !== null || !isAbsentWhenNull(ownField(shape, name)),
  );
  return Object.fromEntries(
    fields.map(([name, value]) => {
      const field = ownField(shape, name);
      return [name, field === undefined ? value : withoutNulls(field, value)];
    }),
  );
}

/** Names come from outside, and `constructor` is no field. */
function ownField(
  shape: Readonly<Record<string, ZodMiniType>>,
  name: string,
): ZodMiniType | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

function isAbsentWhenNull(field: ZodMiniType | undefined): boolean {
  const { type, innerType } = (field?._zod.def ?? { type: 'none' }) as SchemaParts;
  return type === 'optional' && innerType?.safeParse(null).success === false;
}
