import type { ActionEntry } from '../actions/kit/action.ts';
import type { CliBinding } from '../actions/kit/bindings.ts';
import { bindingOptions } from './binding-options.ts';

/** How a command is written, such as `discuss take [OPTIONS] THREAD TEXT`. */
export function usageLine(binding: CliBinding): string {
  const positionals = (binding.positionals ?? []).map(({ name, optional, rest }) => {
    const word = rest === true ? `${name}…` : name;
    return optional === true ? `[${word}]` : word;
  });
  const hasOptions = Object.keys(bindingOptions(binding)).length > 0;
  return ['discuss', ...binding.command, ...(hasOptions ? ['[OPTIONS]'] : []), ...positionals].join(
    ' ',
  );
}

/** The help page of a command, from its bindings. */
export function actionHelp(entry: ActionEntry, binding: CliBinding): string {
  const options = Object.entries(bindingOptions(binding));
  const rows = [
    ...(binding.positionals ?? []).map(({ name, summary }) => [name, summary] as const),
    ...options.map(([name, { type, value, summary, required }]) => {
      const word = type === 'boolean' ? '' : ` ${value ?? (type === 'string' ? 'TEXT' : 'N')}`;
      return [`--${name}${word}`, required === true ? `${summary} (required)` : summary] as const;
    }),
  ];
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return [
    entry.summary,
    '',
    `  ${usageLine(binding)}`,
    ...(rows.length > 0
      ? ['', ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)]
      : []),
    ...(binding.help === undefined ? [] : ['', binding.help]),
    '',
  ].join('\n');
}
