import type { ActionEntry } from '../actions/action.ts';
import type { McpDoor } from '../actions/door-data.ts';
import { type JsonSchema, jsonSchema } from '../actions/json-schema.ts';
import { groupField, type Tool, type ToolAction, toolField } from './tool.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

const projectPath: JsonSchema = {
  type: 'string',
  description:
    'Absolute path of the project’s folder; other paths are meant from it and stay inside it',
};

/** Makes the tools of all actions that have a door to MCP. Tools of one name are one tool with an `action`. */
export async function buildTools(actions: readonly ActionEntry[]): Promise<readonly Tool[]> {
  const byName = new Map<string, ToolAction[]>();
  for (const loaded of await loadActions(actions)) {
    for (const name of [loaded.door.tool, ...(loaded.door.aliases ?? [])]) {
      byName.set(name, [...(byName.get(name) ?? []), loaded]);
    }
  }
  return [...byName].map(([name, parts]) => makeTool(name, parts));
}

async function loadActions(actions: readonly ActionEntry[]): Promise<readonly ToolAction[]> {
  const zod = await import('../actions/zod-subset.ts');
  const found = actions.flatMap((entry) =>
    entry.doors.mcp === undefined ? [] : [{ entry, door: entry.doors.mcp }],
  );
  return Promise.all(
    found.map(async ({ entry, door }) => {
      const action = await entry.load();
      return {
        entry,
        door,
        action,
        input: jsonSchema(zod, action.input(zod)),
        output: jsonSchema(zod, action.output(zod)),
      };
    }),
  );
}

function makeTool(name: string, actions: readonly ToolAction[]): Tool {
  const [first] = actions;
  if (first === undefined) throw new Error(`tool ${name} has no action`);
  const project = projectOf(actions);
  const isGroup = first.door.groupAction !== undefined;
  return {
    name,
    title: titleOf(name),
    description: isGroup ? describeGroup(actions) : describe(first),
    inputSchema: isGroup ? groupInput(actions) : singleInput(first, project),
    // One of several objects is an object too, which clients want to read at the root.
    outputSchema: isGroup ? { type: 'object' } : { type: 'object', ...first.output },
    annotations: isGroup ? groupAnnotations(actions) : first.door.annotations,
    project,
    actions,
  };
}

function projectOf(actions: readonly ToolAction[]): Tool['project'] {
  if (actions.some(({ door }) => door.project === undefined)) return 'required';
  return actions.some(({ door }) => door.project === 'optional') ? 'optional' : 'none';
}

/** `review_open` is shown as "Review open". */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describe({ entry, action }: ToolAction): string {
  return [`${entry.summary}.`, ...(action.semanticValidation ?? [])].join('\n');
}

function describeGroup(actions: readonly ToolAction[]): string {
  return actions.map((part) => `${part.door.groupAction}: ${describe(part)}`).join('\n');
}

function singleInput({ input, door }: ToolAction, project: Tool['project']): JsonSchema {
  const properties = propertiesOf(input, door);
  return {
    ...input,
    type: 'object',
    properties: project === 'none' ? properties : { projectPath, ...properties },
    required: [...(project === 'required' ? ['projectPath'] : []), ...requiredOf(input, door)],
  };
}

function groupInput(actions: readonly ToolAction[]): JsonSchema {
  const fields = Object.assign({}, ...actions.map(({ input, door }) => propertiesOf(input, door)));
  const names = actions.map(({ door }) => door.groupAction);
  return {
    type: 'object',
    properties: { projectPath, [groupField]: { type: 'string', enum: names }, ...fields },
    required: ['projectPath', groupField],
    additionalProperties: false,
  };
}

function propertiesOf(input: JsonSchema, door: McpDoor): Properties {
  const properties = (input['properties'] ?? {}) as Properties;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !(door.leaveOut ?? []).includes(name))
      .map(([name, schema]) => [toolField(door, name), schema]),
  );
}

function requiredOf(input: JsonSchema, door: McpDoor): readonly string[] {
  return ((input['required'] ?? []) as readonly string[]).map((name) => toolField(door, name));
}

/** A group only reads if every action of it does, and so on. */
function groupAnnotations(actions: readonly ToolAction[]): Tool['annotations'] {
  const all = actions.map(({ door }) => door.annotations);
  return {
    readOnlyHint: all.every(({ readOnlyHint }) => readOnlyHint),
    destructiveHint: all.some(({ destructiveHint }) => destructiveHint === true),
    idempotentHint: all.every(
      ({ idempotentHint, readOnlyHint }) => readOnlyHint || idempotentHint === true,
    ),
    openWorldHint: all.some(({ openWorldHint }) => openWorldHint),
  };
}
