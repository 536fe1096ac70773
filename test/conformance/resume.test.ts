import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

function scratchWithFiles(): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  return scratch;
}

/** A review with a thread, killed without warning. */
async function killedReview(scratch: Scratch, words: readonly string[] = ['plan.md']) {
  const review = await scratch.review(words);
  await review.openThread({ fileId: 'f-1' });
  await review.kill('SIGKILL');
  return review;
}

async function finish(review: RunningReview): Promise<void> {
  await review.post('/api/done');
  expect((await review.exit).code).toBe(0);
}

describe('review 8, the unfinished review after kill -9', () => {
  it('is resumed by the same command, with everything in it, which stderr says', async () => {
    const scratch = scratchWithFiles();
    const before = await scratch.review(['plan.md']);
    const id = await before.openThread({ text: 'Kept' });
    await before.post(`/api/threads/${id}/replies`, { text: 'Kept too' });
    await before.post(`/api/threads/${id}/takes`, { text: 'And this' });
    await before.post(`/api/threads/${id}/resolve`, { decision: 'done' });
    await before.post('/api/drafts/followup', { threadId: id, text: 'Half a' });
    await before.post('/api/drafts/new-thread', { anchorStart: 3, anchorEnd: 3, text: 'Half b' });
    const { review: facts, ...state } = await before.state();
    await before.kill('SIGKILL');
    const after = await scratch.review(['plan.md']);
    const { review: resumedFacts, ...resumed } = await after.state();
    expect(resumed).toEqual(state);
    expect(resumedFacts).toMatchObject({ id: facts.id, startedAt: facts.startedAt });
    expect(after.started.payload).toMatchObject({
      review_id: before.id,
      resumed: true,
      started_at: facts.startedAt,
    });
    expect(after.stderr()).toMatch(/resuming the review of .*plan\.md .*\n/);
  });

  it('goes on counting ids where it stopped', async () => {
    const scratch = scratchWithFiles();
    await killedReview(scratch);
    const after = await scratch.review(['plan.md']);
    expect(await after.openThread()).toBe('u-2');
    await finish(after);
  });

  it('does not repeat earlier events on stdout; they are in the state', async () => {
    const scratch = scratchWithFiles();
    await killedReview(scratch);
    const after = await scratch.review(['plan.md']);
    const id = await after.openThread();
    expect((await after.events.next()).payload).toMatchObject({ id });
    expect((await after.state()).threads).toHaveLength(2);
  });

  it('is resumed by --resume, and left alone by --fresh', async () => {
    const scratch = scratchWithFiles();
    const before = await killedReview(scratch);
    const fresh = await scratch.review(['plan.md', '--fresh']);
    expect(fresh.started.payload).not.toHaveProperty('resumed');
    expect((await fresh.state()).threads).toEqual([]);
    await finish(fresh);
    const resumed = await scratch.review(['plan.md', '--resume']);
    expect(resumed.id).toBe(before.id);
    expect((await resumed.state()).threads).toHaveLength(1);
  });

  it('is the one of the same files: by another path, through a link, from another folder', async () => {
    const scratch = scratchWithFiles();
    const before = await killedReview(scratch);
    symlinkSync('plan.md', join(scratch.directory, 'link.md'));
    const absolute = join(scratch.directory, 'plan.md');
    const ways = [
      [['./plan.md'], {}],
      [['link.md'], {}],
      [[absolute], { directory: scratch.home }],
    ] as const;
    for (const [words, options] of ways) {
      const again = await scratch.review(words, options);
      expect([words, again.id]).toEqual([words, before.id]);
      await again.kill('SIGKILL');
    }
  });

  it('is not the one of other files, or of more files', async () => {
    const scratch = scratchWithFiles();
    await killedReview(scratch);
    for (const words of [['notes.md'], ['plan.md', 'notes.md']]) {
      const other = await scratch.review(words);
      expect(other.started.payload).not.toHaveProperty('resumed');
      expect((await other.state()).threads).toEqual([]);
    }
  });

  it('is never resumed for standard input', async () => {
    const scratch = scratchWithFiles();
    const first = await scratch.review(['-'], { input: planText });
    await first.openThread();
    await first.kill('SIGKILL');
    const second = await scratch.review(['-'], { input: planText });
    expect(second.started.payload).not.toHaveProperty('resumed');
    expect((await second.state()).threads).toEqual([]);
  });

  it('--resume where there is none is exit 1 and says what to do', async () => {
    const scratch = scratchWithFiles();
    const launched = scratch.launch(['plan.md', '--resume', '--no-open', '--port', '0']);
    expect((await launched.exit).code).toBe(1);
    expect(launched.stdout()).toBe('');
    expect(launched.stderr()).toMatch(/no unfinished review of .*plan\.md.*\n {2}\S/);
  });
});

