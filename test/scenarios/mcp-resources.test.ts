import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { connectAgent, type McpAgent, serveMcp, type Way, ways } from '../support/mcp-agent.ts';
import { messageQueue } from '../support/message-queue.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { scratchOfTest } from '../support/scratch.ts';

const context = `ctx-v1-${'a'.repeat(64)}`;
const other = `ctx-v1-${'b'.repeat(64)}`;

/** A batch that begins a discussion, or asks a further question in it. */
function batch(id: string, revision: number, owner = context) {
  const question = { op: 'question', id: `q-${revision}`, text: 'Which way?', ordinal: revision };
  const start = { op: 'start', text: `About ${id}` };
  return {
    ...{ id, context: owner, if_revision: revision, request_id: `r-${revision}` },
    operations: revision === 0 ? [start, question] : [question],
  };
}

/** Hears of changes: of the list as `list`, of a resource as its address. */
async function listenTo(agent: McpAgent, way: Way, uris: readonly string[]) {
  const heard = messageQueue<string>(() => `${way.transport} ${way.revision}`);
  const { client } = agent;
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    heard.push(params.uri),
  );
  client.setNotificationHandler('notifications/resources/list_changed', () => heard.push('list'));
  if (way.revision === '2026-07-28') {
    const filter = { resourceSubscriptions: [...uris], resourcesListChanged: true };
    const { honoredFilter } = await client.listen(filter);
    expect(honoredFilter).toEqual(filter);
  } else for (const uri of uris) await client.subscribeResource({ uri });
  return { of: (wanted: string) => heard.nextWhere((uri) => uri === wanted, wanted) };
}

async function readText({ client }: McpAgent, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri }, { cacheMode: 'refresh' });
  const [content] = contents;
  return content !== undefined && 'text' in content ? content.text : '';
}

describe.each(ways)('agents 2: resources over $transport in the revision $revision', (way) => {
  it('are listed, read, and tell of changes that anybody makes', async () => {
    const agent = await connectAgent(way);
    const { scratch, client } = agent;
    scratch.write('plan.md', '# Plan\n\nText.\n');
    const review = await scratch.review(['plan.md']);
    await runDiscuss(scratch, ['init']);
    await agent.call('discussion', { action: 'apply', input: batch('plan', 0) });
    const made = await agent.call('bundle_new', { topic: 'Parser fix' });
    expect(made.isError).toBe(false);
    const list = async () =>
      (await client.listResources(undefined, { cacheMode: 'refresh' })).resources;
    const resources = await list();
    const byKind = (kind: string) =>
      resources.filter(({ uri }) => uri.startsWith(`discuss://${kind}/`)).map(({ uri }) => uri);
    expect(byKind('review')).toEqual([`discuss://review/${review.id}`]);
    expect(byKind('ledger')).toEqual([
      expect.stringMatching(/^discuss:\/\/ledger\/[0-9a-f]{16}\/plan$/),
    ]);
    expect(byKind('bundle')).toEqual([
      expect.stringMatching(/^discuss:\/\/bundle\/[0-9a-f]{16}\/\d{4}-\d\d-\d\d-no1-parser-fix$/),
    ]);
    const [reviewUri = '', ledgerUri = '', bundleUri = ''] = resources.map(({ uri }) => uri);
    const told = await listenTo(agent, way, [reviewUri, ledgerUri, bundleUri]);

    await review.openThread({ text: 'Why?' });
    await told.of(reviewUri);
    expect(JSON.parse(await readText(agent, reviewUri))).toMatchObject({
      threads: [{ text: 'Why?' }],
    });

    const asked = JSON.stringify(batch('plan', 1));
    expect(await runDiscuss(scratch, ['ledger', 'apply', '--json', '-'], asked)).toMatchObject({
      code: 0,
    });
    await told.of(ledgerUri);
    expect(await readText(agent, ledgerUri)).toMatch(/# About plan[\s\S]*Which way\?/);

    appendFileSync(join(made.data.root, 'index.md'), '\nWritten by hand.\n');
    await told.of(bundleUri);
    expect(await readText(agent, bundleUri)).toContain('Written by hand.');

    const pause = { ...batch('plan', 2), operations: [{ op: 'pause', reason: 'Enough' }] };
    expect(await agent.call('discussion', { action: 'apply', input: pause })).toMatchObject({
      data: { revision: 3 },
    });
    const begun = JSON.stringify(batch('next', 0));
    expect(await runDiscuss(scratch, ['ledger', 'apply', '--json', '-'], begun)).toMatchObject({
      code: 0,
    });
    await told.of('list');
    expect((await list()).map(({ title }) => title)).toContain('About next');

    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'discuss://review/{id}',
      'discuss://ledger/{project}/{id}',
      'discuss://bundle/{project}/{id}',
    ]);
  });
});

