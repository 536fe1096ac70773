import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CliBinding, CliOption, CliPositional } from '../actions/kit/bindings.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { Terminal } from './terminal.ts';

/** What a command line says, ready for its action. */
export interface ParsedWords {
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether a part of it was parsed from JSON, whose shape nothing has checked yet. */
  readonly fromJson: boolean;
}

/**
 * Reads the words after a command by its bindings. A refusal has the code `usage` and names the word at fault.
 */
export async function parseWords(
  binding: CliBinding,
  words: readonly string[],
  terminal: Terminal,
): Promise<ParsedWords | Refusal> {
  const parsed = split(binding, words);
  if (isRefusal(parsed)) return parsed;
  const input: Record<string, unknown> = {};
  const fault =
    (await fillOptions(binding, parsed.values, { input, terminal })) ??
    (await fillPositionals(binding.positionals ?? [], parsed.positionals, { input, terminal }));
  if (fault !== undefined) return fault;
  const fromJson = (binding.positionals ?? []).some(({ reads }) => reads === 'json');
  return { input, fromJson };
}

interface SplitWords {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
}

function split(binding: CliBinding, words: readonly string[]): SplitWords | Refusal {
  const options = Object.fromEntries(
    Object.entries(binding.options ?? {}).map(([name, { type, multiple }]) => [
      name,
      { type: type === 'boolean' ? 'boolean' : 'string', multiple: multiple ?? false } as const,
    ]),
  );
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const takesText = binding.positionals?.some(({ reads }) => reads === 'text') === true;
    return refuse('usage', message.split(/\. |\n/)[0] ?? message, {
      ...(takesText && words.some((word) => /^-.*\s/.test(word))
        ? { next: 'a text that begins with a dash: give - and send it on standard input' }
        : {}),
    });
  }
}

/** A command line that cannot be understood. */
export function usage(message: string): Refusal {
  return refuse('usage', message);
}

/** Where values go, and the terminal that they may be read from. */
interface Filling {
  readonly input: Record<string, unknown>;
  readonly terminal: Terminal;
}

async function fillOptions(
  binding: CliBinding,
  values: SplitWords['values'],
  { input, terminal }: Filling,
): Promise<Refusal | undefined> {
  for (const [name, option] of Object.entries(binding.options ?? {})) {
    const value = values[name];
    if (value === undefined) {
      if (option.required === true) return usage(`--${name} is missing`);
      continue;
    }
    const read =
      option.reads === undefined
        ? readOption(name, option, value)
        : await readValue({ name: `--${name}`, reads: option.reads }, String(value), terminal);
    if (isRefusal(read)) return read;
    setField(input, option.field ?? camelCase(name), read);
  }
  const given = (binding.oneOf ?? []).filter((name) => values[name] !== undefined);
  if (binding.oneOf !== undefined && given.length !== 1) {
    const names = binding.oneOf.map((name) => `--${name}`).join(', ');
    return usage(`exactly one of ${names} is needed, got ${given.length}`);
  }
  return undefined;
}

/** Fills a field, or with dots a field inside others. */
function setField(input: Record<string, unknown>, path: string, value: unknown): void {
  const [field = '', ...inner] = path.split('.');
  if (inner.length === 0) {
    input[field] = value;
    return;
  }
  const nested = (input[field] ?? {}) as Record<string, unknown>;
  setField(nested, inner.join('.'), value);
  input[field] = nested;
}

function readOption(name: string, option: CliOption, value: unknown): unknown {
  if (option.type !== 'integer' && option.type !== 'number') return value;
  const texts = option.multiple === true ? (value as string[]) : [value as string];
  const form = option.type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,6})?$/;
  const wrong = texts.find((text) => !form.test(text));
  if (wrong !== undefined) {
    const wanted = option.type === 'integer' ? 'a whole number' : 'a number';
    return usage(`--${name} takes ${wanted}, got "${wrong}"`);
  }
  const numbers = texts.map(Number);
  return option.multiple === true ? numbers : numbers[0];
}

async function fillPositionals(
  positionals: readonly CliPositional[],
  words: readonly string[],
  to: Filling,
): Promise<Refusal | undefined> {
  let position = 0;
  for (const positional of positionals) {
    if (positional.rest === true) {
      if (position >= words.length && positional.optional !== true) return missing(positional);
      to.input[positional.field] = words.slice(position);
      position = words.length;
      continue;
    }
    const word = words[position++];
    if (word === undefined) {
      if (positional.optional === true) continue;
      return missing(positional);
    }
    const value = await readValue(positional, word, to.terminal);
    if (isRefusal(value)) return value;
    to.input[positional.field] = value;
  }
  const extra = words[position];
  return extra === undefined ? undefined : usage(`unexpected argument "${extra}"`);
}

function missing(positional: CliPositional): Refusal {
  return usage(`${positional.name} is missing: ${positional.summary}`);
}

/** An argument as the messages name it, and how its value is read. */
type Readable = Pick<CliPositional, 'name' | 'reads'>;

async function readValue(of: Readable, word: string, terminal: Terminal): Promise<unknown> {
  if (of.reads === undefined) return word;
  const text = await readSource(of, word, terminal);
  if (isRefusal(text) || of.reads === 'text') return text;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    return refuse('invalid_input', `${of.name} is not JSON${placeOfFault(error)}`);
  }
}

/** The parser's own message may repeat a piece of the text, which may be a secret. */
function placeOfFault(error: unknown): string {
  const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
  return position === undefined ? '' : `: it breaks at ${position}`;
}

async function readSource(
  { reads }: Readable,
  word: string,
  terminal: Terminal,
): Promise<string | Refusal> {
  if (word === '-') {
    const text = await decoded('standard input', () => terminal.readInput('be-exact'));
    return isRefusal(text) || reads !== 'text' ? text : text.replace(/\r?\n$/, '');
  }
  if (reads !== 'json' || !word.startsWith('@')) return word;
  const path = word.slice(1);
  try {
    const bytes = readFileSync(path);
    return await decoded(path, async () => exactUtf8.decode(bytes));
  } catch (error) {
    return usage(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

const exactUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text that is kept must be the one that was sent, so what is no UTF-8 is refused and not guessed at. */
async function decoded(source: string, read: () => Promise<string>): Promise<string | Refusal> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse('invalid_input', `${source} is not UTF-8`, {
      next: 'send the text encoded as UTF-8',
    });
  }
}

/** `anchor-line` → `anchorLine`. */
export function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
