import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { authorised, connectAgent, serveMcp, testToken, ways } from '../support/mcp-agent.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { reviewClient } from '../support/running-review.ts';
import { scratchOfTest } from '../support/scratch.ts';

const mebibyte = 1024 * 1024;
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe.each(ways)('agents 2: over $transport in the revision $revision', (way) => {
  it('lists tools, calls them, refuses in our words and knows the client by its name', async () => {
    const agent = await connectAgent(way);
    expect(agent.client.getNegotiatedProtocolVersion()).toBe(way.revision);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toContain('review_open');
    agent.scratch.write('plan.md', '# Plan\n\nDrop the oldest tenth.\n');
    const started = await agent.call('inline_start', {
      file: 'plan.md',
      anchor_line: 3,
      speaker: 'Sage',
      message: 'Why?',
    });
    expect(started).toMatchObject({ isError: false, data: { ok: true } });
    expect(await agent.call('inline_query', { file: 'plan.md' })).toMatchObject({
      data: { threads: [{ initiator: 'Sage', status: 'OPEN' }] },
    });
    expect(await agent.call('inline_start', { file: 7 })).toMatchObject({
      isError: true,
      data: { error: { code: 'invalid_input', details: expect.any(Array) } },
    });
    const review = await agent.scratch.review(['plan.md']);
    const asked = await review.post('/api/threads', {
      anchorStart: 2,
      anchorEnd: 2,
      snippet: 'Drop',
      text: 'Why a tenth?',
    });
    expect(asked.status).toBe(200);
    const take = await agent.call('review_take', { thread_id: 'u-1', text: 'Because.' });
    expect(take.data).toMatchObject({ author: { name: 'planner', kind: 'agent' } });
  });

  it('ends a wait when the client cancels the call or goes away', async () => {
    const agent = await connectAgent(way);
    agent.scratch.write('plan.md', '# Plan\n');
    const opened = await agent.call('review_open', { file: ['plan.md'], open_browser: false });
    const review = reviewClient(opened.data.url);
    const stream = await review.stream();
    const until = async (listening: boolean) => {
      const presence = await stream.nextEvent('agent.presence');
      expect(presence.data).toEqual({ listening });
    };
    const wait = (signal?: AbortSignal) =>
      agent.client
        .callTool(
          { name: 'review_wait', arguments: { projectPath: agent.scratch.directory } },
          signal === undefined ? {} : { signal },
        )
        .catch(() => 'gone');
    const cancel = new AbortController();
    const cancelled = wait(cancel.signal);
    await until(true);
    cancel.abort();
    expect(await cancelled).toBe('gone');
    await until(false);
    const abandoned = wait();
    await until(true);
    await agent.client.close();
    expect(await abandoned).toBe('gone');
    await until(false);
    await review.post('/api/done');
    await stream.ended;
  });

  it('takes 15 MiB in a message, and an unknown tool or method is an error of the protocol', async () => {
    const agent = await connectAgent(way);
    agent.scratch.write('plan.md', '# Plan\n');
    const answer = await agent.call('inline_start', {
      file: 'plan.md',
      anchor_line: 1,
      speaker: 'x'.repeat(15 * mebibyte),
      message: 'Why?',
    });
    expect(answer).toMatchObject({ isError: true, data: { error: { code: 'invalid_speaker' } } });
    await expect(agent.client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });
});

describe('agents 2: over HTTP', () => {
  it('serves many clients of both revisions at once, each under its own name', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', '# Plan\n\nText.\n');
    await scratch.review(['plan.md']);
    const url = await serveMcp(scratch);
    const both = ways.filter(({ transport }) => transport === 'http');
    const agents = await Promise.all(
      [...both, ...both, ...both].map((way, index) =>
        connectAgent(way, { scratch, url, name: `agent-${index}` }),
      ),
    );
    const opened = await Promise.all(
      agents.map((agent) =>
        agent.call('review_thread', {
          anchor_start: 2,
          anchor_end: 2,
          snippet: 'Text.',
          text: 'Hm?',
        }),
      ),
    );
    expect(opened.map(({ data }) => data.id).sort()).toEqual(
      agents.map((_, index) => `u-${index + 1}`),
    );
    const state = await agents[0]?.call('review_state');
    const names = state?.data.threads.map(
      (thread: { author: { name: string } }) => thread.author.name,
    );
    expect(names.sort()).toEqual(agents.map((_, index) => `agent-${index}`));
  });

  it('lets in no other page, path, method or type, and says why', async () => {
    const url = await serveMcp(scratchOfTest());
    const ask = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const send = (init: RequestInit & { path?: string } = {}) =>
      fetch(new URL(init.path ?? '/mcp', url), {
        method: 'POST',
        body: JSON.stringify(ask),
        ...init,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...authorised,
          ...init.headers,
        },
      });
    expect((await send()).status).toBe(200);
    const refused = async (status: number, answer: Promise<Response>, words: string) => {
      const given = await answer;
      expect(given.status).toBe(status);
      const { error } = (await given.json()) as { error: { message: string } };
      expect(error.message).toContain(words);
    };
    await refused(403, send({ headers: { Origin: 'http://evil.example' } }), 'evil.example');
    await refused(403, send({ headers: { 'Sec-Fetch-Site': 'cross-site' } }), 'cross-site');
    await refused(404, send({ path: '/other' }), '/mcp');
    await refused(415, send({ headers: { 'Content-Type': 'text/plain' } }), 'application/json');
    await refused(400, send({ body: '{' }), 'not JSON');
    await refused(400, send({ body: Buffer.from([0xff, 0xfe]) }), 'UTF-8');
    await refused(405, send({ method: 'PUT' }), 'POST');
    await refused(404, send({ headers: { 'Mcp-Session-Id': 'none' } }), 'session');
    await refused(406, send({ headers: { Accept: 'text/html' } }), 'Accept'.toLowerCase());
    const bare = (method: string) => fetch(url, { method, headers: authorised });
    expect((await bare('GET')).status, 'no stream without a session').toBe(405);
    expect((await bare('DELETE')).status).toBe(405);
    const host = await rawStatus(url, { Host: 'evil.example' });
    expect(host).toBe(403);
  });

  it('safety 5: asks every request for its token, before it says anything else', async () => {
    const url = await serveMcp(scratchOfTest());
    for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS']) {
      for (const path of ['/mcp', '/other', '/.well-known/oauth-protected-resource']) {
        for (const wrong of [undefined, 'Bearer', `Bearer ${testToken}x`, `Basic ${testToken}`]) {
          const headers = wrong === undefined ? {} : { Authorization: wrong };
          const { status, headers: answered } = await fetch(new URL(path, url), {
            method,
            headers,
          });
          expect([method, path, wrong, status]).toEqual([method, path, wrong, 401]);
          expect(answered.get('www-authenticate')).toBe('Bearer realm="discuss"');
        }
      }
    }
    expect((await fetch(`${url}?token=${testToken}`, { method: 'POST' })).status).toBe(401);
  });

  it('safety 5: keeps a token of its own in the user’s store, which a command shows', async () => {
    const scratch = scratchOfTest();
    const shown = await runDiscuss(scratch, ['mcp', '--show-token']);
    const token = shown.stdout.trim();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const served = scratch.launch(['mcp', '--http', '0']);
    const url = /http:\S+/.exec(await served.nextWords(/listening/))?.[0] ?? '';
    const ask = (given: string) =>
      rawStatus(url, { Authorization: `bearer ${given}` }, { body: Buffer.from(ping) });
    expect([await ask(token), await ask(testToken)]).toEqual([200, 401]);
    expect((await runDiscuss(scratch, ['mcp', '--show-token'])).stdout).toBe(shown.stdout);
    await served.kill('SIGTERM');
    expect(served.stderr()).not.toContain(token);
  });

  it.each(['short', 'with a space in it'])('safety 5: refuses the token "%s"', async (token) => {
    const environment = { DISCUSS_MCP_TOKEN: token };
    const launched = scratchOfTest().launch(['mcp', '--http', '0'], { environment });
    expect(await launched.exit).toEqual({ code: 2, signal: null });
    expect(launched.stderr()).toContain('DISCUSS_MCP_TOKEN must be 16 or more');
    expect(launched.stderr()).not.toContain(token);
  });

  it('begins, streams to and ends a session of the older revision', async () => {
    const url = await serveMcp(scratchOfTest());
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...authorised,
    };
    const clientInfo = { name: 'hand', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const begun = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    });
    const id = begun.headers.get('mcp-session-id') ?? '';
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await begun.body?.cancel();
    const mine = { ...headers, 'Mcp-Session-Id': id, 'Mcp-Protocol-Version': '2025-11-25' };
    const stream = await fetch(url, { headers: { ...mine, Accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const second = await fetch(url, { headers: { ...mine, Accept: 'text/event-stream' } });
    expect(second.status, 'one stream for each session').toBe(409);
    expect((await fetch(url, { method: 'DELETE', headers: mine })).status).toBe(200);
    expect(await stream.text(), 'the stream has ended').toBe('');
    expect((await fetch(url, { method: 'DELETE', headers: mine })).status).toBe(404);
  });

  it('takes bodies of 16 MiB and refuses larger ones, with their length told and without', async () => {
    const url = await serveMcp(scratchOfTest());
    const body = (size: number) => {
      const start = '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":"';
      return Buffer.from(`${start}${'x'.repeat(size - start.length - 4)}"}}}`);
    };
    for (const chunked of [false, true]) {
      expect(await rawStatus(url, {}, { body: body(16 * mebibyte), chunked })).toBe(200);
      expect(await rawStatus(url, {}, { body: body(16 * mebibyte + 1), chunked })).toBe(413);
    }
  });

  it('ends with status 0 on SIGTERM, also while clients wait, and refuses a port in use', async () => {
    const scratch = scratchOfTest();
    const environment = { DISCUSS_MCP_TOKEN: testToken };
    const served = scratch.launch(['mcp', '--http', '0'], { environment });
    const url = /http:\S+/.exec(await served.nextWords(/listening/))?.[0] ?? '';
    const port = new URL(url).port;
    expect(await runDiscuss(scratch, ['mcp', '--http', port])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`port ${port} is in use`),
    });
    for (const way of ways.filter(({ transport }) => transport === 'http')) {
      const { client } = await connectAgent(way, { scratch, url });
      if (way.revision === '2026-07-28') await client.listen({ resourcesListChanged: true });
    }
    expect(await served.kill('SIGTERM')).toMatchObject({ code: 0 });
    expect(served.stdout()).toBe('');
  });
});

