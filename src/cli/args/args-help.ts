import type { CommandArgs, CommandOption } from './command-args.ts';

/** Returns how a command is written, such as `discuss take [OPTIONS] THREAD TEXT`. */
export function usageLine(
  command: readonly string[],
  { positionals = [], options = {} }: CommandArgs,
): string {
  const args = positionals.map(({ name, optional, rest }) => {
    const arg = rest === true ? `${name}…` : name;
    return optional === true ? `[${arg}]` : arg;
  });
  const hasOptions = Object.keys(options).length > 0;
  return ['discuss', ...command, ...(hasOptions ? ['[OPTIONS]'] : []), ...args].join(' ');
}

/** Returns how an option is written, such as `--port N`. */
export function optionUsage(name: string, { type, value }: CommandOption): string {
  if (type === 'boolean') return `--${name}`;
  return `--${name} ${value ?? (type === 'string' ? 'TEXT' : 'N')}`;
}

/** Returns the options that help shows, by their names. */
export function shownOptions({ options = {} }: CommandArgs): readonly [string, CommandOption][] {
  return Object.entries(options).filter(([, { hidden }]) => hidden !== true);
}

/** A command as its help page names it. */
export interface NamedCommand {
  /** The words that select it. */
  readonly command: readonly string[];
  readonly summary: string;
}

/** Returns the help page of a command. */
export function argsHelp({ command, summary }: NamedCommand, args: CommandArgs): string {
  const rows = [
    ...(args.positionals ?? []).map(({ name, summary }) => [name, summary] as const),
    ...shownOptions(args).map(([name, option]) => {
      const note = option.required === true ? ' (required)' : '';
      return [optionUsage(name, option), `${option.summary}${note}`] as const;
    }),
  ];
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return [
    summary,
    '',
    `  ${usageLine(command, args)}`,
    ...(rows.length > 0
      ? ['', ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)]
      : []),
    ...(args.help === undefined ? [] : ['', args.help]),
    '',
  ].join('\n');
}
