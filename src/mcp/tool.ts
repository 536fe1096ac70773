import type { Action, ActionEntry } from '../actions/kit/action.ts';
import type { McpBinding } from '../actions/kit/bindings.ts';
import type { JsonSchema } from '../actions/kit/json-schema.ts';

/** An action that a tool does, with its schemas. */
export interface ToolAction {
  readonly entry: ActionEntry;
  readonly binding: McpBinding;
  readonly action: Action;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/** A tool as a client sees it, and the action or, for a group, the actions behind it. */
export interface Tool {
  readonly name: string;
  /** What it is called where people see it. */
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: McpBinding['annotations'];
  /** Whether the caller names the folder of a project, whose files or store the tool touches. */
  readonly project: 'required' | 'optional' | 'none';
  readonly actions: readonly ToolAction[];
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