describe('agents 2: over standard input and output', () => {
  const opening = [
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"hand","version":"1"}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
  ];

  it('takes messages of 17 MiB, refuses a larger one by its id, and goes on', async () => {
    const limit = 17 * mebibyte;
    const fill = (head: string, tail: string, size: number) =>
      head + 'x'.repeat(size - head.length - tail.length) + tail;
    const ping = '{"jsonrpc":"2.0","id":2,"method":"ping","params":{"_meta":{"x":"';
    const late = '{"method":"ping","params":{"_meta":{"x":"';
    const lines = [
      ...opening,
      fill(ping, '"}}}', limit),
      fill(ping.replace('2,', '3,'), '"}}}', limit + 1),
      fill(late, '"}},"jsonrpc":"2.0","id":"four"}', 2 * limit),
      '{"jsonrpc":"2.0","id":5,"method":"ping"}',
    ];
    const ran = await runDiscuss(scratchOfTest(), ['mcp'], `${lines.join('\n')}\n`);
    const answers = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(byId.get(2)).toMatchObject({ result: {} });
    for (const id of [3, 'four']) {
      expect(byId.get(id)).toMatchObject({
        error: { code: -32600, message: `a message may have ${limit} bytes at most` },
      });
    }
    expect(byId.get(5)).toMatchObject({ result: {} });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  });

  it('survives what is no message', async () => {
    const noise = [
      '',
      'nonsense',
      '[]',
      '{"jsonrpc":"1.0"}',
      '{"id":{}}',
      'null',
      '{"jsonrpc":"2.0","id":7,"method":"__proto__"}',
    ];
    const input = [
      ...noise,
      ...opening,
      ...noise,
      '{"jsonrpc":"2.0","id":5,"method":"ping"}',
      '',
    ].join('\n');
    const ran = await runDiscuss(scratchOfTest(), ['mcp'], input);
    expect(ran.stdout).toContain('{"result":{},"jsonrpc":"2.0","id":5}');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends with status 0 when its input ends and on SIGTERM', async () => {
    const scratch = scratchOfTest();
    expect(await runDiscuss(scratch, ['mcp'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const served = scratch.launch(['mcp'], {
      input: `${opening.join('\n')}\n`,
      keepInputOpen: true,
    });
    while (!served.stdout().includes('"protocolVersion"'))
      await new Promise((wait) => setTimeout(wait, 20));
    expect(await served.kill('SIGTERM')).toMatchObject({ code: 0 });
  });

  it('knows the project that Claude Code has started it for', async () => {
    const scratch = scratchOfTest();
    const served = scratch.launch(['mcp'], {
      input: `${opening.join('\n')}\n`,
      environment: { CLAUDE_PROJECT_DIR: scratch.directory },
    });
    await served.exit;
    expect(served.stdout()).toContain(`started for the project ${scratch.directory}.`);
  });
});

/** A request whose headers and framing are as given, which `fetch` does not allow. */
function rawStatus(
  url: string,
  headers: Record<string, string>,
  { body = Buffer.from('{}'), chunked = false } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...authorised,
        ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length }),
        ...headers,
      },
    });
    asked.once('error', reject);
    asked.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.end(body);
  });
}
