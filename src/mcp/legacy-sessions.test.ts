import { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keepSessions, type LegacySessions, type SessionSettings } from './legacy-sessions.ts';

function sessionsOf(settings: Partial<SessionSettings>): LegacySessions {
  let count = 0;
  const sessions = keepSessions({
    makeServer: async () => new McpServer({ name: 'test', version: '1' }),
    newId: () => {
      count += 1;
      return `session-${count}`;
    },
    onProtocolError: () => undefined,
    ...settings,
  });
  onTestFinished(() => sessions.close());
  return sessions;
}

function post(body: unknown, id?: string): Request {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(id === undefined ? {} : { 'Mcp-Session-Id': id }),
    },
    body: JSON.stringify(body),
  });
}

const opening = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  },
};
const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
const never = new Promise<void>(() => undefined);

async function begin(sessions: LegacySessions, answered = Promise.resolve()): Promise<Response> {
  const response = await sessions.answer({ request: post(opening), body: opening, answered });
  await response.text();
  return response;
}

async function pingIn(sessions: LegacySessions, id: string): Promise<number> {
  const answered = Promise.resolve();
  const response = await sessions.answer({ request: post(ping, id), body: ping, answered });
  await response.text();
  return response.status;
}

describe('sessions of the older revision', () => {
  it('concern their own requests and those that begin one, and no others', () => {
    const sessions = sessionsOf({});
    const concerns = (body: unknown, id?: string) =>
      sessions.concerns({ request: post(body, id), body, answered: never });
    expect(concerns(opening)).toBe(true);
    expect(concerns(ping, 'session-1')).toBe(true);
    expect(concerns(ping)).toBe(false);
  });

  it('make way for a new one when they are too many: the idlest ends, never one in use', async () => {
    const sessions = sessionsOf({ most: 2 });
    await begin(sessions);
    await begin(sessions);
    expect(await pingIn(sessions, 'session-1')).toBe(200);
    expect((await begin(sessions, never)).headers.get('mcp-session-id')).toBe('session-3');
    expect(await pingIn(sessions, 'session-2')).toBe(404);
    expect(await pingIn(sessions, 'session-1')).toBe(200);
    await begin(sessions, never);
    expect(await pingIn(sessions, 'session-1')).toBe(404);
    expect((await begin(sessions)).status).toBe(503);
    expect(await pingIn(sessions, 'session-3')).toBe(200);
  });

  it('end when nobody has used them for long', async () => {
    const server = new McpServer({ name: 'test', version: '1' });
    const ended = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
    });
    const sessions = sessionsOf({ idleMs: 20, makeServer: async () => server });
    await begin(sessions);
    await ended;
    expect(await pingIn(sessions, 'session-1')).toBe(404);
  });

  it('are not begun by an opening that is refused', async () => {
    const sessions = sessionsOf({ most: 1 });
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', body: '{}' });
    const refused = await sessions.answer({ request, body: opening, answered: Promise.resolve() });
    expect(refused.status).toBe(406);
    expect((await begin(sessions)).status).toBe(200);
  });
});
