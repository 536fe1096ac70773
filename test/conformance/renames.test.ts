import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteText, planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';
import { gitIn } from '../support/scratch-git.ts';

const laterText = planText.replace('We ship', 'A new paragraph.\n\nWe ship');
const editedText = planText.replace('two steps', 'three steps');

let scratch: Scratch;

beforeEach(() => {
  scratch = scratchOfTest();
});

const inWork = (path: string): string => join(scratch.directory, path);

function move(from: string, to: string): void {
  mkdirSync(join(inWork(to), '..'), { recursive: true });
  renameSync(inWork(from), inWork(to));
}

/** A review of plan.md, or of the file at `path`, with a thread on its second block; its page is connected. */
async function reviewWithThread(path = 'plan.md', words: readonly string[] = []) {
  scratch.write(path, planText);
  const review = await scratch.review([path, ...words]);
  const stream = await review.stream();
  await review.openThread({ fileId: 'f-1', text: 'Keep me' });
  return { review, stream };
}

/** What a review shows after its file was found at another place. */
async function pathsAndThreads(review: RunningReview) {
  const { files, threads, review: facts } = await review.state();
  return {
    paths: files.map(({ path }) => path),
    threads: threads.map(({ text, anchorStart, orphaned }) => [text, anchorStart, orphaned]),
    sourceFile: facts.sourceFile,
  };
}

const kept = (path: string) => ({
  paths: [path],
  threads: [['Keep me', 2, undefined]],
  sourceFile: inWork(path),
});

describe('anchoring contract, renaming the file of a review that runs keeps its threads', () => {
  it('shows the new path, tells the page, and follows what is written there', async () => {
    const { review, stream } = await reviewWithThread();
    move('plan.md', 'docs/plan-v2.md');
    const { data } = await stream.nextEvent('file.renamed');
    expect(data).toEqual({ fileId: 'f-1', path: 'docs/plan-v2.md' });
    expect(await pathsAndThreads(review)).toEqual(kept('docs/plan-v2.md'));
    expect(review.stderr()).toContain('plan.md is docs/plan-v2.md now');
    scratch.write('docs/plan-v2.md', laterText);
    const { payload } = await review.nextEvent('source.updated');
    expect(payload).toMatchObject({ threadAnchors: [{ threadId: 'u-1', anchorStart: 3 }] });
    // The former place means nothing any more.
    scratch.write('plan.md', '# Another\n');
    scratch.write('docs/plan-v2.md', planText);
    expect((await review.nextEvent('source.updated')).payload).toMatchObject({
      markdown: planText,
    });
  });

  it('a path that was given as absolute stays so', async () => {
    scratch.write('plan.md', planText);
    const review = await scratch.review([inWork('plan.md')]);
    const stream = await review.stream();
    move('plan.md', 'other.md');
    expect((await stream.nextEvent('file.renamed')).data['path']).toBe(inWork('other.md'));
  });

  it('takes an edit along that was made together with the rename', async () => {
    const { review, stream } = await reviewWithThread();
    move('plan.md', 'plan-v2.md');
    writeFileSync(inWork('plan-v2.md'), editedText);
    await stream.nextEvent('file.renamed');
    expect((await review.nextEvent('source.updated')).payload).toMatchObject({
      markdown: editedText,
      orphanedThreadIds: [],
    });
  });

  it('follows a file whose folder is renamed, and back again', async () => {
    const { review, stream } = await reviewWithThread('docs/sub/plan.md');
    move('docs', 'guide');
    await stream.nextEvent('file.renamed');
    expect(await pathsAndThreads(review)).toEqual(kept('guide/sub/plan.md'));
    move('guide', 'docs');
    await stream.nextEvent('file.renamed');
    expect(await pathsAndThreads(review)).toEqual(kept('docs/sub/plan.md'));
  });

  it('follows a file that was copied to its new place and then removed', async () => {
    const { stream } = await reviewWithThread();
    mkdirSync(inWork('far'));
    copyFileSync(inWork('plan.md'), inWork('far/plan.md'));
    rmSync(inWork('plan.md'));
    expect((await stream.nextEvent('file.renamed')).data['path']).toBe('far/plan.md');
  });

  it('a discussion in the file is answered at the new place', async () => {
    scratch.write('plan.md', `${planText}\n> **Ada**: Which rows?\n`);
    const review = await scratch.review(['plan.md']);
    const stream = await review.stream();
    move('plan.md', 'renamed.md');
    await stream.nextEvent('file.renamed');
    const thread = (await review.state()).threads[0];
    await review.post(`/api/threads/${thread?.id}/replies`, { text: 'All of them.' });
    expect(readFileSync(inWork('renamed.md'), 'utf8')).toContain('All of them.');
  });

  it('a suggestion is written into the file at the new place', async () => {
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const stream = await review.stream();
    const quote = { exact: 'two steps', prefix: 'importer in ', suffix: '.' };
    const suggestion = { intent: 'suggestion', replacement: 'three steps', quote };
    const id = await review.openThread(suggestion);
    move('plan.md', 'renamed.md');
    await stream.nextEvent('file.renamed');
    expect(await review.post(`/api/threads/${id}/accept`)).toMatchObject({ status: 200 });
    expect(readFileSync(inWork('renamed.md'), 'utf8')).toBe(editedText);
  });

  it('the transcript is filed under the new name, and names the new path', async () => {
    const { review, stream } = await reviewWithThread();
    move('plan.md', 'renamed.md');
    await stream.nextEvent('file.renamed');
    const { review: facts } = await review.state();
    expect(facts.transcriptFolder).toBe(join(scratch.home, '.discuss/history/renamed'));
    await review.post('/api/done');
    const { data } = await stream.nextEvent('session.done');
    expect(data['files']).toEqual([{ id: 'f-1', path: 'renamed.md', kind: 'markdown' }]);
    expect(data['transcriptPath']).toContain('/history/renamed/');
  });

  it('is found by git as well: git mv, and a branch on which the file has another name and text', async () => {
    const git = gitIn(scratch);
    scratch.write('plan.md', planText);
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'One');
    git('switch', '-q', '-c', 'renamed');
    git('mv', 'plan.md', 'elsewhere.md');
    scratch.write('elsewhere.md', editedText);
    git('commit', '-q', '-a', '-m', 'Two');
    git('switch', '-q', 'main');
    const { review, stream } = await reviewWithThread();
    git('mv', 'plan.md', 'docs.md');
    expect((await stream.nextEvent('file.renamed')).data['path']).toBe('docs.md');
    git('mv', 'docs.md', 'plan.md');
    expect((await stream.nextEvent('file.renamed')).data['path']).toBe('plan.md');
    git('switch', '-q', 'renamed');
    expect((await stream.nextEvent('file.renamed')).data['path']).toBe('elsewhere.md');
    expect((await review.nextEvent('source.updated')).payload['orphanedThreadIds']).toEqual([]);
  });
});

