import type { CommandArgs } from './args/command-args.ts';
import type { CommandContext } from './command-context.ts';

/** A command that is more than one action: it opens a page, listens or speaks a protocol. */
export interface Command {
  readonly args: CommandArgs;
  /** Runs it on the arguments that follow its name; returns the exit status. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}
