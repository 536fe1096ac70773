import { actions } from '../actions/index.ts';
import type { ActionEntry } from '../actions/kit/action.ts';
import type { CliDoor } from '../actions/kit/door-data.ts';
import { type Command, commands } from './commands.ts';
import type { Terminal } from './terminal.ts';

/** Runs the command or action that the first words select, or else a review of files; answers the exit status. */
export async function runSelected(words: readonly string[], terminal: Terminal): Promise<number> {
  const command = findCommand(words);
  if (command !== undefined) return command.run(words.slice(command.words.length), terminal);
  const selected = findAction(words);
  if (selected !== undefined) {
    const [{ runAction }, { openNeeds }] = await Promise.all([
      import('./run-action.ts'),
      import('../open-discuss.ts'),
    ]);
    const rest = words.slice(selected.door.command.length);
    const { environment, directory } = terminal;
    const speakers = async () =>
      (await import('./settings/configured-speakers.ts')).configuredSpeakers(terminal);
    const needs = () => openNeeds({ environment, directory, speakers });
    return runAction({ ...selected, words: rest, terminal, needs });
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

function findAction(words: readonly string[]): { entry: ActionEntry; door: CliDoor } | undefined {
  for (const entry of actions) {
    const door = entry.doors.cli;
    if (door?.command.every((word, index) => words[index] === word)) return { entry, door };
  }
  return undefined;
}

function isGroup(word: string | undefined): boolean {
  return (
    commands.some(({ words }) => words.length > 1 && words[0] === word) ||
    actions.some(
      ({ doors }) => (doors.cli?.command.length ?? 0) > 1 && doors.cli?.command[0] === word,
    )
  );
}
