import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { scratchOfTest } from '../support/scratch.ts';
import { mountTinyDisk, tinyDiskObstacle } from '../support/tiny-disk.ts';

const obstacle = tinyDiskObstacle(mkdtempSync(join(tmpdir(), 'discuss-probe-')));

/** A review whose home is a disk of two megabytes. */
async function reviewOnTinyDisk(...words: readonly string[]) {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  const disk = mountTinyDisk(scratch.home, 2 * 1024 * 1024);
  onTestFinished(() => disk.unmount());
  return { scratch, disk, review: await scratch.review(['plan.md', ...words]) };
}

/** Opens threads until one is refused; answers the ids of those that were acknowledged, and the refusal. */
async function writeUntilRefused(review: RunningReview) {
  const text = 'x'.repeat(50_000);
  const ids: string[] = [];
  for (;;) {
    const { status, body } = await review.post('/api/threads', {
      anchorStart: 2,
      anchorEnd: 2,
      snippet: '',
      text,
    });
    if (status !== 200) return { ids, status, body };
    ids.push(String(body['id']));
  }
}

/** Takes all the room that is left; answers the files that hold it. */
function fillUp(folder: string): readonly string[] {
  const fillers: string[] = [];
  for (let size = 65_536; size >= 512; ) {
    const filler = join(folder, `filler-${fillers.length}`);
    fillers.push(filler);
    try {
      writeFileSync(filler, Buffer.alloc(size));
    } catch {
      size /= 2;
    }
  }
  return fillers;
}

describe.skipIf(obstacle !== undefined)(`a disk without room (${obstacle ?? 'tmpfs'})`, () => {
  it('refuses in the words of the API, keeps what was acknowledged, and goes on once there is room', async () => {
    const { scratch, review } = await reviewOnTinyDisk();
    const filler = join(scratch.home, 'filler');
    writeFileSync(filler, Buffer.alloc(1024 * 1024));
    const { ids, status, body } = await writeUntilRefused(review);
    expect({ status, body }).toMatchObject({
      status: 500,
      body: { error: { code: 'store_error', message: expect.stringContaining('full') } },
    });
    const draft = { anchorStart: 1, anchorEnd: 1, text: 'y'.repeat(50_000) };
    expect(await review.post('/api/drafts/new-thread', draft)).toMatchObject({
      status: 500,
      body: { error: { code: 'store_error' } },
    });
    expect((await review.state()).threads.map(({ id }) => id)).toEqual(ids);
    rmSync(filler);
    ids.push(await review.openThread({ text: 'There is room again' }));
    expect((await review.post('/api/drafts/new-thread', draft)).status).toBe(200);
    await review.kill('SIGKILL');
    const again = await scratch.review(['plan.md']);
    expect((await again.state()).threads.map(({ id }) => id)).toEqual(ids);
    expect((await again.state()).drafts.newThread['f-1|1-1']?.text).toBe(draft.text);
  });

  it('keeps the review running when its end cannot be stored, and ends it once there is room', async () => {
    const { scratch, review } = await reviewOnTinyDisk('--verdict-options', 'approve|decline');
    const ballast = join(scratch.home, 'ballast');
    writeFileSync(ballast, Buffer.alloc(512 * 1024));
    const { ids } = await writeUntilRefused(review);
    const fillers = [ballast, ...fillUp(scratch.home)];
    // The log of the store may still have room inside, which this takes more of than what was refused.
    const verdict = { optionId: 'approve', feedback: 'y'.repeat(60_000) };
    expect(await review.post('/api/done', { verdict })).toMatchObject({
      status: 500,
      body: { error: { code: 'store_error' } },
    });
    expect((await review.state()).threads.map(({ id }) => id)).toEqual(ids);
    for (const filler of fillers) rmSync(filler);
    expect((await review.post('/api/done', { verdict })).status).toBe(200);
    expect((await review.exit).code).toBe(0);
  });

  it('at the start is exit 1 with words', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const disk = mountTinyDisk(scratch.home, 64 * 1024);
    onTestFinished(() => disk.unmount());
    writeFileSync(join(scratch.home, 'filler'), Buffer.alloc(60 * 1024));
    const launched = scratch.launch(['plan.md', '--no-open', '--port', '0']);
    expect((await launched.exit).code).toBe(1);
    expect(launched.stdout()).toBe('');
    expect(launched.stderr()).toContain('user.db');
  });
});

describe.skipIf(obstacle !== undefined)(
  `a file system that cannot be written (${obstacle ?? 'tmpfs'})`,
  () => {
    it('is exit 1 at the start and names DISCUSS_STORE', async () => {
      const { scratch, disk, review } = await reviewOnTinyDisk();
      await review.kill('SIGKILL');
      disk.readOnly(true);
      const launched = scratch.launch(['plan.md', '--no-open', '--port', '0']);
      expect((await launched.exit).code).toBe(1);
      expect(launched.stdout()).toBe('');
      expect(launched.stderr()).toContain('DISCUSS_STORE');
    });
  },
);
