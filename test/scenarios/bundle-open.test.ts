import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { questionerIn, scopeQuestion } from '../support/questioner.ts';
import { readEventStream } from '../support/read-event-stream.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { reviewClient } from '../support/running-review.ts';
import { scratchOfTest } from '../support/scratch.ts';

/** A bundle that is shown, and somebody who asks in it. */
async function openBundle(...words: readonly string[]) {
  const scratch = scratchOfTest();
  const asked = await questionerIn(scratch);
  const { root } = await asked.bundle('new', 'Parser fix', '--goal', 'A right parser');
  const shown = scratch.launch(['bundle', 'open', String(root), '--no-open', ...words]);
  const { payload } = await shown.nextEvent('view.started');
  return {
    scratch,
    shown,
    payload,
    root: String(root),
    ...asked,
    ...reviewClient(String(payload['url'])),
  };
}

describe('discuss bundle open', () => {
  it('serves the record, tells of each change, takes an answer, and ends when it is asked to', async () => {
    const { shown, payload, root, bundle, get, post, url } = await openBundle();
    await shown.nextWords(`listening on ${url}`);
    expect(payload).toEqual({ url, root });
    expect((await get('/api/room')).body).toEqual({ room: `bundle:${root}` });
    expect((await get('/api/record')).body).toMatchObject({
      root,
      record: { mode_status: 'Active', goal: 'A right parser', entries: [] },
      problem: null,
      findings: [],
      files: [
        { path: 'index.md' },
        { path: 'context.md' },
        { path: 'decisions.md' },
        { path: 'actions.md' },
        { path: 'evidence.md' },
      ],
    });
    const stream = await readEventStream(`${url}/api/events`);
    await stream.nextEvent('record.changed');
    await bundle(...scopeQuestion);
    const { data } = await stream.nextEvent('questions.changed');
    const [question] = data['questions'] as readonly { ref: string }[];
    expect((await get('/api/questions')).body).toEqual(data);
    const answered = await post('/api/questions/answer', { ref: question?.ref, choice: 2 });
    expect(answered).toMatchObject({ status: 200, body: { recorded: { number: 2 }, next: null } });
    await stream.nextEvent('record.changed');
    expect((await get('/api/record')).body).toMatchObject({
      record: { entries: [{ id: 'Q001', kind: 'question', title: 'Scope', status: 'Answered' }] },
    });
    expect(await (await fetch(`${url}/`)).text()).toContain('<title>discuss: record</title>');
    const paths = (await get('/api/openapi.json')).body['paths'] as object;
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/record', '/api/questions', '/api/events']),
    );
    expect(await shown.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    await stream.ended;
  });

  it('shows what is invalid, interrupted or no record at all, and says so', async () => {
    const { root, get, url } = await openBundle('--private');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\w{24}$/);
    writeFileSync(join(root, 'stray.md'), 'Not declared.\n');
    expect((await get('/api/record')).body).toMatchObject({
      record: { mode_status: 'Active' },
      findings: [{ path: 'stray.md' }],
      files: expect.arrayContaining([{ path: 'stray.md', html: expect.any(String) }]),
    });
    rmSync(join(root, 'stray.md'));
    const stream = await readEventStream(`${url}/api/events`);
    await stream.nextEvent('record.changed');
    writeFileSync(join(root, '.discuss-journal.json'), '{');
    await stream.nextEvent('record.changed');
    expect((await get('/api/record')).body).toMatchObject({
      record: { mode_status: 'Active' },
      findings: [{ rule: 'interrupted_write', next: expect.stringContaining('doctor --repair') }],
    });
    // A journal that has gone is nothing that anybody tells of.
    rmSync(join(root, '.discuss-journal.json'));
    await stream.nextEvent('record.changed');
    expect((await get('/api/record')).body).toMatchObject({ findings: [] });
    writeFileSync(join(root, 'index.md'), '# Something else\n');
    expect((await get('/api/record')).body).toMatchObject({
      record: null,
      problem: { code: 'not_a_bundle' },
      files: expect.arrayContaining([{ path: 'decisions.md', html: expect.any(String) }]),
    });
    rmSync(root, { recursive: true });
    expect((await get('/api/record')).body).toMatchObject({ problem: { code: 'not_found' } });
  });

  it('never guesses which record is meant', async () => {
    const scratch = scratchOfTest();
    const { bundle } = await questionerIn(scratch);
    const { root } = await bundle('new', 'Parser fix');
    const refused = await runDiscuss(scratch, ['bundle', 'open', '--no-open']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('ambiguous_root');
    expect((await runDiscuss(scratch, ['bundle', 'open', '--prot'])).code).toBe(2);
    expect((await runDiscuss(scratch, ['bundle', 'open', 'nowhere'])).stderr).toContain(
      'not_found',
    );
    const environment = { DISCUSS_CONTEXT: 'ctx-v1-test' };
    const shown = scratch.launch(['bundle', 'open', '--no-open'], { environment });
    expect((await shown.nextEvent('view.started')).payload).toMatchObject({ root });
  });
});
