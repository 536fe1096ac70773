import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../actions/json-schema.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type Arguments, callTool, type ToolCaller } from './call-tool.ts';
import { elicitationOf } from './elicit.ts';
import { progressOf } from './progress.ts';
import type { Tool } from './tool.ts';

/** What a server of tools is made of. */
export interface ServerSettings {
  readonly version: string;
  readonly tools: readonly Tool[];
  readonly caller: Pick<ToolCaller, 'needs' | 'directory'>;
  readonly onError: (error: unknown) => void;
}

/** Makes a server with all tools; the same for either revision of the protocol. */
export function makeServer(settings: ServerSettings): McpServer {
  const server = new McpServer(
    { name: 'discuss', version: settings.version },
    { instructions, capabilities: { tools: {} } },
  );
  for (const tool of settings.tools) addTool(server, tool, settings);
  return server;
}

const instructions = [
  'discuss keeps discussions between people and agents anchored, durable and moving to a decision.',
  'review_*: a person reads a document or diff in a page; wait for remarks with review_wait and answer with review_take.',
  'inline_*: threads inside a Markdown file. discussion: the ledger of questions and answers of a project.',
  'bundle_*: a record of Markdown files with one question at a time.',
  'request_user_input: one question to the user; only its status answered is an answer. Never put a question in prose.',
  'A refusal is a result with isError and {"error":{code, message, details?, next?}}: do what next says.',
].join('\n');

function addTool(server: McpServer, tool: Tool, settings: ServerSettings): void {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  server.registerTool(
    name,
    {
      description,
      inputSchema: published<Arguments>(inputSchema),
      outputSchema: published<Arguments>(outputSchema),
      annotations,
    },
    async (given, context) => {
      const client = server.server.getClientVersion()?.name;
      const author = { name: client ?? 'Agent', kind: 'agent' } as const;
      try {
        const elicitation = await elicitationOf(server, context, settings.caller.needs);
        if (isRefusal(elicitation)) return refusalResult(elicitation);
        const output = await callTool(tool, given, {
          ...settings.caller,
          signal: context.mcpReq.signal,
          author,
          askPerson: elicitation?.askPerson,
          tellProgress: progressOf(context),
        });
        const suspended = elicitation?.suspended();
        if (suspended !== undefined) return suspended;
        return isRefusal(output) ? refusalResult(output) : outputResult(output);
      } catch (error) {
        settings.onError(error);
        throw error;
      }
    },
  );
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

function refusalResult({ code, message, details, next }: Refusal) {
  const error = {
    code,
    message,
    ...(details === undefined ? {} : { details }),
    ...(next === undefined ? {} : { next }),
  };
  return {
    content: [{ type: 'text' as const, text: JSON.stringify({ error }) }],
    structuredContent: { error },
    isError: true,
  };
}