describe('agents 2: what resources reach', () => {
  it('is the projects and contexts that the client has named, and no path', async () => {
    const scratch = scratchOfTest();
    const outside = join(scratch.home, 'outside');
    mkdirSync(join(outside, '2026-11-30-no1-secret'), { recursive: true });
    writeFileSync(join(outside, '2026-11-30-no1-secret', 'index.md'), 'secret');
    symlinkSync(outside, join(scratch.directory, 'discussion'));
    await runDiscuss(scratch, ['init']);
    for (const [id, owner] of [
      ['mine', context],
      ['theirs', other],
    ] as const) {
      const input = JSON.stringify(batch(id, 0, owner));
      expect(await runDiscuss(scratch, ['ledger', 'apply', '--json', '-'], input)).toMatchObject({
        code: 0,
      });
    }
    // A server that was started elsewhere, by a client that has named nothing yet.
    const url = await serveMcp({
      launch: (words, options) => scratch.launch(words, { ...options, directory: scratch.home }),
    });
    const agent = await connectAgent(
      { transport: 'http', revision: '2025-11-25' },
      { scratch, url },
    );
    const uris = async () => (await agent.client.listResources()).resources.map(({ uri }) => uri);
    expect(await uris()).toEqual([]);
    await agent.call('discussion', { action: 'current', context });
    const [mine = '', ...more] = await uris();
    expect(mine).toMatch(/\/mine$/);
    expect(more, 'neither the discussion of another context nor a bundle behind a link').toEqual(
      [],
    );
    expect(await readText(agent, mine)).toContain('About mine');

    const stranger = await connectAgent(
      { transport: 'http', revision: '2025-11-25' },
      { scratch, url },
    );
    const [, , , key = ''] = mine.split('/');
    for (const uri of [
      mine.replace(/mine$/, 'theirs'),
      mine.replace(key, '0'.repeat(16)),
      mine.replace('ledger', 'bundle').replace(/mine$/, '2026-11-30-no1-secret'),
      ...['..', '%2e%2e', '..%2f..%2fetc', '%00', 'mine/', 'mine?x', 'm%69ne', '%'].map((id) =>
        mine.replace(/mine$/, id),
      ),
      `discuss://ledger/${encodeURIComponent(scratch.directory)}/mine`,
      'discuss://review/none',
      'discuss://review/',
      'file:///etc/passwd',
      'no address',
      `discuss://review/${'x'.repeat(100_000)}`,
    ]) {
      for (const { client } of [agent, stranger]) {
        await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602 });
      }
    }
    await expect(stranger.client.readResource({ uri: mine })).rejects.toMatchObject({
      code: -32602,
    });
  });

  it('takes in the roots that a client of the older revision names', async () => {
    for (const way of ways.filter(({ revision }) => revision === '2025-11-25')) {
      const scratch = scratchOfTest();
      const project = join(scratch.home, 'project');
      mkdirSync(join(project, 'discussion', '2026-11-30-no1-rooted'), { recursive: true });
      const agent = await connectAgent(way, {
        scratch,
        client: { capabilities: { roots: { listChanged: true } } },
      });
      let roots = [
        { uri: 'https://example.org/' },
        { uri: pathToFileURL(join(scratch.home, 'none')).href },
      ];
      agent.client.setRequestHandler('roots/list', () => ({ roots }));
      const names = async () =>
        (await agent.client.listResources()).resources.map(({ name }) => name);
      expect(await names()).toEqual([]);
      roots = [{ uri: pathToFileURL(project).href }];
      await agent.client.sendRootsListChanged();
      expect(await names()).toEqual(['2026-11-30-no1-rooted']);
    }
  });
});
