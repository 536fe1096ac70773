import { actions } from '../actions/index.ts';
import { actionsByTool, type Tool } from './tool.ts';

/** Returns the tools of all actions that have an entry point to MCP; an action is loaded when it is called. */
export async function listTools(): Promise<readonly Tool[]> {
  const { toolDescriptions } = await import('./tool-descriptions.ts');
  const byName = actionsByTool(actions);
  return (await toolDescriptions()).map((tool) => ({
    ...tool,
    actions: byName.get(tool.name) ?? [],
  }));
}
