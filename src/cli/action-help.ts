import type { ActionEntry } from '../actions/kit/action.ts';
import type { CliDoor } from '../actions/kit/door-data.ts';
import { doorOptions } from './door-options.ts';

/** How a command is written, such as `discuss take [OPTIONS] THREAD TEXT`. */
export function usageLine(door: CliDoor): string {
  const positionals = (door.positionals ?? []).map(({ name, optional, rest }) => {
    const word = rest === true ? `${name}…` : name;
    return optional === true ? `[${word}]` : word;
  });
  const hasOptions = Object.keys(doorOptions(door)).length > 0;
  return ['discuss', ...door.command, ...(hasOptions ? ['[OPTIONS]'] : []), ...positionals].join(
    ' ',
  );
}

/** The help page of a command, from its door data. */
export function actionHelp(entry: ActionEntry, door: CliDoor): string {
  const options = Object.entries(doorOptions(door));
  const rows = [
    ...(door.positionals ?? []).map(({ name, summary }) => [name, summary] as const),
    ...options.map(([name, { type, value, summary, required }]) => {
      const word = type === 'boolean' ? '' : ` ${value ?? (type === 'string' ? 'TEXT' : 'N')}`;
      return [`--${name}${word}`, required === true ? `${summary} (required)` : summary] as const;
    }),
  ];
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return [
    entry.summary,
    '',
    `  ${usageLine(door)}`,
    ...(rows.length > 0
      ? ['', ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)]
      : []),
    ...(door.help === undefined ? [] : ['', door.help]),
    '',
  ].join('\n');
}
