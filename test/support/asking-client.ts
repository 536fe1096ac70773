import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import * as z from '../../src/actions/kit/zod-subset.ts';
import { questionAsk } from '../../src/actions/question/question-ask.ts';
import { program } from './launch-discuss.ts';
import { authorised } from './mcp-agent.ts';
import type { Scratch } from './scratch.ts';

/** A revision of the protocol. */
export type Revision = '2025-11-25' | '2026-07-28';

/** The form that a client is sent. */
export interface SentForm {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: Readonly<
      Record<string, { readonly oneOf?: readonly { const: string; title: string }[] }>
    >;
    readonly required?: readonly string[];
  };
}

/** What the user of a client does with a form. */
export type FormUser = (form: SentForm) => unknown;

/** What a tool has answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a tool's answer has the shape of its tool.
  readonly data: any;
}

/** A client of the program's tools, of the official kind. */
export interface AskingClient {
  readonly client: Client;
  readonly revision: Revision;
  /** The forms that were shown, in order. */
  readonly forms: readonly SentForm[];
  /** The process of the server; none over HTTP. */
  readonly pid: number | undefined;
  call(name: string, given: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly timeout?: number;
  readonly onprogress?: (progress: { readonly message?: string | undefined }) => void;
  readonly signal?: AbortSignal;
}

/** How a client is started. */
export interface ClientSettings {
  readonly revision?: Revision;
  readonly name?: string;
  /** What the user does with forms; without it, the client has none. */
  readonly user?: FormUser | undefined;
  /** How the client declares its dialogs; forms alone without it. */
  readonly elicitation?: NonNullable<ClientCapabilities['elicitation']>;
  /** The address of a server over HTTP; a process of its own without it. */
  readonly url?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Words for Node before the program. */
  readonly nodeWords?: readonly string[];
}

/** Starts a client in a scratch folder; it is closed when the present test ends. */
export async function startAskingClient(
  scratch: Pick<Scratch, 'home' | 'directory'>,
  settings: ClientSettings = {},
): Promise<AskingClient> {
  const { revision = '2025-11-25', name = 'planner', user, url } = settings;
  const { elicitation = { form: {} } } = settings;
  const forms: SentForm[] = [];
  const client = new Client(
    { name, version: '1' },
    {
      ...(user === undefined ? {} : { capabilities: { elicitation } }),
      versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } },
    },
  );
  if (user !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const form = params as unknown as SentForm;
      forms.push(form);
      return (await user(form)) as never;
    });
  }
  const stdio = url === undefined ? stdioOf(scratch, settings) : undefined;
  const requestInit = { headers: authorised };
  await client.connect(
    stdio ?? new StreamableHTTPClientTransport(new URL(url ?? ''), { requestInit }),
  );
  onTestFinished(() => client.close());
  return {
    client,
    revision,
    forms,
    pid: stdio?.pid ?? undefined,
    call: (name, given, options) => callTool(client, { name, given }, options),
    close: () => client.close(),
  };
}

function stdioOf(
  { home, directory }: Pick<Scratch, 'home' | 'directory'>,
  { environment, nodeWords = [] }: ClientSettings,
): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [...nodeWords, program, 'mcp'],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, ...environment },
    cwd: directory,
  });
}

async function callTool(
  client: Client,
  { name, given }: { readonly name: string; readonly given: Record<string, unknown> },
  options?: CallOptions,
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: given }, options);
  const [content] = result.content;
  const text = content?.type === 'text' ? content.text : '';
  expect(JSON.parse(text), 'agents 2: the same JSON as text').toEqual(result.structuredContent);
  const { structuredContent: data } = result;
  if (name === 'request_user_input' && result.isError !== true) {
    expect(questionAsk.output(z).parse(data), 'agents 2: exactly its output schema').toEqual(data);
  }
  return { isError: result.isError === true, data: result.structuredContent };
}