describe('review 8, a finished review', () => {
  it('is never resumed: the next run has fresh ids and an empty state', async () => {
    const scratch = scratchWithFiles();
    const first = await scratch.review(['plan.md']);
    await first.openThread();
    await finish(first);
    const second = await scratch.review(['plan.md']);
    expect(second.id).not.toBe(first.id);
    expect(second.started.payload).not.toHaveProperty('resumed');
    expect(await second.state()).toMatchObject({ threads: [], drafts: { newThread: {} } });
    expect(await second.openThread()).toBe('u-1');
  });

  it('is not resumed by --resume either', async () => {
    const scratch = scratchWithFiles();
    await finish(await scratch.review(['plan.md']));
    const launched = scratch.launch(['plan.md', '--resume', '--no-open', '--port', '0']);
    expect((await launched.exit).code).toBe(1);
  });

  it('that came after an unfinished one lets no older review come back by itself', async () => {
    const scratch = scratchWithFiles();
    const older = await killedReview(scratch);
    await finish(await scratch.review(['plan.md', '--fresh']));
    const next = await scratch.review(['plan.md']);
    expect(next.started.payload).not.toHaveProperty('resumed');
    expect((await next.state()).threads).toEqual([]);
    expect(next.stderr()).toMatch(/unfinished review .*--resume/);
    await next.kill('SIGKILL');
    await finish(await scratch.review(['plan.md', '--resume']));
    expect((await scratch.review(['plan.md', '--resume'])).id).toBe(older.id);
  });
});

describe('review 8, one process, one review', () => {
  it('a review whose process still runs is not resumed; stderr names its address', async () => {
    const scratch = scratchWithFiles();
    const first = await scratch.review(['plan.md']);
    await first.openThread();
    for (const word of [[], ['--resume'], ['--fresh']]) {
      const second = await scratch.review(['plan.md', ...word]);
      expect(second.id).not.toBe(first.id);
      expect(second.stderr()).toContain(first.url);
      expect((await second.state()).threads).toEqual([]);
      await finish(second);
    }
    expect((await first.state()).threads).toHaveLength(1);
  });

  it('of two launches at the same moment neither takes the other one over', async () => {
    const scratch = scratchWithFiles();
    await killedReview(scratch);
    const [one, other] = await Promise.all([
      scratch.review(['plan.md']),
      scratch.review(['plan.md']),
    ]);
    expect(one.id).not.toBe(other.id);
  });

  it.each([['--resume'], ['--fresh']])(
    'a launch on the port of the killed review does not wait for itself to answer (%s)',
    { timeout: 8_000 },
    async (word) => {
      const scratch = scratchWithFiles();
      const before = await killedReview(scratch);
      const { port } = new URL(before.url);
      const after = await scratch.review(['plan.md', word, '--port', port]);
      expect(after.url).toBe(before.url);
      expect(after.id === before.id).toBe(word === '--resume');
    },
  );

  it('another program on the port of a killed review is no running review', async () => {
    const scratch = scratchWithFiles();
    const before = await killedReview(scratch);
    const { port } = new URL(before.url);
    const other = scratch.launch(['notes.md', '--no-open', '--port', port]);
    await other.events.next();
    const after = await scratch.review(['plan.md']);
    expect(after.id).toBe(before.id);
    expect(after.started.payload).toMatchObject({ resumed: true });
  });
});
