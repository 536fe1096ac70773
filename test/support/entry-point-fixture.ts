import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ActionContext, ActionEntry } from '../../src/actions/kit/action.ts';
import type { CliBinding, McpBinding } from '../../src/actions/kit/bindings.ts';
import { performAction } from '../../src/actions/kit/perform-action.ts';
import { runAction } from '../../src/cli/run-action.ts';
import type { Ports } from '../../src/core/ports.ts';
import { isRefusal, type Refusal } from '../../src/core/refusal.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { groupField, inputField, type Tool, toolField } from '../../src/mcp/tool.ts';
import { openPorts } from '../../src/open-discuss.ts';
import { handleAction } from '../../src/server/action-handler.ts';
import { refusalAnswer } from '../../src/server/http-status.ts';
import { makeTestTerminal } from './test-terminal.ts';

/** What an entry point has answered: an output, or the code and words of a refusal. */
export type EntryPointResponse =
  | { readonly output: unknown }
  | { readonly code: string; readonly message: string };

/** A project with something of every part in it, which is the same again before each call. */
export interface EntryPointFixture {
  readonly directory: string;
  /** Puts everything back as it was made. */
  restore(): void;
  viaMcp(tool: Tool, entry: ActionEntry, input: Input): Promise<EntryPointResponse>;
  viaHttp(entry: ActionEntry, input: Input): Promise<EntryPointResponse>;
  viaCli(
    entry: ActionEntry,
    words: readonly string[],
  ): Promise<EntryPointResponse & { exit: number }>;
  remove(): void;
}

/** An input of an action, its fields named as the action names them. */
export type Input = Readonly<Record<string, unknown>>;

export const fixtureContext = `ctx-v1-${'a'.repeat(64)}`;
export const fixtureReview = '019a0000-0000-7000-8000-000000000001';
/** The folder of the bundle, below the working directory. */
export const fixtureBundle = 'discussion/2026-11-30-no1-parser-fix';

const agent = { name: 'Agent', kind: 'agent' } as const;
const planText = '# Plan\n\nDrop the oldest tenth.\n\n- one item\n';

