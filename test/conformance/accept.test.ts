import { chmodSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

let scratch: Scratch;
let review: RunningReview;
let file: string;

beforeEach(async () => {
  scratch = scratchOfTest();
  file = scratch.write('plan.md', planText);
  review = await scratch.review(['plan.md']);
});

const onDisk = (): string => readFileSync(file, 'utf8');

/** A suggestion for the phrase "two steps". */
const suggestion = {
  quote: { exact: 'two steps', prefix: 'importer in ', suffix: '.' },
  text: 'Better:',
  intent: 'suggestion',
  replacement: 'three steps',
};

describe('review 8, POST /api/threads/{id}/accept', () => {
  it('writes exactly that span, and resolves the thread', async () => {
    chmodSync(file, 0o640);
    const id = await review.openThread(suggestion);
    expect(await review.post(`/api/threads/${id}/accept`)).toMatchObject({
      status: 200,
      body: { ok: true, sourceVersion: 1 },
    });
    expect(onDisk()).toBe(planText.replace('two steps', 'three steps'));
    expect(statSync(file).mode & 0o777).toBe(0o640);
    const { threads, resolutions } = await review.state();
    expect(threads).toMatchObject([{ id, quote: { exact: 'three steps' } }]);
    expect(resolutions).toHaveProperty(id);
    expect((await review.nextEvent('source.updated')).payload).toMatchObject({ fileId: 'f-1' });
  });

  it('a text that the page has not seen yet is kept: only the span is written', async () => {
    const id = await review.openThread(suggestion);
    const edited = planText.replace('# Release plan', '# The release plan');
    scratch.write('plan.md', edited);
    expect((await review.post(`/api/threads/${id}/accept`)).status).toBe(200);
    expect(onDisk()).toBe(edited.replace('two steps', 'three steps'));
  });

  it('is 409 suggestion_conflict with what differs when the file has not that span any more', async () => {
    const id = await review.openThread(suggestion);
    const edited = planText.replace('two steps', 'many careful steps');
    scratch.write('plan.md', edited);
    const answer = await review.post(`/api/threads/${id}/accept`);
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'suggestion_conflict' } } });
    expect(JSON.stringify(answer.body)).toContain('two steps');
    expect(onDisk()).toBe(edited);
    expect((await review.state()).resolutions).toEqual({});
  });

  it('is refused where there is nothing to write, and changes nothing', async () => {
    const plain = await review.openThread();
    for (const id of [plain, 'u-9']) {
      expect(await review.post(`/api/threads/${id}/accept`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
    const id = await review.openThread(suggestion);
    unlinkSync(join(scratch.directory, 'plan.md'));
    const gone = await review.post(`/api/threads/${id}/accept`);
    expect(gone.status).toBeGreaterThanOrEqual(400);
    expect(gone.status).toBeLessThan(500);
    expect((await review.state()).resolutions).toEqual({});
  });

  it('accepting twice writes once', async () => {
    const id = await review.openThread(suggestion);
    await review.post(`/api/threads/${id}/accept`);
    const written = onDisk();
    expect((await review.post(`/api/threads/${id}/accept`)).status).toBe(200);
    expect(onDisk()).toBe(written);
  });
});
