import type { CliBinding } from '../actions/kit/bindings.ts';
import type { JsonSchema } from '../actions/kit/json-schema.ts';
import { type ToolAction, toolField } from './tool.ts';
import { toolGuides } from './tool-guides.ts';

/** What an action's tool does, when to use it, what comes back, and the rules that its schema cannot say. */
export function describeAction({ entry, action }: ToolAction): string {
  const guide = toolGuides[entry.name]?.guide;
  return [
    `${entry.summary}.`,
    ...(guide === undefined ? [] : [guide]),
    ...(action.semanticValidation ?? []),
  ].join('\n');
}

/** What a group's actions do, each with the arguments that it needs. */
export function describeGroup(actions: readonly ToolAction[]): string {
  return actions
    .map((part) => {
      const ports = requiredFields(part);
      const words = ports.length === 0 ? '' : ` (needs ${ports.join(', ')})`;
      return `${part.binding.groupAction}${words}: ${describeAction(part)}`;
    })
    .join('\n\n');
}

/** The description of a tool under another name, which need not say everything twice. */
export function describeAlias(name: string, actions: readonly ToolAction[]): string {
  const lines = actions.map(({ binding, entry }) => `${binding.groupAction}: ${entry.summary}`);
  return [`The same tool as ${name}, whose description says more.`, ...lines].join('\n');
}

/** What stands about an argument in its schema, in the tool's guide, or in the help of the command line. */
export function describeField(part: ToolAction, field: string, schema: JsonSchema): JsonSchema {
  const name = toolField(part.binding, field);
  const said =
    schema['description'] ??
    toolGuides[part.entry.name]?.fields?.[name] ??
    commandWords(part.entry.bindings.cli, field);
  return said === undefined ? schema : { ...schema, description: said };
}

/** The names of the arguments that an action needs. */
export function requiredFields({ input, binding }: ToolAction): readonly string[] {
  return ((input['required'] ?? []) as readonly string[]).map((name) => toolField(binding, name));
}

/** The help for an option or argument, without what only a shell can do. */
function commandWords(cli: CliBinding | undefined, field: string): string | undefined {
  const option = Object.entries(cli?.options ?? {}).find(
    ([name, { field: own }]) => (own ?? name) === field,
  )?.[1];
  const summary =
    option?.summary ?? cli?.positionals?.find((positional) => positional.field === field)?.summary;
  return summary?.replace(/; (?:- reads standard input|may be repeated)/g, '');
}
