import type { CliBinding, CliOption } from '../actions/kit/bindings.ts';
import type { Author } from '../core/author.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type ParsedWords, usage } from './parse-words.ts';
import { readName } from './settings/setting-keys.ts';
import type { Terminal } from './terminal.ts';

/** The options of a command: its own, and those that its bindings bring along. */
export function bindingOptions(binding: CliBinding): Readonly<Record<string, CliOption>> {
  return {
    ...binding.options,
    ...(binding.actor === undefined ? {} : actorOptions),
    ...(binding.formats === undefined ? {} : formatOptions),
  };
}

// Fields that begin with @ are for the entry point and never reach an action.
const actorOptions = {
  as: {
    type: 'string',
    field: '@as',
    value: 'NAME',
    summary: "The agent's name (DISCUSS_AGENT, else Agent)",
  },
} as const satisfies Record<string, CliOption>;

const formatOptions = {
  json: { type: 'boolean', field: '@json', summary: 'Print JSON, as when no terminal reads it' },
  text: { type: 'boolean', field: '@text', summary: 'Print text, as on a terminal' },
} as const satisfies Record<string, CliOption>;

/** What the words say to the entry point, and what they say to the action. */
export interface BoundArgs {
  readonly input: Readonly<Record<string, unknown>>;
  readonly author?: Author;
  readonly format: 'text' | 'json';
}

/** Takes the entry point's own options out of the parsed words. */
export function readBoundArgs(
  binding: CliBinding,
  { input }: ParsedWords,
  terminal: Terminal,
): BoundArgs | Refusal {
  const { '@as': as, '@json': json, '@text': text, ...own } = input;
  if (json === true && text === true) return usage('--json and --text cannot stand together');
  const author = binding.actor === undefined ? undefined : readAgent(as, terminal);
  if (isRefusal(author)) return author;
  const prefersText = binding.formats === undefined || terminal.outputIsTerminal;
  const asText = text === true || (prefersText && json !== true);
  return {
    input: own,
    ...(author === undefined ? {} : { author }),
    format: asText ? 'text' : 'json',
  };
}

function readAgent(given: unknown, { environment }: Terminal): Author | Refusal {
  const named = given ?? (environment['DISCUSS_AGENT'] || 'Agent');
  const name = readName(named);
  if (name !== undefined) return { name, kind: 'agent' };
  const source = given === undefined ? 'DISCUSS_AGENT' : '--as';
  return usage(
    `${source} takes a name of 1 to 80 characters without line breaks or "*", got "${named}"`,
  );
}
