import { actions } from '../actions/index.ts';
import { commands } from './commands.ts';

/** Returns what is printed for a group such as `discuss inline` when no command of it was named. */
export function groupHelp(args: readonly string[]): string {
  const [group, second] = args;
  const rows = [
    ...commands.map(({ command: own, summary }) => ({ own, summary })),
    ...actions.flatMap(({ summary, bindings }) =>
      bindings.cli === undefined || bindings.cli.hidden === true
        ? []
        : [{ own: bindings.cli.command, summary }],
    ),
  ].filter(({ own }) => own[0] === group && own.length > 1);
  const width = Math.max(...rows.map(({ own }) => own.join(' ').length));
  const fault =
    second === undefined || second.startsWith('-')
      ? `discuss ${group}: a command is missing`
      : `discuss ${group}: no command "${second}"`;
  return [
    fault,
    '',
    ...rows.map(({ own, summary }) => `  discuss ${own.join(' ').padEnd(width)}  ${summary}`),
  ].join('\n');
}
