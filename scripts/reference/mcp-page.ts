import type { ActionEntry } from '../../src/actions/kit/action.ts';
import type { McpBinding } from '../../src/actions/kit/bindings.ts';
import { code, generated, page, table } from './markdown.ts';

/** The reference of the tools that `discuss mcp` offers. */
export function mcpPage(actions: readonly ActionEntry[]): string {
  const rows = actions.flatMap(({ summary, bindings }) =>
    bindings.mcp === undefined ? [] : [[toolName(bindings.mcp), summary, hints(bindings.mcp)]],
  );
  return page([
    generated,
    '# MCP tools',
    'Each tool says by itself what it takes and answers: ask the server for its list. A tool with an action is a group, whose argument `action` chooses what is done.',
    table(['tool', 'does', 'hints'], rows),
  ]);
}

function toolName({ tool, groupAction }: McpBinding): string {
  return groupAction === undefined ? code(tool) : `${code(tool)} ${code(groupAction)}`;
}

function hints({ annotations }: McpBinding): string {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return [
    readOnlyHint ? 'reads' : 'writes',
    ...(destructiveHint === true ? ['may destroy'] : []),
    ...(idempotentHint === true ? ['may be repeated'] : []),
    ...(openWorldHint ? ['reaches outside'] : []),
  ].join(', ');
}
