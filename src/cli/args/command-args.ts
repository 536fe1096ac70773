import type { CliBinding, CliOption } from '../../actions/kit/bindings.ts';

/** An option of a command; the long name in kebab-case is the key that it stands under. */
export interface CommandOption extends CliOption {
  /** Its one-letter name. */
  readonly short?: string;
  /** What a boolean option fills in; `true` without it. */
  readonly sets?: unknown;
  /** What its value is, for messages; the value must not be empty then. */
  readonly wants?: string;
  /** What the value must be, where that is more than `wants` says. */
  readonly expected?: string;
  /** The field's value; `undefined` for a text that is none. */
  readonly read?: (text: string) => unknown;
  /** Left out of help. */
  readonly hidden?: true;
}

/** The arguments of a command, in the form in which an action's binding declares them. */
export interface CommandArgs extends Pick<CliBinding, 'positionals' | 'oneOf' | 'help'> {
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** A positional that ends the command's own arguments. */
  readonly until?: string;
  /** A value may begin with a dash, unless it is one of the command's options. */
  readonly dashValues?: true;
  /** What is no option of the command's stays among the positionals, `--` too, for another program. */
  readonly passesOn?: true;
  /** The next step for an option that the command does not have and that is like none of its own. */
  readonly strayHint?: (arg: string) => string;
}
