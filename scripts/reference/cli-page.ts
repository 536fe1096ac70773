import type { ActionEntry } from '../../src/actions/kit/action.ts';
import type { CliBinding } from '../../src/actions/kit/bindings.ts';
import { actionArgs } from '../../src/cli/action-args.ts';
import {
  type NamedCommand,
  optionUsage,
  shownOptions,
  usageLine,
} from '../../src/cli/args/args-help.ts';
import type { CommandArgs } from '../../src/cli/args/command-args.ts';
import { commands } from '../../src/cli/commands.ts';
import { helpText } from '../../src/cli/help.ts';
import { code, fence, generated, page, table } from './markdown.ts';

/** The reference of the command line. */
export async function cliPage(actions: readonly ActionEntry[]): Promise<string> {
  const ofActions = actions.flatMap(({ summary, bindings: { cli } }) =>
    cli === undefined || cli.hidden === true
      ? []
      : [commandPart({ command: cli.command, summary }, actionArgs(cli), exitStatus(cli))],
  );
  const others = await Promise.all(
    commands.map(async (entry) => commandPart(entry, (await entry.load()).args)),
  );
  return page([
    generated,
    '# Command line',
    fence(helpText),
    ...[...ofActions, ...others].map((part) => part.trimEnd()),
  ]);
}

function commandPart(
  { command, summary }: NamedCommand,
  args: CommandArgs,
  exitStatuses?: string,
): string {
  return page([
    `## discuss ${command.join(' ')}`,
    `${summary}.`,
    fence(usageLine(command, args)),
    argsTable(args),
    args.help,
    exitStatuses,
  ]);
}

function argsTable(args: CommandArgs): string | undefined {
  const positionals = (args.positionals ?? []).map(({ name, summary }) => [code(name), summary]);
  const options = shownOptions(args).map(([name, option]) => {
    const { summary, required, multiple } = option;
    const notes = [
      ...(required === true ? ['required'] : []),
      ...(multiple === true ? ['may be given several times'] : []),
    ];
    return [
      code(optionUsage(name, option)),
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
