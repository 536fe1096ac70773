import type { CliBinding, CliOption } from '../actions/kit/bindings.ts';
import type { Author } from '../core/author.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { CommandArgs } from './args/command-args.ts';
import { type ParsedArgs, usage } from './args/parse-args.ts';
import { readName } from './settings/setting-keys.ts';
import type { Terminal } from './terminal.ts';

/** Returns the arguments of an action's command, with the options that its binding brings along. */
export function actionArgs(binding: CliBinding): CommandArgs {
  return {
    ...binding,
    options: {
      ...binding.options,
      ...(binding.actor === undefined ? {} : actorOptions),
      ...(binding.formats === undefined ? {} : formatOptions),
    },
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

/** What a command line says to the entry point, and what it says to the action. */
export interface BoundArgs {
  readonly input: Readonly<Record<string, unknown>>;
  readonly author?: Author;
  readonly format: 'text' | 'json';
}

/** Takes the entry point's own options out of what was parsed. */
export function readBoundArgs(
  binding: CliBinding,
  input: ParsedArgs['input'],
  terminal: Terminal,
): BoundArgs | Refusal {
  const { '@as': as, '@json': json, '@text': text, ...own } = input;
  if (json === true && text === true) return usage('--json and --text cannot stand together');
  const author = binding.actor === undefined ? undefined : readAgent(as, terminal);
  if (isRefusal(author)) return author;
  const prefersText = binding.formats === undefined || terminal.outputIsTerminal;
  const asText = text === true || (prefersText && json !== true);
  return omitUndefined({ input: own, author, format: asText ? 'text' : 'json' });
}

function readAgent(as: unknown, { environment }: Terminal): Author | Refusal {
  const text = as ?? (environment['DISCUSS_AGENT'] || 'Agent');
  const name = readName(text);
  if (name !== undefined) return { name, kind: 'agent' };
  const source = as === undefined ? 'DISCUSS_AGENT' : '--as';
  return usage(
    `${source} takes a name of 1 to 80 characters without line breaks or "*", got "${text}"`,
  );
}
