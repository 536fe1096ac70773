import { type ToolAction, toolField } from './tool.ts';

/** What an action's tool does, when to use it, what comes back, and the rules that its schema cannot say. */
export function describeAction({ entry, action }: ToolAction): string {
  const { guide, semanticValidation = [] } = action;
  const paragraphs = [`${entry.summary}.`, guide, ...semanticValidation];
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n');
}

/** What a group's actions do, each with the arguments that it needs. */
export function describeGroup(actions: readonly ToolAction[]): string {
  return actions
    .map((part) => {
      const needed = requiredFields(part);
      const words = needed.length === 0 ? '' : ` (needs ${needed.join(', ')})`;
      return `${part.binding.groupAction}${words}: ${describeAction(part)}`;
    })
    .join('\n\n');
}

/** The description of a tool under another name, which need not say everything twice. */
export function describeAlias(name: string, actions: readonly ToolAction[]): string {
  const lines = actions.map(({ binding, entry }) => `${binding.groupAction}: ${entry.summary}`);
  return [`The same tool as ${name}, whose description says more.`, ...lines].join('\n');
}

/** The names of the arguments that an action needs. */
export function requiredFields({ input, binding }: ToolAction): readonly string[] {
  return ((input['required'] ?? []) as readonly string[]).map((name) => toolField(binding, name));
}
