import { mkdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';
import { makeScratchRepository, type ScratchRepository } from '../support/scratch-repository.ts';

interface DiffScratch {
  readonly repository: ScratchRepository;
  /** Starts a review in the repository, or in a folder of it. */
  review(words: readonly string[], folder?: string): Promise<RunningReview>;
  /** Runs a command line that ends by itself. */
  run(
    words: readonly string[],
    folder?: string,
  ): Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** A repository with one commit, a staged change of `staged.txt` and an unstaged one of `src/unstaged.txt`. */
function diffScratch(): DiffScratch {
  const repository = makeScratchRepository();
  onTestFinished(() => repository.remove());
  repository.commit({
    'staged.txt': 'one\n',
    'src/unstaged.txt': 'one\n',
    'plan.md': planText,
  });
  repository.write({ 'staged.txt': 'two\n' });
  repository.git(['add', 'staged.txt']);
  repository.write({ 'src/unstaged.txt': 'two\n' });
  return onRepository(scratchOfTest(), repository);
}

function onRepository(scratch: Scratch, repository: ScratchRepository): DiffScratch {
  const { GIT_CONFIG_GLOBAL = '' } = repository.environment;
  const environment = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL };
  const options = (folder = '') => ({ directory: join(repository.root, folder), environment });
  return {
    repository,
    review: (words, folder) => scratch.review(words, options(folder)),
    async run(words, folder) {
      const launched = scratch.launch(['--no-open', '--port', '0', ...words], options(folder));
      const { code } = await launched.exit;
      return { code, stdout: launched.stdout(), stderr: launched.stderr() };
    },
  };
}

const pathsOf = async (review: RunningReview) =>
  (await review.state()).files.map(({ path }) => path);

describe('review 1, discuss diff', () => {
  it('without arguments is git diff --cached', async () => {
    const { review: start } = diffScratch();
    const review = await start(['diff']);
    expect(review.started.payload).toMatchObject({
      mode: 'diff',
      source_file: 'git --cached',
      files_count: 1,
      git_args: ['--cached'],
    });
    expect((await review.state()).files).toEqual([{ id: 'f-1', path: 'staged.txt', kind: 'diff' }]);
  });

  it('--unstaged is plain git diff', async () => {
    const { review: start } = diffScratch();
    const review = await start(['diff', '--unstaged']);
    expect(review.started.payload).toMatchObject({
      source_file: 'git --unstaged',
      git_args: ['--unstaged'],
    });
    expect(await pathsOf(review)).toEqual(['src/unstaged.txt']);
  });

  it('anything else goes to git diff as given', async () => {
    const { review: start } = diffScratch();
    const review = await start(['diff', 'HEAD', '--', 'src']);
    expect(review.started.payload).toMatchObject({
      source_file: 'git HEAD -- src',
      git_args: ['HEAD', '--', 'src'],
    });
    expect(await pathsOf(review)).toEqual(['src/unstaged.txt']);
  });

  it('takes ranges of commits', async () => {
    const { repository, review: start } = diffScratch();
    repository.commit({});
    const review = await start(['diff', 'HEAD~1..HEAD']);
    expect((await pathsOf(review)).sort()).toEqual(['src/unstaged.txt', 'staged.txt']);
  });

  it('files and diff stand together, files first', async () => {
    const { review: start } = diffScratch();
    const review = await start(['plan.md', 'diff', 'HEAD']);
    expect(review.started.payload).toMatchObject({
      mode: 'mixed',
      source_file: 'multi-3-files',
      files_count: 3,
      git_args: ['HEAD'],
    });
    expect((await review.state()).files).toEqual([
      { id: 'f-1', path: 'plan.md', kind: 'markdown' },
      { id: 'f-2', path: 'src/unstaged.txt', kind: 'diff' },
      { id: 'f-3', path: 'staged.txt', kind: 'diff' },
    ]);
  });

  it('paths are relative to the root of the repository, those of Markdown files as given', async () => {
    const { repository, review: start } = diffScratch();
    repository.write({ 'src/notes.md': '# Notes\n' });
    const review = await start(['notes.md', 'diff', 'HEAD'], 'src');
    expect(await pathsOf(review)).toEqual(['notes.md', 'src/unstaged.txt', 'staged.txt']);
  });

  it('ours: --untracked adds new files, ignore rules respected', async () => {
    const { repository, review: start } = diffScratch();
    repository.write({ 'fresh.txt': 'fresh\n', '.gitignore': '*.log\n', 'noise.log': 'x\n' });
    const review = await start(['diff', 'HEAD', '--untracked']);
    expect(await pathsOf(review)).toEqual(expect.arrayContaining(['fresh.txt', '.gitignore']));
    expect(await pathsOf(review)).not.toContain('noise.log');
  });

  it('the configuration of the user changes nothing', async () => {
    const { repository, review: start } = diffScratch();
    repository.write({ 'grüße .txt': 'x\n' });
    repository.git(['add', '--all']);
    for (const [key, value] of [
      ['diff.mnemonicPrefix', 'true'],
      ['diff.noprefix', 'true'],
      ['color.diff', 'always'],
      ['color.ui', 'always'],
      ['diff.external', 'false'],
      ['core.quotePath', 'true'],
      ['diff.relative', 'true'],
    ] as const) {
      repository.git(['config', key, value]);
    }
    const review = await start(['diff'], 'src');
    expect(await pathsOf(review)).toEqual(['grüße .txt', 'src/unstaged.txt', 'staged.txt']);
  });

  it('the transcript is filed under diff', async () => {
    const { review: start } = diffScratch();
    const review = await start(['diff']);
    expect((await review.state()).review.transcriptFolder).toMatch(/\/diff$/);
  });
});

describe('review 1, refusals of discuss diff', () => {
  it.each([
    [['diff', '--unstaged', 'HEAD'], 'together'],
    [['diff', '--stat'], '--stat'],
    [['diff', '--word-diff'], '--word-diff'],
    [['diff', '--output=x'], '--output'],
    [['diff', '--name-only'], '--name-only'],
    [['diff', '--no-open'], '--no-open'],
  ])('%j is exit 2', async (words, part) => {
    const { code, stdout, stderr } = await diffScratch().run(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(part);
  });

  it('no changes is exit 1 and says what to do', async () => {
    const { repository, run } = diffScratch();
    repository.git(['reset', '--quiet']);
    const { code, stdout, stderr } = await run(['diff']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/no .*changes.*\n {2}\S/);
  });

  it('a failure of git is exit 1 with its own words', async () => {
    const { code, stdout, stderr } = await diffScratch().run(['diff', 'no-such-revision']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('no-such-revision');
  });

  it('no repository is exit 1', async () => {
    const scratch = scratchOfTest();
    const launched = scratch.launch(['--no-open', '--port', '0', 'diff'], {
      environment: { GIT_CEILING_DIRECTORIES: join(scratch.directory, '..') },
    });
    expect((await launched.exit).code).toBe(1);
    expect(launched.stderr()).toMatch(/repository/);
  });

  it.each([
    [['--max-diff-bytes', '10', 'diff'], {}],
    [['diff', '--max-diff-bytes', '10'], {}],
    [['diff', '--max-diff-bytes=10'], {}],
  ])('%j: over the cap is exit 1 and says what to do', async (words) => {
    const { code, stdout, stderr } = await diffScratch().run(words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/--max-diff-bytes/);
  });

  it('a cap of 0 is none', async () => {
    const { review: start } = diffScratch();
    expect(await pathsOf(await start(['diff', '--max-diff-bytes', '0']))).toEqual(['staged.txt']);
  });
});

describe('review 8, POST /api/refresh', () => {
  it('asks git again: changed files change, new ones come, threads stay with their text', async () => {
    const { repository, review: start } = diffScratch();
    const review = await start(['diff', 'HEAD']);
    const staged = (await review.state()).files.find(({ path }) => path === 'staged.txt');
    const id = await review.openThread({ fileId: staged?.id, anchorStart: 3, anchorEnd: 3 });
    repository.write({ 'src/unstaged.txt': 'three\n', 'plan.md': `${planText}\nMore.\n` });
    const { status, body } = await review.post('/api/refresh');
    expect(status).toBe(200);
    expect(body['changed']).toHaveLength(2);
    expect(await pathsOf(review)).toEqual(['src/unstaged.txt', 'staged.txt', 'plan.md']);
    const thread = (await review.state()).threads.find((one) => one.id === id);
    expect(thread).toMatchObject({ fileId: staged?.id, anchorStart: 3 });
    expect(thread).not.toHaveProperty('orphaned');
    expect(await review.post('/api/refresh')).toMatchObject({ status: 200, body: { changed: [] } });
  });

  it('changes that are gone leave their files and orphan their threads', async () => {
    const { repository, review: start } = diffScratch();
    const review = await start(['diff']);
    const id = await review.openThread({ anchorStart: 3, anchorEnd: 3 });
    repository.git(['reset', '--quiet']);
    expect((await review.post('/api/refresh')).status).toBe(200);
    expect((await review.state()).threads).toMatchObject([{ id, orphaned: true }]);
  });

  it('a review without a diff is 400 validation_error', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    expect(await review.post('/api/refresh')).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_error' } },
    });
  });
});

describe('review 8, resuming a diff', () => {
  it('the same diff of the same repository goes on, with what git shows now', async () => {
    const { repository, review: start } = diffScratch();
    const before = await start(['diff', 'HEAD']);
    await before.openThread({ fileId: 'f-1', anchorStart: 3, anchorEnd: 3 });
    await before.kill('SIGKILL');
    repository.write({ 'src/unstaged.txt': 'one\ntwo\n' });
    mkdirSync(join(repository.root, 'other'));
    const after = await start(['diff', 'HEAD'], 'other');
    expect(after.id).toBe(before.id);
    const { threads } = await after.state();
    expect(threads).toHaveLength(1);
    unlinkSync(join(repository.root, 'plan.md'));
    await after.post('/api/refresh');
    expect(await pathsOf(after)).toContain('plan.md');
  });
});