describe('what is no rename leaves the review where it was', () => {
  const gone = 'plan.md is not there any more';

  it('an editor that removes the file and writes it anew, and a backup under another name', async () => {
    const { review } = await reviewWithThread();
    renameSync(inWork('plan.md'), inWork('plan.md~'));
    scratch.write('plan.md', laterText);
    expect((await review.nextEvent('source.updated')).payload['markdown']).toBe(laterText);
    rmSync(inWork('plan.md'));
    renameSync(scratch.write('.new', planText), inWork('plan.md'));
    expect((await review.nextEvent('source.updated')).payload['markdown']).toBe(planText);
    renameSync(inWork('plan.md'), inWork('plan.md.bak'));
    await review.nextWords(gone);
    scratch.write('plan.md', editedText);
    expect((await review.nextEvent('source.updated')).payload['markdown']).toBe(editedText);
    expect((await pathsAndThreads(review)).paths).toEqual(['plan.md']);
  });

  it('the file removed and an unrelated one added, which may get its number in the file system', async () => {
    const { review } = await reviewWithThread();
    rmSync(inWork('plan.md'));
    scratch.write('unrelated.md', noteText);
    await review.nextWords(gone);
    expect(await pathsAndThreads(review)).toEqual(kept('plan.md'));
    scratch.write('plan.md', laterText);
    expect((await review.nextEvent('source.updated')).payload['markdown']).toBe(laterText);
  });

  it('a copy that was there before', async () => {
    scratch.write('copy.md', planText);
    // Older than the last sight of the reviewed file by more than a move across file systems takes.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { review } = await reviewWithThread();
    rmSync(inWork('plan.md'));
    await review.nextWords(gone);
    expect(await pathsAndThreads(review)).toEqual(kept('plan.md'));
  });

  it('two files that could be it with equal right; stderr names both', async () => {
    const { review } = await reviewWithThread();
    copyFileSync(inWork('plan.md'), inWork('one.md'));
    copyFileSync(inWork('plan.md'), inWork('two.md'));
    rmSync(inWork('plan.md'));
    expect(await review.nextWords(gone)).toMatch(/several files could be it \((one|two)\.md, /);
    expect(await pathsAndThreads(review)).toEqual(kept('plan.md'));
  });

  it('another reviewed file in whose place it was put', async () => {
    scratch.write('notes.md', noteText);
    const { review } = await reviewWithThread('plan.md', ['notes.md']);
    move('plan.md', 'notes.md');
    await review.nextWords(gone);
    expect((await pathsAndThreads(review)).paths).toEqual(['plan.md', 'notes.md']);
    await review.nextEvent('source.updated');
    expect((await pathsAndThreads(review)).threads).toEqual([['Keep me', 2, undefined]]);
  });
});

describe('anchoring contract, a file that was renamed between two runs', () => {
  it('goes on with the unfinished review, which stderr says', async () => {
    const { review: before } = await reviewWithThread();
    await before.kill('SIGKILL');
    move('plan.md', 'docs/plan-v2.md');
    const after = await scratch.review(['docs/plan-v2.md']);
    expect(after.started.payload).toMatchObject({
      review_id: before.id,
      resumed: true,
      source_file: inWork('docs/plan-v2.md'),
    });
    expect(after.stderr()).toContain(
      `${inWork('docs/plan-v2.md')} was ${inWork('plan.md')} before`,
    );
    expect(await pathsAndThreads(after)).toEqual(kept('docs/plan-v2.md'));
    scratch.write('docs/plan-v2.md', laterText);
    await after.nextEvent('source.updated');
    await after.kill('SIGKILL');
    const again = await scratch.review(['docs/plan-v2.md']);
    expect(again.id).toBe(before.id);
  });

  it('of a finished review has it as its last round, also over two renames', async () => {
    const { review: before, stream } = await reviewWithThread();
    move('plan.md', 'second.md');
    await stream.nextEvent('file.renamed');
    await before.post('/api/done');
    await before.exit;
    move('second.md', 'third.md');
    const after = await scratch.review(['third.md']);
    expect(await after.state()).toMatchObject({ threads: [], review: { round: 2 } });
    expect((await after.get('/api/rounds')).body['rounds']).toMatchObject([
      { round: 1, reviewId: before.id, threads: [{ text: 'Keep me' }] },
      { round: 2, isThisReview: true },
    ]);
    expect((await after.get('/api/rounds/1/changes')).body).toMatchObject({ blocks: [] });
    await after.post('/api/done');
    await after.exit;
    const last = await scratch.review(['third.md', '--carry', 'open']);
    await last.state();
    expect((await last.get('/api/rounds/1/changes')).status).toBe(200);
    expect((await last.post('/api/rounds/1/threads/u-1/carry')).status).toBe(200);
    expect((await last.state()).threads).toMatchObject([{ text: 'Keep me', anchorStart: 2 }]);
  });

  it('and edited is recognised in a work tree of git, and elsewhere by --resume', async () => {
    const { review: before } = await reviewWithThread();
    await before.kill('SIGKILL');
    move('plan.md', 'renamed.md');
    scratch.write('renamed.md', editedText);
    const resumed = await scratch.review(['renamed.md', '--resume']);
    expect(resumed.id).toBe(before.id);
    await resumed.kill('SIGKILL');
    move('renamed.md', 'again.md');
    scratch.write('again.md', laterText);
    gitIn(scratch)('init', '-q');
    const again = await scratch.review(['again.md']);
    expect(again.id).toBe(before.id);
    await again.kill('SIGKILL');
    rmSync(inWork('.git'), { recursive: true });
    move('again.md', 'last.md');
    scratch.write('last.md', editedText);
    const last = await scratch.review(['last.md']);
    expect(last.started.payload).not.toHaveProperty('resumed');
  });

  it('is a new review when the file is a copy, unlike, or could be several that are gone', async () => {
    const { review } = await reviewWithThread();
    await review.kill('SIGKILL');
    scratch.write('copy.md', planText);
    const copy = await scratch.review(['copy.md']);
    expect((await copy.state()).threads).toEqual([]);
    await copy.kill('SIGKILL');
    rmSync(inWork('plan.md'));
    rmSync(inWork('copy.md'));
    scratch.write('unlike.md', noteText);
    const unlike = await scratch.review(['unlike.md']);
    expect(unlike.started.payload).not.toHaveProperty('resumed');
    scratch.write('either.md', planText);
    const either = await scratch.review(['either.md']);
    expect(either.started.payload).not.toHaveProperty('resumed');
    expect(either.stderr()).toMatch(/several reviewed files that are gone could be .*either\.md/);
  });

  it('among several files goes on with the review of them all', async () => {
    scratch.write('notes.md', noteText);
    const { review: before } = await reviewWithThread('plan.md', ['notes.md']);
    await before.kill('SIGKILL');
    move('plan.md', 'renamed.md');
    const after = await scratch.review(['renamed.md', 'notes.md']);
    expect(after.id).toBe(before.id);
    expect((await pathsAndThreads(after)).paths).toEqual(['renamed.md', 'notes.md']);
  });
});
