import type { Action } from '../actions/kit/action.ts';
import type { JsonSchema } from '../actions/kit/json-schema.ts';
import { type ToolAction, toolField } from './tool.ts';

/** An action that a tool does, with what is said of it. */
export interface LoadedAction extends ToolAction {
  readonly action: Action;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/** What an action's tool does, when to use it, what comes back, and the rules that its schema cannot say. */
export function describeAction({ entry, action }: LoadedAction): string {
  const { guide, semanticValidation = [] } = action;
  const paragraphs = [`${entry.summary}.`, guide, ...semanticValidation];
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n');
}

/** What a group's actions do, each with the arguments that it needs. */
export function describeGroup(actions: readonly LoadedAction[]): string {
  return actions
    .map((part) => {
      const needed = requiredFields(part);
      const words = needed.length === 0 ? '' : ` (needs ${needed.join(', ')})`;
      return `${part.binding.groupAction}${words}: ${describeAction(part)}`;
    })
    .join('\n\n');
}

/** The description of a tool under another name, which need not say everything twice. */
export function describeAlias(name: string, actions: readonly LoadedAction[]): string {
  const lines = actions.map(({ binding, entry }) => `${binding.groupAction}: ${entry.summary}`);
  return [`The same tool as ${name}, whose description says more.`, ...lines].join('\n');
}

/** The names of the arguments that an action needs. */
export function requiredFields({ input, binding }: LoadedAction): readonly string[] {
  return ((input['required'] ?? []) as readonly string[]).map((name) => toolField(binding, name));
}
