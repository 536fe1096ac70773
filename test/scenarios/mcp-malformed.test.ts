import { afterAll, describe, expect, it } from 'vitest';
import { authorised, serveMcp } from '../support/mcp-agent.ts';
import { makeScratch, scratchOfTest } from '../support/scratch.ts';

interface Answer {
  readonly id: unknown;
  readonly error?: { readonly code: number };
}

const ping = { jsonrpc: '2.0', method: 'ping' };

/** What is sent, and the ids under which it must be answered. */
const messages: ReadonlyArray<readonly [string, readonly unknown[]]> = [
  [JSON.stringify({ jsonrpc: '2.0', id: 3, method: 7 }), [3]],
  [JSON.stringify({ jsonrpc: '1.0', id: 4, method: 'ping' }), [4]],
  [JSON.stringify({ id: 5, method: 'ping' }), [5]],
  [JSON.stringify({ jsonrpc: '2.0', id: 6 }), [6]],
  [JSON.stringify({ ...ping, id: 7, params: 5 }), [7]],
  [JSON.stringify({ ...ping, id: '8', params: [1] }), ['8']],
  [JSON.stringify({ ...ping, id: 9.5 }), [9.5]],
  [JSON.stringify({ ...ping, id: null }), [null]],
  [JSON.stringify({ ...ping, id: { a: 1 } }), [null]],
  [JSON.stringify([{ ...ping, id: 12 }, { ...ping, id: 13 }, 5]), [12, 13, null]],
  ['[]', [null]],
  ['{"jsonrpc":"2.0","id":14,"method":"ping"', [14]],
  ['not json', [null]],
  [JSON.stringify({ ...ping, id: 20, extra: 1 }), [20]],
  [JSON.stringify({ ...ping, id: 21, result: {} }), [21]],
  [JSON.stringify({ ...ping, id: 22, params: { _meta: 5 } }), [22]],
  ['"text"', [null]],
  ['null', [null]],
  ['{}', [null]],
  ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', [null]],
];

const valid: ReadonlyArray<readonly [string, readonly unknown[]]> = [
  [JSON.stringify({ jsonrpc: '2.0', id: 30, method: 'nothing' }), [30]],
  [JSON.stringify({ jsonrpc: '2.0', id: 31, method: '__proto__', params: {} }), [31]],
  [JSON.stringify({ jsonrpc: '2.0', id: 32, method: 'tools/call' }), [32]],
  [
    JSON.stringify({ jsonrpc: '2.0', id: 33, method: 'tools/call', params: { name: 'toString' } }),
    [33],
  ],
  [JSON.stringify({ jsonrpc: '2.0', id: 34, method: 'resources/read', params: { uri: 5 } }), [34]],
];

const initialize = {
  ...{ jsonrpc: '2.0', id: 'begin', method: 'initialize' },
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  },
};

describe('safety 9: every JSON-RPC request with an id gets an answer', () => {
  it('on standard input, malformed ones and those before the beginning too', async () => {
    const server = scratchOfTest().launch(['mcp'], { keepInputOpen: true });
    const next = async () => (await server.events.next()) as unknown as Answer;
    const send = (line: string) => server.child.stdin?.write(`${line}\n`);
    for (const line of messages.map(([text]) => text)) send(line);
    const early: Answer[] = [];
    for (const _ of messages.flatMap(([, ids]) => ids)) early.push(await next());
    expect(early.map(({ id }) => id)).toEqual(messages.flatMap(([, ids]) => ids));
    expect(early.filter(({ error }) => error === undefined)).toEqual([]);
    send(JSON.stringify(initialize));
    expect(await next()).toMatchObject({ id: 'begin', result: expect.anything() });
    send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    for (const [line] of [...valid, ...messages]) send(line);
    const wanted = [...valid, ...messages].flatMap(([, ids]) => ids);
    const late: Answer[] = [];
    for (const _ of wanted) late.push(await next());
    expect(late.map(({ id }) => String(id)).sort()).toEqual(wanted.map(String).sort());
    server.child.stdin?.end();
    expect(await server.exit).toMatchObject({ code: 0 });
  });

  it('a malformed answer or notification of the client ends nothing', async () => {
    const server = scratchOfTest().launch(['mcp'], { keepInputOpen: true });
    for (const line of [
      '{"jsonrpc":"2.0","id":1,"result":5,"x":1}',
      '',
      '  ',
      JSON.stringify(initialize),
    ]) {
      server.child.stdin?.write(`${line}\n`);
    }
    expect(await server.events.next()).toMatchObject({ id: 'begin' });
    server.child.stdin?.end();
    await server.exit;
  });

  it.each([...messages, ...valid])('over HTTP: %s', async (body, ids) => {
    const response = await fetch(await url(), {
      method: 'POST',
      body,
      headers: {
        ...authorised,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
    });
    const text = await response.text();
    const json = text.startsWith('event:') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text;
    const answers = [JSON.parse(json)].flat() as readonly Answer[];
    expect(answers.map(({ id }) => id)).toEqual(ids);
    expect(answers.every(({ error }) => typeof error?.code === 'number')).toBe(true);
  });
});

let served: Promise<string> | undefined;
const scratch = makeScratch();
afterAll(() => scratch.close());
const url = (): Promise<string> => {
  served ??= serveMcp(scratch);
  return served;
};
