import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { connectAgent, type McpAgent } from '../support/mcp-agent.ts';

interface Agent extends McpAgent {
  readonly project: string;
  readonly home: string;
}

const pages: string[] = [];

afterEach(async () => {
  for (const url of pages.splice(0))
    await fetch(`${url}/api/done`, { method: 'POST' }).catch(() => undefined);
});

async function startAgent(): Promise<Agent> {
  const agent = await connectAgent({ transport: 'stdio', revision: '2025-11-25' });
  agent.scratch.write('plan.md', '# Plan\n\nDrop the oldest tenth.\n\n- one item\n');
  return { ...agent, project: agent.scratch.directory, home: agent.scratch.home };
}

describe('agents 2: the tools over stdio, with the official client', () => {
  it('opens a review that outlives the server, attaches to it, and goes through it', async () => {
    const agent = await startAgent();
    const opened = await agent.call('review_open', { file: ['plan.md'], open_browser: false });
    expect(opened).toMatchObject({ isError: false, data: { attached: false } });
    const { url, session } = opened.data;
    pages.push(url);
    const again = await agent.call('review_open', { file: ['plan.md'], open_browser: false });
    expect(again.data).toMatchObject({ url, session, attached: true });

    await post(url, '/api/threads', {
      anchorStart: 2,
      anchorEnd: 2,
      snippet: 'Drop',
      text: 'Why a tenth?',
    });
    const heard = await agent.call('review_wait', { timeout: 10 });
    expect(heard.data.events).toMatchObject([
      { kind: 'thread.created', payload: { id: 'u-1', text: 'Why a tenth?' } },
    ]);
    expect(
      (await agent.call('review_take', { thread_id: 'u-1', text: 'Because.' })).data,
    ).toMatchObject({
      id: 't-1',
      author: { name: 'planner', kind: 'agent' },
    });
    const state = await agent.call('review_state', { url });
    expect(state.data.takes['u-1']).toMatchObject([{ text: 'Because.' }]);
    expect(state.data.threads[0].delivery).toBe('answered');

    await agent.client.close();
    expect((await fetch(`${url}/api/state`)).status).toBe(200);
    await post(url, '/api/done', {});
  });

  it('opens one review when several hosts ask for the same inputs at once', async () => {
    const agent = await startAgent();
    const { scratch } = agent;
    const other = await connectAgent({ transport: 'stdio', revision: '2026-07-28' }, { scratch });
    const open = ({ call }: McpAgent) =>
      call('review_open', { file: ['plan.md'], open_browser: false });
    const opened = await Promise.all([agent, other, agent, other].map(open));
    const urls = new Set(opened.map(({ data }) => data.url));
    pages.push(...urls);
    expect(urls.size).toBe(1);
    expect(opened.filter(({ data }) => !data.attached)).toHaveLength(1);
    for (const url of urls) await post(url, '/api/done', {});
  });

  it('answers a refusal as an error with code, message and what to do', async () => {
    const agent = await startAgent();
    const missing = await agent.call('review_open', { file: ['none.md'], open_browser: false });
    expect(missing).toMatchObject({
      isError: true,
      data: { error: { code: 'launch_failed', message: expect.stringContaining('none.md') } },
    });
    const nothing = await agent.call('review_state', {});
    expect(nothing).toMatchObject({ isError: true, data: { error: { code: 'not_found' } } });
    const wrong = await agent.call('review_take', { thread_id: 7 });
    expect(wrong).toMatchObject({
      isError: true,
      data: { error: { code: 'invalid_input', details: expect.any(Array) } },
    });
    const unknown = await agent.call('discussion', { action: 'destroy' });
    expect(unknown).toMatchObject({
      isError: true,
      data: { error: { code: 'invalid_input', message: expect.stringContaining('apply') } },
    });
  });

  it('takes no argument that a tool does not declare, and names faults as the tool does', async () => {
    const agent = await startAgent();
    const opened = await agent.call('review_open', { file: ['plan.md'], open_browser: false });
    pages.push(opened.data.url);
    const place = { anchorStart: 2, anchorEnd: 2, snippet: 'Drop', text: 'Why a tenth?' };
    await post(opened.data.url, '/api/threads', place);
    const take = { thread_id: 'u-1', text: 'Because.' };
    const { thread_id: threadId, text } = take;
    const person = { name: 'Ada', kind: 'person' };
    for (const [name, given, slip] of [
      ['review_take', { ...take, author: person }, 'author'],
      ['review_take', { threadId, text }, 'threadId'],
      ['review_wait', { cursor: 'x' }, 'cursor'],
      ['discussion', { action: 'list', context: `ctx-v1-${'a'.repeat(64)}`, store: '/x' }, 'store'],
    ] as const) {
      const answer = await agent.call(name, given);
      expect(answer, `${name} ${slip}`).toMatchObject({
        isError: true,
        data: { error: { code: 'invalid_input', details: [{ path: slip }] } },
      });
    }
    expect(await agent.call('review_take', { text })).toMatchObject({
      isError: true,
      data: { error: { code: 'invalid_input', details: [{ path: 'thread_id' }] } },
    });
    const { data } = await agent.call('review_state');
    expect(data.takes).toEqual({ 'u-1': [] });
    await post(opened.data.url, '/api/done', {});
  });

  it('compares no files outside the project', async () => {
    const agent = await startAgent();
    writeFileSync(join(agent.home, 'secret.txt'), 'hidden\n');
    const outside = join(agent.home, 'secret.txt');
    for (const diff of [
      ['--no-index', 'plan.md', outside],
      ['plan.md', outside],
    ]) {
      const answer = await agent.call('review_open', { diff, open_browser: false });
      if (!answer.isError) pages.push(answer.data.url);
      expect(answer, diff.join(' ')).toMatchObject({
        isError: true,
        data: { error: { code: 'unsafe_path' } },
      });
    }
  });

  it('takes only an existing absolute folder as the project, and keeps paths inside it', async () => {
    const agent = await startAgent();
    for (const projectPath of [
      'relative',
      join(agent.project, 'none'),
      join(agent.project, 'plan.md'),
      7,
    ]) {
      const answer = await agent.call('inline_query', { projectPath, file: 'plan.md' });
      expect(answer).toMatchObject({ isError: true, data: { error: { code: 'invalid_input' } } });
    }
    mkdirSync(join(agent.home, 'secret'));
    writeFileSync(join(agent.home, 'secret', 'x.md'), '> **A:** hidden\n');
    symlinkSync(join(agent.home, 'secret'), join(agent.project, 'link'));
    for (const root of ['..', agent.home, 'link']) {
      const answer = await agent.call('bundle_status', { root });
      expect(answer.data, root).toMatchObject({ error: { code: 'unsafe_path' } });
    }
    for (const file of ['../x.md', '/etc/passwd', 'link/x.md']) {
      const answer = await agent.call('inline_query', { file });
      expect(answer, file).toMatchObject({
        isError: true,
        data: { error: { code: 'unsafe_path' } },
      });
    }
  });

  it('shows no file outside of the project, however git is asked for it', async () => {
    const agent = await startAgent();
    for (const diff of [
      ['/dev/null', '/etc/hosts'],
      ['--', '../home', '.'],
      ['--no-index', 'plan.md', '/etc/hosts'],
    ]) {
      const answer = await agent.call('review_open', { diff, open_browser: false });
      expect(answer, diff.join(' ')).toMatchObject({
        isError: true,
        data: { error: { code: 'unsafe_path' } },
      });
    }
    const inside = await agent.call('review_open', {
      diff: ['HEAD~1...HEAD'],
      open_browser: false,
    });
    expect(inside.data.error).toMatchObject({ code: 'launch_failed' });
  });

  it('starts, answers and lists inline discussions; an array becomes an object', async () => {
    const agent = await startAgent();
    const started = await agent.call('inline_start', {
      file: 'plan.md',
      anchor_line: 3,
      speaker: 'Sage',
      message: 'Why?',
    });
    expect(started).toMatchObject({ isError: false, data: { ok: true } });
    const listed = await agent.call('inline_query', { file: 'plan.md' });
    expect(listed.data.threads).toMatchObject([
      { thread_id: 'T-001', initiator: 'Sage', status: 'OPEN' },
    ]);
  });
});

async function post(url: string, path: string, body: unknown): Promise<void> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
