import { actions } from '../../src/actions/index.ts';
import type { ActionEntry } from '../../src/actions/kit/action.ts';
import type { CliBinding } from '../../src/actions/kit/bindings.ts';
import { camelCase } from '../../src/cli/args/parse-args.ts';
import { groupField, toolField } from '../../src/mcp/tool.ts';

type Input = Readonly<Record<string, unknown>>;

/** A command line, and what its standard input holds. */
export interface CommandWords {
  readonly words: readonly string[];
  readonly input: string;
}

/** A call of a tool. */
export interface ToolCall {
  readonly name: string;
  readonly given: Input;
}

/**
 * The command line by which a shell does what an action does with that input: in words, or as JSON on standard input
 * where words cannot say it. One text goes by standard input too.
 */
export function commandWords(action: string, input: Input): CommandWords {
  const binding = bindingOf(action, ({ bindings }) => bindings.cli);
  const json = jsonOption(binding, input);
  const line = json === undefined ? inWords(binding, input) : inJson(json);
  const format = printsJson(binding) ? ['--json'] : [];
  return { words: [...binding.command, ...line.words, ...format], input: line.input };
}

/** What goes as JSON, and by which option: what a field takes, or the whole input where words cannot say all of it. */
function jsonOption(
  { positionals = [], options = {} }: CliBinding,
  input: Input,
): JsonWords | undefined {
  const [found] = Object.entries(options).filter(([, { reads }]) => reads === 'json');
  if (found === undefined) return undefined;
  const [option, { field = option }] = found;
  if (input[field] !== undefined) return { option, value: input[field] };
  const sayable = new Set([
    ...positionals.map((positional) => positional.field),
    ...Object.entries(options).map(([name, { field }]) => field ?? camelCase(name)),
  ]);
  const saysAll = Object.keys(input).every((key) => sayable.has(key));
  return saysAll ? undefined : { option, value: input };
}

interface JsonWords {
  readonly option: string;
  readonly value: unknown;
}

function inJson({ option, value }: JsonWords): CommandWords {
  return { words: [`--${option}`, '-'], input: JSON.stringify(value) };
}

function inWords({ positionals = [], options = {} }: CliBinding, input: Input): CommandWords {
  let text = '';
  const placed = positionals.flatMap(({ field, reads }) => {
    const values = valuesOf(input[field]);
    if (reads !== 'text' || text !== '' || values.length === 0) return values;
    [text = ''] = values;
    return ['-'];
  });
  const named = Object.entries(options).flatMap(([name, { field, type }]) =>
    valuesOf(input[field ?? camelCase(name)]).flatMap((value) =>
      type === 'boolean' ? [`--${name}`] : [`--${name}`, value],
    ),
  );
  return { words: [...placed, ...named], input: text };
}

function valuesOf(value: unknown): string[] {
  return value === undefined || value === false ? [] : [value].flat().map(String);
}

function printsJson({ options, formats }: CliBinding): boolean {
  return formats === true || options?.['json']?.type === 'boolean';
}

/** The call by which a client of the tools does what an action does with that input. */
export function toolCall(action: string, input: Input): ToolCall {
  const binding = bindingOf(action, ({ bindings }) => bindings.mcp);
  if (binding.groupAction !== undefined) {
    return { name: binding.tool, given: { ...input, [groupField]: binding.groupAction } };
  }
  const fields = Object.entries(input).map(([name, value]) => [toolField(binding, name), value]);
  return { name: binding.tool, given: Object.fromEntries(fields) };
}

function bindingOf<EntryPoint>(
  name: string,
  binding: (entry: ActionEntry) => EntryPoint | undefined,
): EntryPoint {
  const entry = actions.find((action) => action.name === name);
  const found = entry === undefined ? undefined : binding(entry);
  if (found === undefined) throw new Error(`${name} has no such entry point`);
  return found;
}
