import {
  McpServer,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import type { JsonSchema } from '../actions/kit/json-schema.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { type Arguments, callTool, type ToolCaller } from './call-tool.ts';
import { clientName } from './client-name.ts';
import { elicitationOf } from './elicit.ts';
import { instructions } from './instructions.ts';
import { progressOf } from './progress.ts';
import { recordScope } from './record-scope.ts';
import type { ResourceScope } from './resources/resource-scope.ts';
import { serveResources } from './resources/serve-resources.ts';
import type { ResourceWatch } from './resources/watching.ts';
import type { Tool } from './tool.ts';

/** What a server of tools and resources is made of. */
export interface ServerSettings {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly caller: Pick<ToolCaller, 'ports' | 'directory'>;
  /** The folder of the project that the host has started the server for, where it has said so. */
  readonly project?: string;
  /** Told of failures of this program. */
  readonly onError: (error: unknown) => void;
}

/** What differs between the servers of a process. */
export interface ServerScope {
  readonly scope: ResourceScope;
  /** `pushed`: the server notifies its client of changes; `listened`: the newer revision's subscriptions do. */
  readonly changes: 'none' | 'pushed' | 'listened';
  readonly watch: ResourceWatch;
}

/** Makes a server with all tools and resources; the same for either revision of the protocol. */
export function makeServer(
  settings: ServerSettings,
  { scope, changes, watch }: ServerScope,
): McpServer {
  const notifiesChanges = changes !== 'none';
  const server = new McpServer(
    { name: 'discuss', version: settings.version },
    {
      instructions: instructions(settings.project),
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: notifiesChanges, subscribe: notifiesChanges },
      },
    },
  );
  for (const tool of settings.tools) addTool(server, tool, { ...settings, scope });
  const { ports } = settings.caller;
  serveResources(server, { ports, scope, ...(changes === 'pushed' ? { watch } : {}) });
  return server;
}

function addTool(
  server: McpServer,
  tool: Tool,
  settings: ServerSettings & { readonly scope: ResourceScope },
): void {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: published<Arguments>(inputSchema),
      outputSchema: published<Arguments>(outputSchema),
      annotations,
    },
    async (args, context) => {
      try {
        await recordScope(args, settings.scope);
        const elicitation = await elicitationOf(server, context, settings.caller.ports);
        if (isRefusal(elicitation)) return refusalResult(elicitation);
        const output = await callTool(tool, args, {
          ...settings.caller,
          signal: whileConnected(context),
          author: { name: clientName(server, context), kind: 'agent' },
          askPerson: elicitation?.askPerson,
          notifyProgress: progressOf(context),
        });
        const suspended = elicitation?.suspended();
        if (suspended !== undefined) return suspended;
        return isRefusal(output) ? refusalResult(output) : outputResult(output);
      } catch (error) {
        settings.onError(error);
        return refusalResult(unexpected(error));
      }
    },
  );
}

/** Aborted when the call is cancelled, and when the connection over which its answer would go is gone. */
function whileConnected({ mcpReq, http }: ServerContext): AbortSignal {
  return http?.req === undefined
    ? mcpReq.signal
    : AbortSignal.any([mcpReq.signal, http.req.signal]);
}

/** A schema that is published and lets everything through, so that our own refusals reach the client. */
function published<Value>(schema: JsonSchema): StandardSchemaWithJSON<Value> {
  const convert = () => schema as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'discuss',
      validate: (value) => ({ value: value as Value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function outputResult(output: unknown) {
  return {
    content: [{ type: 'text' as const, text: JSON.stringify(output) }],
    structuredContent: output as Record<string, unknown>,
  };
}

function unexpected(error: unknown): Refusal {
  const text = error instanceof Error ? error.message : String(error);
  return refuse('internal_error', `unexpected failure: ${text}`, {
    next: 'details are in ~/.discuss/logs of the machine that the server runs on',
  });
}

function refusalResult({ code, message, details, next }: Refusal) {
  const error = omitUndefined({ code, message, details, next });
  return {
    content: [{ type: 'text' as const, text: JSON.stringify({ error }) }],
    structuredContent: { error },
    isError: true,
  };
}
