import type { ActionContext } from '../actions/kit/action.ts';
import { checkShape, invalidInput } from '../actions/kit/check-shape.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { groupField, inputField, type Tool, type ToolAction, toolField } from './tool.ts';

/** What the arguments of a call are. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Who calls, and what the actions are given. */
export interface ToolCaller {
  readonly ports: Ports;
  /** The folder that a tool without a project works from. */
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly author: NonNullable<ActionContext['author']>;
  readonly askPerson?: ActionContext['askPerson'];
  readonly notifyProgress?: ActionContext['notifyProgress'];
}

/** Calls a tool; returns the output of its action or a refusal. */
export async function callTool(tool: Tool, args: Arguments, caller: ToolCaller): Promise<unknown> {
  const selected = selectAction(tool, args);
  if (isRefusal(selected)) return selected;
  const unknown = refuseUnknown(tool, args);
  if (unknown !== undefined) return unknown;
  const directory = await projectFolder(tool, args, caller);
  if (isRefusal(directory)) return directory;
  const input = ownFields(selected, args);
  const outside = await refuseOutside(selected, { input, directory }, caller);
  if (outside !== undefined) return outside;
  const nameOf = (field: string) => toolField(selected.binding, field);
  const action = await selected.entry.load();
  const checked = await checkShape(action, input, nameOf);
  if (isRefusal(checked)) return checked;
  const { ports, signal, author, askPerson, notifyProgress } = caller;
  const context: ActionContext = {
    caller: 'mcp',
    directory,
    ports,
    signal,
    author,
    ...(askPerson === undefined ? {} : { askPerson }),
    ...(notifyProgress === undefined ? {} : { notifyProgress }),
  };
  const output = await action.run(checked, context);
  // A caller that has gone is told nothing.
  if (!isRefusal(output) && !signal.aborted) await action.delivered?.(output, checked, context);
  return output;
}

function selectAction({ name, actions }: Tool, args: Arguments): ToolAction | Refusal {
  const [first] = actions;
  if (first !== undefined && first.binding.groupAction === undefined) return first;
  const actionName = args[groupField];
  const selected = actions.find(({ binding }) => binding.groupAction === actionName);
  if (selected !== undefined) return selected;
  const names = actions.map(({ binding }) => binding.groupAction).join(', ');
  const fix = `give one of ${names}`;
  return invalidInput([{ path: groupField, expected: `one of ${names}, for ${name}`, fix }]);
}

/** A name that the tool does not declare is a slip, which would otherwise go unnoticed. */
function refuseUnknown({ inputSchema }: Tool, args: Arguments): Refusal | undefined {
  const fieldNames = Object.keys((inputSchema['properties'] ?? {}) as Arguments);
  const unknown = Object.keys(args).filter(
    (name) => name !== 'projectPath' && !fieldNames.includes(name),
  );
  if (unknown.length === 0) return undefined;
  const expected = `only known arguments: ${fieldNames.join(', ')}`;
  return invalidInput(unknown.map((path) => ({ path, expected, fix: `leave ${path} out` })));
}

async function projectFolder(
  { project }: Tool,
  { projectPath }: Arguments,
  { ports, directory }: ToolCaller,
): Promise<string | Refusal> {
  if (project === 'none' || (project === 'optional' && projectPath === undefined)) return directory;
  const folder =
    typeof projectPath === 'string' ? await ports.folders.existing(projectPath) : undefined;
  if (folder !== undefined) return folder;
  const expected = 'the absolute path of an existing folder';
  return invalidInput([{ path: 'projectPath', expected, fix: 'give the project’s folder' }]);
}

function ownFields(selected: ToolAction, args: Arguments): Arguments {
  const isGroup = selected.binding.groupAction !== undefined;
  const { projectPath: _project, ...rest } = args;
  if (isGroup) {
    const { [groupField]: _action, ...fields } = rest;
    return fields;
  }
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [inputField(selected.binding, name), value]),
  );
}

/** Paths that a tool is given stay inside the project, links followed. */
async function refuseOutside(
  { binding }: ToolAction,
  { input, directory }: { readonly input: Arguments; readonly directory: string },
  { ports }: ToolCaller,
): Promise<Refusal | undefined> {
  for (const field of binding.paths ?? []) {
    const values = [input[field]].flat().filter((value) => typeof value === 'string');
    for (const value of values) {
      if (await ports.folders.isInside(directory, value)) continue;
      return refuse('unsafe_path', `${field} "${value}" lies outside the project ${directory}`, {
        field,
      });
    }
  }
  return undefined;
}
