import { resolve } from 'node:path';
import type { CliPositional } from '../../actions/kit/bindings.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { findHalf } from '../../core/text/half-character.ts';
import type { Terminal } from '../terminal.ts';
import type { CommandArgs } from './command-args.ts';
import { camelCase, type ParsedArgs, setField, usage } from './parse-args.ts';

/**
 * Reads what the parsed arguments only name: `-` is standard input, `@file` a file, and JSON is parsed. Returns the
 * whole input; a refusal has the code `usage`, `invalid_input` or `validation_error`.
 */
export async function readSources(
  command: CommandArgs,
  parsed: ParsedArgs,
  terminal: Terminal,
): Promise<ParsedArgs['input'] | Refusal> {
  const input = { ...parsed.input };
  const options = Object.entries(command.options ?? {}).map(([name, { field, reads }]) => ({
    name: `--${name}`,
    field: field ?? camelCase(name),
    reads,
  }));
  for (const { name, field, reads } of [...options, ...(command.positionals ?? [])]) {
    const text = fieldOf(input, field);
    if (reads === undefined || typeof text !== 'string') continue;
    const value = await readValue({ name, reads }, text, terminal);
    if (isRefusal(value)) return value;
    setField(input, field, value);
  }
  return input;
}

function fieldOf(input: ParsedArgs['input'], path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, field) => (value as ParsedArgs['input'] | undefined)?.[field], input);
}

/** An argument as messages name it, and how its value is read. */
interface Readable {
  readonly name: string;
  readonly reads: NonNullable<CliPositional['reads']>;
}

async function readValue(
  { name, reads }: Readable,
  arg: string,
  terminal: Terminal,
): Promise<unknown> {
  const text = await readText(reads, arg, terminal);
  if (isRefusal(text) || reads === 'text') return text;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return findHalf(value) === undefined ? value : halfCharacter(name);
  } catch (error) {
    return refuse('invalid_input', `${name} is not JSON${positionOfFault(error)}`);
  }
}

function halfCharacter(name: string): Refusal {
  return refuse(
    'validation_error',
    `${name} must be well-formed Unicode; it holds half a character`,
    {
      next: 'send the character whole',
    },
  );
}

/** The parser's own message may repeat a piece of the text, which may be a secret. */
function positionOfFault(error: unknown): string {
  const position = error instanceof Error ? /position \d+/.exec(error.message)?.[0] : undefined;
  return position === undefined ? '' : `: it breaks at ${position}`;
}

async function readText(
  reads: Readable['reads'],
  arg: string,
  terminal: Terminal,
): Promise<string | Refusal> {
  if (arg === '-') {
    const text = await decoded('standard input', () => terminal.readInput('be-exact'));
    return isRefusal(text) || reads !== 'text' ? text : text.replace(/\r?\n$/, '');
  }
  if (reads !== 'json' || !arg.startsWith('@')) return arg;
  const path = arg.slice(1);
  try {
    const { readFileOrPipe } = await import('../../open-discuss.ts');
    const bytes = await readFileOrPipe(resolve(terminal.directory, path));
    return await decoded(path, async () => exactUtf8.decode(bytes));
  } catch (error) {
    return usage(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

const exactUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text that is kept must be the one that was sent, so what is no UTF-8 is refused and not guessed at. */
async function decoded(
  source: string,
  read: () => Promise<string | Refusal>,
): Promise<string | Refusal> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return refuse('invalid_input', `${source} is not UTF-8`, {
      next: 'send the text encoded as UTF-8',
    });
  }
}