/** Makes the world; time stands still in it, and ids come in order. */
export async function makeEntryPointFixture(): Promise<EntryPointFixture> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-entry-points-')));
  const [live, kept] = [join(folder, 'live'), join(folder, 'kept')];
  const directory = join(live, 'work');
  mkdirSync(join(live, 'home'), { recursive: true });
  mkdirSync(directory);
  const environment = { HOME: join(live, 'home'), PATH: process.env['PATH'] };
  const ports = () => stillNeeds(openPorts({ environment, directory }));
  const room = await serveRoom();
  await seedFixture(ports(), { directory, url: room.url });
  cpSync(live, kept, { recursive: true });
  const context = (): ActionContext => ({
    ports: ports(),
    directory,
    caller: 'http',
    signal: new AbortController().signal,
    author: agent,
  });
  return {
    directory,
    restore() {
      rmSync(live, { recursive: true, force: true });
      cpSync(kept, live, { recursive: true });
    },
    async viaMcp(tool, entry, input) {
      const binding = entry.bindings.mcp;
      if (binding === undefined) throw new Error(`${entry.name} has no tool`);
      const fields = Object.entries(input).map(([name, value]) => [
        toolField(binding, name),
        value,
      ]);
      const given = {
        projectPath: directory,
        ...(binding.groupAction === undefined ? {} : { [groupField]: binding.groupAction }),
        ...Object.fromEntries(fields),
      };
      const { signal } = new AbortController();
      const answer = refusalText(
        await callTool(tool, given, { ports: ports(), directory, signal, author: agent }),
      );
      return isShapeFault(answer)
        ? { ...answer, message: asFields(answer.message, binding) }
        : answer;
    },
    async viaHttp(entry, input) {
      const { http: binding } = entry.bindings;
      if (binding === undefined) throw new Error(`${entry.name} has no route`);
      const inPath = [...binding.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      const fields = Object.fromEntries(inPath.map((name) => [name, String(input[name])]));
      const body = Object.fromEntries(
        Object.entries(input).filter(([name]) => !inPath.includes(name)),
      );
      const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
      const incoming = Object.assign(Readable.from([Buffer.from(JSON.stringify(body))]), {
        headers: {},
      });
      const guarded = { method: binding.method, isApi: true, header };
      const room = { kind: 'review', id: fixtureReview } as const;
      const answer = await handleAction({
        ...{ entry, binding, guarded, fields, query: {} },
        incoming: incoming as never,
        context: { ...context(), room },
      });
      return isRefusal(answer) ? refusedOverHttp(answer) : refusalText(answer);
    },
    async viaCli(entry, words) {
      const { cli: binding } = entry.bindings;
      if (binding === undefined) throw new Error(`${entry.name} has no command`);
      const terminal = makeTestTerminal(directory, { environment });
      const exit = await runAction({
        entry,
        binding,
        args: words,
        terminal,
        ports: async () => ports(),
      });
      return {
        exit,
        ...(await readTerminal(binding, terminal.printed.join(''), terminal.notices)),
      };
    },
    remove() {
      room.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const isShapeFault = (answer: EntryPointResponse): answer is { code: string; message: string } =>
  'code' in answer && answer.code === 'invalid_input';

/** A tool names fields in its own way. */
const asFields = (message: string, binding: McpBinding): string =>
  message.replace(
    /(^|; )([a-z_]+)(?=[.:])/g,
    (_, before: string, name: string) => `${before}${inputField(binding, name)}`,
  );

function refusalText(answer: unknown): EntryPointResponse {
  if (isRefusal(answer)) return { code: answer.code, message: answer.message };
  return { output: JSON.parse(JSON.stringify(answer)) as unknown };
}

function refusedOverHttp(refusal: Refusal): EntryPointResponse {
  const { error } = JSON.parse(refusalAnswer(refusal).body) as {
    error: EntryPointResponse & { code: string };
  };
  // The one code that is named otherwise over HTTP.
  return {
    code: error.code === 'bad_request' ? 'invalid_input' : error.code,
    message: refusal.message,
  };
}

/** A refusal is one line of JSON on either output, or words: the command, a colon and the message. */
async function readTerminal(
  binding: CliBinding,
  printed: string,
  lines: readonly string[],
): Promise<EntryPointResponse> {
  const json =
    printed === '' && binding.refusals !== 'json' ? undefined : printed || lines.join('\n');
  if (json === undefined) {
    const words = lines.join('\n').replace(`discuss ${binding.command.join(' ')}: `, '');
    return { code: 'words', message: words };
  }
  const value = JSON.parse(json) as { error?: { code: string; message: string } };
  if (value?.error === undefined) return { output: value };
  return { code: value.error.code, message: value.error.message };
}

function stillNeeds(ports: Ports): Ports {
  let count = 0;
  const next = (length: number) => {
    count += 1;
    return String(count).padStart(length, '0');
  };
  return {
    ...ports,
    clock: { now: () => '2026-11-30T10:00:00.000Z' },
    ids: { uuid: () => `019a0000-0000-7000-8000-${next(12)}`, key: next },
  };
}

async function seedFixture(ports: Ports, { directory, url }: FixturePlace): Promise<void> {
  writeFileSync(join(directory, 'plan.md'), planText);
  const perform = async (name: string, input: Input): Promise<void> => {
    const answer = await performAction(name, input, { ports, directory });
    if (isRefusal(answer)) throw new Error(`${name}: ${answer.message}`);
  };
  await perform('inline-start', {
    file: 'plan.md',
    anchor_line: 3,
    speaker: 'Sage',
    message: 'Why?',
  });
  await perform('init', {});
  const operations = [
    { op: 'start', text: 'About the plan' },
    { op: 'question', id: 'q-1', text: 'Which way?' },
  ];
  const batch = {
    id: 'plan',
    context: fixtureContext,
    if_revision: 0,
    request_id: 'r-0',
    operations,
  };
  await perform('ledger-apply', { input: batch });
  await perform('bundle-new', { topic: 'Parser fix', context: fixtureContext });
  const options = [1, 2].map((number) => ({
    label: `Way ${number}`,
    description: `Does ${number}`,
  }));
  await perform('bundle-ask', {
    root: fixtureBundle,
    header: 'Scope',
    prompt: 'Which way is it?',
    options,
  });
  await startReview(ports, { directory, url });
}

/** Answers as the server of the fixture's review does when somebody asks whether it lives. */
async function serveRoom(): Promise<{ readonly url: string; close(): void }> {
  const body = JSON.stringify({ room: `review:${fixtureReview}` });
  const server = createServer((_, response) => void response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface FixturePlace {
  readonly directory: string;
  readonly url: string;
}

async function startReview(ports: Ports, { directory, url }: FixturePlace): Promise<void> {
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) throw new Error(reviews.message);
  const [at, textHash] = [ports.clock.now(), ports.sha256(planText)];
  const head = { mode: 'markdown', sourceFile: 'plan.md', round: 1 } as const;
  const files = [{ id: 'f-1', path: 'plan.md', kind: 'markdown' as const, textHash }];
  await reviews.log.start(
    { id: fixtureReview, startedAt: at, ...head },
    {
      events: [{ kind: 'review.started', at, data: { ...head, files, historyName: 'plan' } }],
      texts: new Map([[textHash, planText]]),
    },
  );
  await reviews.running.register({
    ...{ room: `review:${fixtureReview}`, url, pid: process.pid },
    ...{ directory, startedAt: at, position: 0 },
  });
  const context = { ports, directory };
  const thread = { snippet: 'Drop', anchorStart: 2, anchorEnd: 2, text: 'Why a tenth?' };
  const opened = await performAction('review-thread', thread, context);
  if (isRefusal(opened)) throw new Error(opened.message);
}
