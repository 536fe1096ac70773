import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { fitsSchema, type JsonSchema } from './json-schema.ts';
import { program } from './launch-discuss.ts';
import { type Scratch, scratchOfTest } from './scratch.ts';

/** A revision of the protocol, and a way to speak it. */
export interface Way {
  readonly revision: '2025-11-25' | '2026-07-28';
  readonly transport: 'stdio' | 'http';
}

/** Every way in which a client may come. */
export const ways: readonly Way[] = [
  { transport: 'stdio', revision: '2025-11-25' },
  { transport: 'stdio', revision: '2026-07-28' },
  { transport: 'http', revision: '2025-11-25' },
  { transport: 'http', revision: '2026-07-28' },
];

/** An answer of a tool, as text and structure say alike. */
export interface ToolAnswer {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a tool's answer has the shape of its tool.
  readonly data: any;
}

/** An agent with the official client. */
export interface McpAgent {
  readonly client: Client;
  readonly scratch: Scratch;
  /** Calls a tool for the project in the scratch folder. */
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** How a client is made. */
export interface AgentOptions {
  readonly scratch?: Scratch;
  /** The server to come to over HTTP; one is started without it. */
  readonly url?: string;
  readonly name?: string;
  readonly client?: ClientOptions;
}

/** Connects a client to a server of its own, or over HTTP to one that runs. */
export async function connectAgent(way: Way, options: AgentOptions = {}): Promise<McpAgent> {
  const { scratch = scratchOfTest(), name = 'planner' } = options;
  const mode = way.revision === '2025-11-25' ? 'legacy' : { pin: way.revision };
  const client = new Client(
    { name, version: '1' },
    { versionNegotiation: { mode }, ...options.client },
  );
  onTestFinished(() => client.close());
  if (way.transport === 'http') {
    const url = options.url ?? (await serveMcp(scratch));
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: authorised } }),
    );
  } else {
    const { home, directory: cwd } = scratch;
    const env = { PATH: process.env['PATH'] ?? '', HOME: home };
    const command = process.execPath;
    await client.connect(new StdioClientTransport({ command, args: [program, 'mcp'], env, cwd }));
  }
  const projectPath = scratch.directory;
  return {
    client,
    scratch,
    call: (tool, given) => callTool(client, tool, { projectPath, ...given }),
  };
}

/** The token of servers in tests, and the header that brings it. */
export const testToken = 'a-token-of-the-tests-alone';
export const authorised = { Authorization: `Bearer ${testToken}` };

/** Starts `discuss mcp --http 0`; answers where it is, once it says so. */
export async function serveMcp(scratch: Pick<Scratch, 'launch'>): Promise<string> {
  const environment = { DISCUSS_MCP_TOKEN: testToken };
  const served = scratch.launch(['mcp', '--http', '0'], { environment });
  const words = await served.nextWords(/listening on http/);
  return /http:\S+/.exec(words)?.[0] ?? '';
}

/** Calls a tool, whose text must be the JSON of its structured content. */
export async function callTool(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: given });
  const [content] = result.content;
  if (result.isError !== true) await checkOutput(client, name, result.structuredContent);
  const text = content?.type === 'text' ? content.text : '';
  expect(JSON.parse(text), 'agents 2: the same JSON as text').toEqual(result.structuredContent);
  return { isError: result.isError === true, data: result.structuredContent };
}

const outputSchemas = new WeakMap<Client, Promise<ReadonlyMap<string, JsonSchema>>>();

/** Every answer is what the tool has declared. */
async function checkOutput(client: Client, name: string, output: unknown): Promise<void> {
  const schemas = outputSchemas.get(client) ?? listOutputs(client);
  outputSchemas.set(client, schemas);
  const schema = (await schemas).get(name);
  if (schema === undefined) throw new Error(`${name} declares no output`);
  if (!fitsSchema(schema, output)) {
    throw new Error(`${name} answered otherwise than it declares: ${JSON.stringify(output)}`);
  }
}

async function listOutputs(client: Client): Promise<ReadonlyMap<string, JsonSchema>> {
  const { tools } = await client.listTools();
  return new Map(tools.map((tool) => [tool.name, (tool.outputSchema ?? {}) as JsonSchema]));
}
