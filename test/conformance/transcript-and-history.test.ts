import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, type ScratchLaunch, scratchOfTest } from '../support/scratch.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

function scratchWithFiles(): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  return scratch;
}

const historyOf = ({ home }: Scratch) => join(home, '.discuss', 'history');

/** Every transcript below a folder, as `name/file`. */
function transcripts(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();
}

async function finish(review: RunningReview) {
  await review.post('/api/done');
  expect((await review.exit).code).toBe(0);
  return review.events.all.at(-1)?.payload;
}

describe('review 7, transcript', () => {
  it('has the form of the contract, deleted threads included', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md', '--verdict-options', 'ok|no']);
    const first = await review.openThread({ text: 'One', snippet: 'We ship' });
    await review.post(`/api/threads/${first}/replies`, { text: 'A reply' });
    await review.post(`/api/threads/${first}/takes`, { text: 'A take' });
    await review.post(`/api/threads/${first}/resolve`, { decision: 'agreed' });
    const second = await review.openThread({
      text: 'Two',
      anchorStart: 7,
      anchorEnd: 7,
      lineRange: { start: 1, end: 2 },
    });
    await review.delete(`/api/threads/${second}`);
    await review.post('/api/done', { verdict: { optionId: 'ok' } });
    const { payload } = await review.nextEvent('session.done');
    expect(payload).toMatchObject({
      files: [{ id: 'f-1', path: 'plan.md', kind: 'markdown' }],
      threads: [
        {
          id: first,
          fileId: 'f-1',
          anchorStart: 2,
          anchorEnd: 2,
          snippet: 'We ship',
          breadcrumb: 'Release plan',
          text: 'One',
          kind: 'user',
          replies: [{ id: 'r-1', threadId: first, text: 'A reply', createdAt: moment }],
          takes: [{ id: 't-1', threadId: first, text: 'A take', createdAt: moment }],
          resolution: { decision: 'agreed', resolvedAt: moment },
          createdAt: moment,
          deletedAt: null,
        },
        {
          id: second,
          text: 'Two',
          lineRange: { start: 1, end: 2 },
          replies: [],
          takes: [],
          resolution: null,
          deletedAt: moment,
        },
      ],
      verdict: { optionId: 'ok', label: 'Ok', decidedAt: moment },
    });
    expect(Object.keys(payload)).toEqual(['files', 'threads', 'verdict']);
  });

  it('has its threads by file order, then anchor', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md', 'notes.md']);
    const places = [
      ['f-2', 2],
      ['f-1', 9],
      ['f-1', 1],
      ['f-2', 1],
      ['f-1', 4],
      ['f-1', 1],
    ] as const;
    for (const [fileId, anchor] of places) {
      await review.openThread({ fileId, anchorStart: anchor, anchorEnd: anchor });
    }
    const payload = await finish(review);
    const threads = payload?.['threads'] as ReadonlyArray<{ id: string }>;
    expect(threads.map(({ id }) => id)).toEqual(['u-3', 'u-6', 'u-5', 'u-2', 'u-4', 'u-1']);
  });
});

describe('review 7, history', () => {
  it('the file holds the payload of session.done, for its owner alone', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    const payload = await finish(review);
    const [path, ...others] = transcripts(historyOf(scratch));
    expect(others).toEqual([]);
    expect(path).toMatch(/^plan\/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\.json$/);
    const file = join(historyOf(scratch), String(path));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(payload);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each<[string, readonly string[], ScratchLaunch]>([
    ['plan', ['plan.md'], {}],
    ['Entwurf_f_r_heute_', ['Entwurf für heute!.md'], {}],
    ['v1.2-notes', ['v1.2-notes.md'], {}],
    ['unnamed', ['-'], { input: planText }],
    ['multi-2-files', ['plan.md', 'notes.md'], {}],
  ])('the folder is named %s', async (name, words, options) => {
    const scratch = scratchWithFiles();
    scratch.write('Entwurf für heute!.md', planText);
    scratch.write('v1.2-notes.md', planText);
    await finish(await scratch.review(words, options));
    expect(transcripts(historyOf(scratch))).toEqual([expect.stringMatching(`^${name}/`)]);
  });

  it('a name that is taken gets -2, -3: no transcript replaces another', async () => {
    const scratch = scratchWithFiles();
    const folder = join(historyOf(scratch), 'plan');
    const second = (offset: number) =>
      new Date(Date.now() + offset * 1000).toISOString().replace(/\.\d+/, '');
    for (let offset = 0; offset < 30; offset++) {
      scratch.write(join(folder, `${second(offset)}.json`), 'taken');
      scratch.write(join(folder, `${second(offset)}-2.json`), 'taken');
    }
    await finish(await scratch.review(['plan.md']));
    const made = readdirSync(folder).filter(
      (name) => readFileSync(join(folder, name), 'utf8') !== 'taken',
    );
    expect(made).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ-3\.json$/)]);
    expect(readdirSync(folder)).toHaveLength(61);
  });

  it('--history-dir says where', async () => {
    const scratch = scratchWithFiles();
    await finish(await scratch.review(['plan.md', '--history-dir', 'kept']));
    expect(transcripts(join(scratch.directory, 'kept'))).toHaveLength(1);
    expect(transcripts(historyOf(scratch))).toEqual([]);
  });

  it('--no-save writes none', async () => {
    const scratch = scratchWithFiles();
    await finish(await scratch.review(['plan.md', '--no-save']));
    expect(transcripts(historyOf(scratch))).toEqual([]);
  });

  it('review 5: a failed archive write warns on stderr and does not fail the review', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md', '--history-dir', '/dev/null/history']);
    const stream = await review.stream();
    await finish(review);
    await stream.ended;
    expect(review.stderr()).toMatch(/transcript could not be written/);
    expect(stream.events.all.at(-1)?.data).toMatchObject({ transcriptPath: null });
  });

  it('the file is there before a client hears session.done over SSE', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md']);
    const stream = await review.stream();
    await review.post('/api/done');
    const { data } = await stream.nextEvent('session.done');
    expect(existsSync(String(data['transcriptPath']))).toBe(true);
  });
});
