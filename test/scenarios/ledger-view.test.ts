import { describe, expect, it } from 'vitest';
import { correctAnswer, startScenario } from '../support/ledger-scenario.ts';
import { readEventStream } from '../support/read-event-stream.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { scratchOfTest } from '../support/scratch.ts';

type Json = Readonly<Record<string, unknown>>;

async function get(url: string): Promise<Json> {
  return (await (await fetch(url)).json()) as Json;
}

describe('discuss ledger view', () => {
  it('serves a discussion to a person, tells of each revision, and ends when it is asked to', async () => {
    const scratch = scratchOfTest();
    await startScenario(scratch);
    const shown = scratch.launch(['ledger', 'view', 'cache', '--no-open']);
    const { payload } = await shown.nextEvent('view.started');
    const url = String(payload['url']);
    await shown.nextWords(`listening on ${url}`);
    expect(await get(`${url}/api/room`)).toEqual({ room: 'ledger:cache' });
    expect(await get(`${url}/api/ledger`)).toMatchObject({
      title: 'Which cache?',
      state: 'active',
      revision: 1,
      pending: ['q-size'],
      items: expect.arrayContaining([expect.objectContaining({ id: 's-disk', stale: false })]),
    });
    const stream = await readEventStream(`${url}/api/events`);
    expect((await stream.nextEvent('ledger.changed')).data).toEqual({ revision: 1 });
    await correctAnswer(scratch);
    expect((await stream.nextEvent('ledger.changed')).data).toEqual({ revision: 2 });
    expect((await get(`${url}/api/ledger`))['items']).toContainEqual(
      expect.objectContaining({ id: 's-disk', stale: true }),
    );
    expect(await get(`${url}/api/ledger/items/a-store/history?limit=1&offset=1`)).toMatchObject({
      item: 'a-store',
      total: 2,
      changes: [{ revision: 2, effect: 'named', operation: { op: 'revise' } }],
    });
    expect(await get(`${url}/api/ledger/items/none/history`)).toMatchObject({
      error: { code: 'item_missing' },
    });
    expect(Object.keys((await get(`${url}/api/openapi.json`))['paths'] as Json)).toContain(
      '/api/ledger',
    );
    expect(await (await fetch(`${url}/`)).text()).toContain('<title>discuss: ledger</title>');
    expect(await shown.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    await stream.ended;
  });

  it('says what is wrong in one line of JSON', async () => {
    const scratch = scratchOfTest();
    const view = async (...words: readonly string[]) => {
      const { code, stderr } = await runDiscuss(scratch, ['ledger', 'view', ...words]);
      return [code, (JSON.parse(stderr) as { error: Json }).error['code']];
    };
    expect(await view('cache')).toEqual([1, 'store_missing']);
    await startScenario(scratch);
    expect(await view('other')).toEqual([1, 'not_found']);
    expect(await view()).toEqual([2, 'invalid_input']);
  });

  it('reads the store that is named', async () => {
    const scratch = scratchOfTest();
    await startScenario(scratch);
    const shown = scratch.launch(
      [
        'ledger',
        'view',
        'cache',
        '--no-open',
        '--store',
        `${scratch.directory}/.discuss/discuss.db`,
      ],
      { directory: scratch.home },
    );
    const { payload } = await shown.nextEvent('view.started');
    expect(await get(`${payload['url']}/api/ledger`)).toMatchObject({ id: 'cache' });
    expect(await shown.kill('SIGINT')).toEqual({ code: 0, signal: null });
  });
});
