import { actions } from '../actions/index.ts';
import type { ActionEntry } from '../actions/kit/action.ts';
import type { CliBinding } from '../actions/kit/bindings.ts';
import type { CommandContext } from './command-context.ts';
import { commands } from './commands.ts';

/** Runs the action that the first arguments select, or else a review of files; returns the exit status. */
export async function runSelected(
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const selected = findAction(args);
  if (selected !== undefined) {
    const { runAction } = await import('./run-action.ts');
    const rest = args.slice(selected.binding.command.length);
    return runAction({ ...selected, ...context, args: rest });
  }
  if (isGroup(args[0])) {
    const { groupHelp } = await import('./group-help.ts');
    context.terminal.notify(groupHelp(args));
    return 2;
  }
  const { review } = await import('./review/review-command.ts');
  return review(args, context);
}

function findAction(
  args: readonly string[],
): { entry: ActionEntry; binding: CliBinding } | undefined {
  for (const entry of actions) {
    const binding = entry.bindings.cli;
    if (binding?.command.every((word, index) => args[index] === word)) return { entry, binding };
  }
  return undefined;
}

function isGroup(word: string | undefined): boolean {
  return (
    commands.some(({ command }) => command.length > 1 && command[0] === word) ||
    actions.some(
      ({ bindings }) =>
        (bindings.cli?.command.length ?? 0) > 1 && bindings.cli?.command[0] === word,
    )
  );
}
