import type { CliPositional } from '../../actions/kit/bindings.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import type { CommandArgs, CommandOption } from './command-args.ts';

/** What a command line says. */
export interface ParsedArgs {
  /** By the fields that the command declares; what is to be read from elsewhere is still unread. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The arguments behind the one that ends the command's own; absent where it is not among them. */
  readonly rest?: readonly string[];
}

/** A command line that cannot be understood. */
export function usage(message: string, next?: string): Refusal {
  return refuse('usage', message, next === undefined ? {} : { next });
}

/**
 * Returns what arguments say by the declaration of their command; a refusal has the code `usage` and names the argument
 * at fault.
 */
export function parseArgs(command: CommandArgs, args: readonly string[]): ParsedArgs | Refusal {
  const split = splitArgs(command, args);
  if (isRefusal(split)) return split;
  const input: Record<string, unknown> = {};
  const fault =
    fillOptions(command, split.texts, input) ??
    fillPositionals(command.positionals ?? [], split.positionals, input);
  if (fault !== undefined) return fault;
  return { input, ...(split.rest === undefined ? {} : { rest: split.rest }) };
}

interface SplitArgs {
  /** The texts of each option that is there, by its long name. */
  readonly texts: Map<string, string[]>;
  readonly positionals: string[];
  rest?: readonly string[];
}

function splitArgs(command: CommandArgs, args: readonly string[]): SplitArgs | Refusal {
  const split: SplitArgs = { texts: new Map(), positionals: [] };
  for (let position = 0; position < args.length; ) {
    const arg = args[position] ?? '';
    if (arg === command.until) return { ...split, rest: args.slice(position + 1) };
    if (arg === '--') {
      split.positionals.push(...args.slice(command.passesOn === true ? position : position + 1));
      return split;
    }
    const used = takeArg(command, args.slice(position), split);
    if (isRefusal(used)) return used;
    position += used;
  }
  return split;
}

/** Takes an option with its value, or a positional; returns how many arguments that were. */
function takeArg(
  command: CommandArgs,
  args: readonly string[],
  { texts, positionals }: SplitArgs,
): number | Refusal {
  const [arg = '', next] = args;
  const [flag = '', inline] = arg.startsWith('--') ? splitOnce(arg) : [arg];
  const named = findOption(command, flag);
  if (named === undefined) {
    const isOption = arg.startsWith('-') && arg !== '-' && command.passesOn !== true;
    if (isOption) return unknownOption(command, arg, args);
    positionals.push(arg);
    return 1;
  }
  const [name, option] = named;
  const add = (text: string) => texts.set(name, [...(texts.get(name) ?? []), text]);
  if (option.type === 'boolean') {
    if (inline !== undefined) return usage(`${flag} takes no value, got "${arg}"`);
    add('');
    return 1;
  }
  const text = inline ?? next;
  if (text === undefined) return usage(`${flag} needs ${wanted(option)}, got nothing`);
  if (inline === undefined && isNoValue(command, text)) {
    return usage(`${flag} needs ${wanted(option)}, got "${text}"`);
  }
  if (text === '' && option.wants !== undefined) return usage(`${flag} needs ${option.wants}`);
  add(text);
  return inline === undefined ? 2 : 1;
}

/** `--name=value`, at the first equals sign. */
function splitOnce(arg: string): readonly [string, string?] {
  const equals = arg.indexOf('=');
  return equals === -1 ? [arg] : [arg.slice(0, equals), arg.slice(equals + 1)];
}

/** The option that is typed so, with its long name. */
export function findOption(
  { options = {} }: CommandArgs,
  flag: string,
): readonly [string, CommandOption] | undefined {
  return Object.entries(options).find(
    ([name, { short }]) => flag === `--${name}` || (short !== undefined && flag === `-${short}`),
  );
}

function wanted({ wants, value, type }: CommandOption): string {
  return wants ?? value ?? kindOf(type);
}

function kindOf(type: CommandOption['type']): string {
  return type === 'integer' ? 'a whole number' : type === 'number' ? 'a number' : 'a text';
}

/** A value that looks like an option is one that was forgotten. */
function isNoValue(command: CommandArgs, text: string): boolean {
  if (command.dashValues === true) return findOption(command, splitOnce(text)[0]) !== undefined;
  return text.startsWith('-') && text !== '-';
}

function unknownOption(command: CommandArgs, arg: string, args: readonly string[]): Refusal {
  const names = Object.entries(command.options ?? {}).flatMap(([name, { hidden }]) =>
    hidden === true ? [] : [`--${name}`],
  );
  const meant = nearestWord(splitOnce(arg)[0], names);
  const next = meant === undefined ? strayHint(command, args) : `did you mean ${meant}?`;
  return usage(`unknown option "${arg}"`, next);
}

function strayHint(command: CommandArgs, args: readonly string[]): string | undefined {
  const takesText = command.positionals?.some(({ reads }) => reads === 'text') === true;
  return takesText && args.some((arg) => /^-.*\s/.test(arg))
    ? 'a text that begins with a dash: give - and send it on standard input'
    : command.strayHint?.(args[0] ?? '');
}

function fillOptions(
  { options = {}, oneOf }: CommandArgs,
  texts: SplitArgs['texts'],
  input: Record<string, unknown>,
): Refusal | undefined {
  for (const [name, option] of Object.entries(options)) {
    const values: unknown[] = [];
    for (const text of texts.get(name) ?? []) {
      const value = readText(`--${name}`, option, text);
      if (isRefusal(value)) return value;
      values.push(value);
    }
    if (values.length > 0) {
      const value = option.multiple === true ? values : values.at(-1);
      setField(input, option.field ?? camelCase(name), value);
    } else if (option.required === true) return usage(`--${name} is missing`);
  }
  const count = (oneOf ?? []).filter((name) => texts.has(name)).length;
  if (oneOf === undefined || count === 1) return undefined;
  const names = oneOf.map((name) => `--${name}`).join(', ');
  return usage(`exactly one of ${names} is needed, got ${count}`);
}

function readText(flag: string, option: CommandOption, text: string): unknown {
  const { type, sets = true, read, expected, wants } = option;
  if (type === 'boolean') return sets;
  if (read !== undefined) {
    return read(text) ?? usage(`${flag} must be ${expected ?? wants}, got "${text}"`);
  }
  if (type === 'string') return text;
  const form = type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,6})?$/;
  return form.test(text) ? Number(text) : usage(`${flag} takes ${kindOf(type)}, got "${text}"`);
}

/** Fills a field, or with dots a field inside others. */
export function setField(input: Record<string, unknown>, path: string, value: unknown): void {
  const [field = '', ...inner] = path.split('.');
  if (inner.length === 0) {
    input[field] = value;
    return;
  }
  const nested = (input[field] ?? {}) as Record<string, unknown>;
  setField(nested, inner.join('.'), value);
  input[field] = nested;
}

function fillPositionals(
  positionals: readonly CliPositional[],
  args: readonly string[],
  input: Record<string, unknown>,
): Refusal | undefined {
  let position = 0;
  for (const { name, field, summary, optional, rest } of positionals) {
    if (position >= args.length && optional !== true)
      return usage(`${name} is missing: ${summary}`);
    if (rest === true) {
      input[field] = args.slice(position);
      position = args.length;
    } else if (position < args.length) input[field] = args[position++];
  }
  const extra = args[position];
  return extra === undefined ? undefined : usage(`unexpected argument "${extra}"`);
}

/** `anchor-line` → `anchorLine`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
