import type { ActionEntry } from '../../src/actions/kit/action.ts';
import type { CliBinding } from '../../src/actions/kit/bindings.ts';
import { usageLine } from '../../src/cli/action-help.ts';
import { bindingOptions } from '../../src/cli/binding-options.ts';
import { commands } from '../../src/cli/commands.ts';
import { helpText } from '../../src/cli/help.ts';
import { code, fence, generated, page, table } from './markdown.ts';

/** The reference of the command line. */
export function cliPage(actions: readonly ActionEntry[]): string {
  const entries = actions.flatMap((entry) => {
    const binding = entry.bindings.cli;
    return binding === undefined || binding.hidden === true ? [] : [{ entry, binding }];
  });
  const others = commands.map(({ words, summary }) =>
    page([`## discuss ${words.join(' ')}`, summary]),
  );
  return page([
    generated,
    '# Command line',
    fence(helpText),
    ...entries.map(({ entry, binding }) => commandPart(entry, binding).trimEnd()),
    ...others.map((part) => part.trimEnd()),
  ]);
}

function commandPart({ summary }: ActionEntry, binding: CliBinding): string {
  return page([
    `## discuss ${binding.command.join(' ')}`,
    `${summary}.`,
    fence(usageLine(binding)),
    words(binding),
    binding.help,
    exitStatus(binding),
  ]);
}

function words(binding: CliBinding): string | undefined {
  const positionals = (binding.positionals ?? []).map(({ name, summary }) => [code(name), summary]);
  const options = Object.entries(bindingOptions(binding)).map(([name, option]) => {
    const { type, value, summary, required, multiple } = option;
    const word = type === 'boolean' ? '' : ` ${value ?? (type === 'string' ? 'TEXT' : 'N')}`;
    const notes = [
      ...(required === true ? ['required'] : []),
      ...(multiple === true ? ['may be given several times'] : []),
    ];
    return [
      code(`--${name}${word}`),
      notes.length === 0 ? summary : `${summary} (${notes.join(', ')})`,
    ];
  });
  const rows = [...positionals, ...options];
  return rows.length === 0 ? undefined : table(['word', 'meaning'], rows);
}

/** Statuses that a command gives to certain refusals; the common ones stand in the help page. */
function exitStatus({ exitCodes, usageExitCode }: CliBinding): string | undefined {
  const byStatus = new Map<number, string[]>();
  for (const [refusal, status] of Object.entries(exitCodes ?? {}))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code(refusal)]);
  if (usageExitCode !== undefined && usageExitCode !== 2)
    byStatus.set(usageExitCode, [...(byStatus.get(usageExitCode) ?? []), 'usage']);
  if (byStatus.size === 0) return undefined;
  const rows = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, refusals]) => [String(status), refusals.join(', ')]);
  return table(['exit status', 'refusals'], rows);
}
