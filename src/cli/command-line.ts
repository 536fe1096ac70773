import { asksForHelp } from './args/has-option.ts';
import type { CommandContext } from './command-context.ts';
import { type CommandEntry, commands } from './commands.ts';
import { dropInArgs } from './drop-in.ts';
import { printPage } from './print-page.ts';

/**
 * Runs a command line and returns its exit status. Only the first arguments select a command; whatever names none is
 * a review of files.
 */
export async function runCommandLine(
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [first, second] = args;
  if (first === '--as') return runDropIn(second, args.slice(2), context);
  if (first === '--help' || first === '-h' || first === 'help') {
    return printPage('help', context.terminal);
  }
  if (first === '--version' || first === '-V') return printPage('version', context.terminal);
  // Hooks run before every prompt of a user: the list of actions stays unread.
  const entry = commands.find(({ command }) =>
    command.every((word, index) => args[index] === word),
  );
  if (entry !== undefined) return runCommand(entry, args.slice(entry.command.length), context);
  const { runSelected } = await import('./run-selected.ts');
  return runSelected(args, context);
}

async function runCommand(
  entry: CommandEntry,
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const command = await entry.load();
  if (!asksForHelp(args)) return command.run(args, context);
  const { argsHelp } = await import('./args/args-help.ts');
  await context.terminal.print(argsHelp(entry, command.args));
  return 0;
}

async function runDropIn(
  name: string | undefined,
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const own = name === undefined ? undefined : dropInArgs(name, args);
  if (own !== undefined) return runCommandLine(own, context);
  // Any other name is a reviewer's, and what follows is a review.
  const { review } = await import('./review/review-command.ts');
  return review(['--as', ...(name === undefined ? [] : [name]), ...args], context);
}
