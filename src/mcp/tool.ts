import type { ActionEntry } from '../actions/kit/action.ts';
import type { McpBinding } from '../actions/kit/bindings.ts';
import type { JsonSchema } from '../actions/kit/json-schema.ts';

/** An action that a tool does. */
export interface ToolAction {
  readonly entry: ActionEntry;
  readonly binding: McpBinding;
}

/** A tool as a client sees it. */
export interface ToolDescription {
  readonly name: string;
  /** What it is called where people see it. */
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: McpBinding['annotations'];
  /** Whether the caller names the folder of a project, whose files or store the tool touches. */
  readonly project: 'required' | 'optional' | 'none';
}

/** A tool, and the action or, for a group, the actions behind it. */
export interface Tool extends ToolDescription {
  readonly actions: readonly ToolAction[];
}

/** Returns the actions that have an entry point to MCP by the names of their tools, in the order of the list. */
export function actionsByTool(
  actions: readonly ActionEntry[],
): ReadonlyMap<string, readonly ToolAction[]> {
  const byName = new Map<string, ToolAction[]>();
  for (const entry of actions) {
    const binding = entry.bindings.mcp;
    if (binding === undefined) continue;
    for (const name of [binding.tool, ...(binding.aliases ?? [])]) {
      byName.set(name, [...(byName.get(name) ?? []), { entry, binding }]);
    }
  }
  return byName;
}

/** The name that a field of an action's input has in its tool. */
export function toolField({ snakeCase }: McpBinding, field: string): string {
  if (snakeCase !== true) return field;
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The field of an action's input that a tool's argument fills. */
export function inputField({ snakeCase }: McpBinding, name: string): string {
  if (snakeCase !== true) return name;
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The field that selects an action of a group. */
export const groupField = 'action';
