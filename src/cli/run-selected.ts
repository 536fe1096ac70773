import { actions } from '../actions/index.ts';
import type { ActionEntry } from '../actions/kit/action.ts';
import type { CliBinding } from '../actions/kit/bindings.ts';
import { type Command, commands } from './commands.ts';
import type { Terminal } from './terminal.ts';

/** Runs the command or action that the first words select, or else a review of files; answers the exit status. */
export async function runSelected(words: readonly string[], terminal: Terminal): Promise<number> {
  const command = findCommand(words);
  if (command !== undefined) return command.run(words.slice(command.words.length), terminal);
  const selected = findAction(words);
  if (selected !== undefined) {
    const [{ runAction }, { openPorts }] = await Promise.all([
      import('./run-action.ts'),
      import('../open-discuss.ts'),
    ]);
    const rest = words.slice(selected.binding.command.length);
    const { environment, directory } = terminal;
    const speakers = async () =>
      (await import('./settings/configured-speakers.ts')).configuredSpeakers(terminal);
    const ports = () => openPorts({ environment, directory, speakers });
    return runAction({ ...selected, words: rest, terminal, ports });
  }
  if (isGroup(words[0])) {
    const { groupHelp } = await import('./group-help.ts');
    terminal.tell(groupHelp(words));
    return 2;
  }
  const { review } = await import('./review/review-command.ts');
  return review(words, terminal);
}

function findCommand(words: readonly string[]): Command | undefined {
  return commands.find((command) => command.words.every((word, index) => words[index] === word));
}

function findAction(
  words: readonly string[],
): { entry: ActionEntry; binding: CliBinding } | undefined {
  for (const entry of actions) {
    const binding = entry.bindings.cli;
    if (binding?.command.every((word, index) => words[index] === word)) return { entry, binding };
  }
  return undefined;
}

function isGroup(word: string | undefined): boolean {
  return (
    commands.some(({ words }) => words.length > 1 && words[0] === word) ||
    actions.some(
      ({ bindings }) =>
        (bindings.cli?.command.length ?? 0) > 1 && bindings.cli?.command[0] === word,
    )
  );
}
