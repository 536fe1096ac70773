import type { ActionEntry, Zod } from '../actions/kit/action.ts';
import { actionJsonSchemas, type JsonSchema } from '../actions/kit/json-schema.ts';
import {
  describeAction,
  describeAlias,
  describeGroup,
  type LoadedAction,
  requiredFields,
} from './describe-tool.ts';
import {
  actionsByTool,
  groupField,
  type ToolAction,
  type ToolDescription,
  toolField,
} from './tool.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

const projectPath: JsonSchema = {
  type: 'string',
  description:
    'Absolute path of the folder of the project that you work in; other paths are meant from it and stay inside it',
};

/**
 * Describes the tools of all actions that have an entry point to MCP, for clients. Tools of one name are one tool with
 * an `action`.
 */
export async function describeTools(
  actions: readonly ActionEntry[],
): Promise<readonly ToolDescription[]> {
  const zod = await import('../actions/kit/zod-subset.ts');
  return Promise.all(
    [...actionsByTool(actions)].map(async ([name, parts]) =>
      describeOne(name, await Promise.all(parts.map((part) => load(zod, part)))),
    ),
  );
}

async function load(zod: Zod, part: ToolAction): Promise<LoadedAction> {
  const action = await part.entry.load();
  return { ...part, action, ...actionJsonSchemas(zod, part.entry, action) };
}

function describeOne(name: string, actions: readonly LoadedAction[]): ToolDescription {
  const [first] = actions;
  if (first === undefined) throw new Error(`tool ${name} has no action`);
  const project = projectOf(actions);
  const isGroup = first.binding.groupAction !== undefined;
  return {
    name,
    title: titleOf(name),
    description: describe(name, actions),
    inputSchema: isGroup ? groupInput(actions) : singleInput(first, project),
    // One of several objects is an object too, which clients want to read at the root.
    outputSchema: { type: 'object', ...outputOf(actions) },
    annotations: isGroup ? groupAnnotations(actions) : first.binding.annotations,
    project,
  };
}

function projectOf(actions: readonly LoadedAction[]): ToolDescription['project'] {
  if (actions.some(({ binding }) => binding.project === undefined)) return 'required';
  return actions.some(({ binding }) => binding.project === 'optional') ? 'optional' : 'none';
}

/** `review_open` is shown as "Review open". */
function titleOf(name: string): string {
  const parts = name.replaceAll('_', ' ');
  return parts.charAt(0).toUpperCase() + parts.slice(1);
}

function describe(name: string, actions: readonly LoadedAction[]): string {
  const [first] = actions;
  if (first?.binding.groupAction === undefined) return actions.map(describeAction).join('\n');
  return name === first.binding.tool
    ? describeGroup(actions)
    : describeAlias(first.binding.tool, actions);
}

/** A group returns what the chosen action returns. */
function outputOf(actions: readonly LoadedAction[]): JsonSchema {
  const outputs = actions.map(({ output }) => outline(output));
  return outputs.length === 1 ? { ...outputs[0] } : { anyOf: outputs };
}

/** The list of tools is read at the start of every conversation: only the output's own fields are described in it. */
function outline(output: JsonSchema): JsonSchema {
  const choice = ['anyOf', 'oneOf'].find((name) => Array.isArray(output[name]));
  if (choice !== undefined)
    return { ...output, [choice]: (output[choice] as readonly JsonSchema[]).map(outline) };
  const fields = Object.entries((output['properties'] ?? {}) as Properties).map(
    ([name, schema]): [string, JsonSchema] => {
      const { description } = schema;
      const bare = withoutDescriptions(schema);
      return [name, description === undefined ? bare : { ...bare, description }];
    },
  );
  return { ...output, properties: Object.fromEntries(fields) };
}

function withoutDescriptions(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? undefined : value,
  );
  return JSON.parse(text) as JsonSchema;
}

function singleInput(part: LoadedAction, project: ToolDescription['project']): JsonSchema {
  const properties = propertiesOf(part);
  return {
    ...part.input,
    type: 'object',
    properties: project === 'none' ? properties : { projectPath, ...properties },
    required: [...(project === 'required' ? ['projectPath'] : []), ...requiredFields(part)],
    additionalProperties: false,
  };
}

/** An argument of a group, and the actions that need it or may have it. */
interface GroupField {
  readonly schema: JsonSchema;
  readonly needed: readonly string[];
  readonly optional: readonly string[];
}

/** All fields of all actions: hosts want no choice of schemas at the root, so that descriptions say what each needs. */
function groupInput(actions: readonly LoadedAction[]): JsonSchema {
  const fields = new Map<string, GroupField>();
  for (const part of actions) {
    const [user, needed] = [String(part.binding.groupAction), requiredFields(part)];
    for (const [name, schema] of Object.entries(propertiesOf(part))) {
      const field = fields.get(name) ?? { schema, needed: [], optional: [] };
      const list = needed.includes(name) ? 'needed' : 'optional';
      fields.set(name, { ...field, [list]: [...field[list], user] });
    }
  }
  const names = actions.map(({ binding }) => binding.groupAction);
  const action = { type: 'string', enum: names, description: 'What is to be done' };
  return {
    type: 'object',
    properties: {
      projectPath,
      [groupField]: action,
      ...Object.fromEntries([...fields].map(([name, field]) => [name, usedBy(field)])),
    },
    required: ['projectPath', groupField],
    additionalProperties: false,
  };
}

/** Says for which actions an argument is. */
function usedBy({ schema, needed, optional }: GroupField): JsonSchema {
  const names = [
    String(schema['description'] ?? '').replace(/\.$/, ''),
    ...(needed.length === 0 ? [] : [`Needed for ${needed.join(', ')}`]),
    ...(optional.length === 0 ? [] : [`Optional for ${optional.join(', ')}`]),
  ];
  return { ...schema, description: names.filter((name) => name !== '').join('. ') };
}

function propertiesOf(part: LoadedAction): Properties {
  const { input, binding } = part;
  const properties = (input['properties'] ?? {}) as Properties;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !(binding.leaveOut ?? []).includes(name))
      .map(([name, schema]) => [toolField(binding, name), schema]),
  );
}

/** A group only reads if every action of it does, and so on. */
function groupAnnotations(actions: readonly LoadedAction[]): ToolDescription['annotations'] {
  const all = actions.map(({ binding }) => binding.annotations);
  return {
    readOnlyHint: all.every(({ readOnlyHint }) => readOnlyHint),
    destructiveHint: all.some(({ destructiveHint }) => destructiveHint === true),
    idempotentHint: all.every(
      ({ idempotentHint, readOnlyHint }) => readOnlyHint || idempotentHint === true,
    ),
    openWorldHint: all.some(({ openWorldHint }) => openWorldHint),
  };
}
