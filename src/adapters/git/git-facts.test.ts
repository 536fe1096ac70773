import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeScratchRepository,
  type ScratchRepository,
} from '../../../test/support/scratch-repository.ts';
import { openGitFacts } from './git-facts.ts';

let scratch: ScratchRepository;
beforeEach(() => {
  scratch = makeScratchRepository();
});
afterEach(() => scratch.remove());

const except = '/elsewhere';
const facts = () => openGitFacts(scratch.environment);
const bundleIn = (directory: string): string => {
  const folder = join(directory, 'discussion', '2026-11-30-no1-topic');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.md'), 'x');
  return folder;
};
const rules = (directory = scratch.root): string | undefined => {
  const path = join(directory, '.gitignore');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};
const status = (directory = scratch.root): string =>
  scratch.git(['status', '--porcelain', '-uall'], directory);

describe('a work tree', () => {
  it('is told by its root, branch and commit, None before the first', async () => {
    mkdirSync(join(scratch.root, 'sub'));
    expect(await facts().repository(join(scratch.root, 'sub'))).toEqual({
      root: scratch.root,
      branch: 'main',
    });
    scratch.commit({ 'a.ts': '1' });
    const commit = scratch.git(['rev-parse', 'HEAD']).trim();
    expect(await facts().repository(scratch.root)).toEqual({
      root: scratch.root,
      branch: 'main',
      commit,
    });
    scratch.git(['checkout', '--quiet', '--detach']);
    expect(await facts().repository(scratch.root)).toEqual({ root: scratch.root, commit });
  });

  it('is its own in a linked work tree and in a nested repository', async () => {
    scratch.commit({ 'a.ts': '1' });
    const linked = join(scratch.folder, 'linked');
    scratch.git(['worktree', 'add', '--quiet', '-b', 'other', linked]);
    expect(await facts().repository(linked)).toMatchObject({ root: linked, branch: 'other' });
    const nested = join(scratch.root, 'nested');
    mkdirSync(nested);
    scratch.git(['init', '--quiet'], nested);
    expect(await facts().repository(nested)).toMatchObject({ root: nested });
  });

  it('is none outside of one, in a bare repository, and where git is missing', async () => {
    expect(await facts().repository(scratch.folder)).toBeUndefined();
    const bare = join(scratch.folder, 'bare');
    scratch.git(['init', '--quiet', '--bare', bare]);
    expect(await facts().repository(bare)).toBeUndefined();
    expect(await facts().isMetadata(bare)).toBe(true);
    const without = openGitFacts({ PATH: scratch.folder });
    expect(await without.repository(scratch.root)).toBeUndefined();
    expect(await without.isMetadata(scratch.root)).toBe(false);
    expect(await without.trackedBelow(scratch.root, join(scratch.root, 'a'))).toEqual([]);
    expect(
      await without.changedSince(scratch.root, { commit: 'a'.repeat(40), since: 'x', except }),
    ).toBeUndefined();
  });

  it('tells its metadata from its files', async () => {
    expect(await facts().isMetadata(join(scratch.root, '.git', 'hooks'))).toBe(true);
    expect(await facts().isMetadata(scratch.root)).toBe(false);
    expect(await facts().isMetadata(scratch.folder)).toBe(false);
  });
});

describe('files changed since a point (bundle contract 1)', () => {
  const since = '2026-11-30T10:00:00+00:00';
  const at = (path: string, time: string): void => {
    const moment = new Date(time);
    utimesSync(join(scratch.root, path), moment, moment);
  };

  it('are those of later commits, and what is not committed', async () => {
    scratch.commit({ 'a.ts': '1', 'b.ts': '1', 'same.ts': '1' });
    const commit = scratch.git(['rev-parse', 'HEAD']).trim();
    const past = '2000-01-01T00:00:00Z';
    expect(await facts().changedSince(scratch.root, { commit, since: past, except })).toEqual([]);
    scratch.commit({ 'a.ts': '2' });
    scratch.write({ 'b.ts': '2', 'new file é.ts': '1' });
    expect(await facts().changedSince(scratch.root, { commit, since: past, except })).toEqual([
      'a.ts',
      'b.ts',
      'new file é.ts',
    ]);
  });

  it('are no files that stood there changed at that point already', async () => {
    scratch.commit({ 'a.ts': '1' });
    scratch.write({ 'a.ts': '2', 'old.ts': '1' });
    at('a.ts', '2026-11-30T09:00:00Z');
    at('old.ts', '2026-11-30T09:00:00Z');
    const commit = scratch.git(['rev-parse', 'HEAD']).trim();
    const future = new Date(Date.now() + 60_000).toISOString();
    expect(await facts().changedSince(scratch.root, { commit, since: future, except })).toEqual([]);
    expect(await facts().changedSince(scratch.root, { commit, since, except })).toBeDefined();
  });

  it('are told before the first commit, and unknown when the commit is gone', async () => {
    scratch.write({ 'a.ts': '1' });
    const past = '2000-01-01T00:00:00Z';
    expect(
      await facts().changedSince(scratch.root, { commit: undefined, since: past, except }),
    ).toEqual(['a.ts']);
    const gone = { commit: 'a'.repeat(40), since: past, except };
    expect(await facts().changedSince(scratch.root, gone)).toBeUndefined();
  });

  it('are none of the record’s own, nor its rule', async () => {
    scratch.commit({ 'a.ts': '1' });
    const commit = scratch.git(['rev-parse', 'HEAD']).trim();
    scratch.write({
      'discussion/one/index.md': 'x',
      'discussion/one-more/a.md': 'x',
      '.gitignore': 'x',
    });
    const point = {
      commit,
      since: '2000-01-01T00:00:00Z',
      except: join(scratch.root, 'discussion', 'one'),
    };
    expect(await facts().changedSince(scratch.root, point)).toEqual(['discussion/one-more/a.md']);
  });

  it('are found whatever the user’s configuration of git is', async () => {
    scratch.git(['config', '--global', 'diff.external', 'false']);
    scratch.git(['config', '--global', 'core.quotePath', 'true']);
    scratch.git(['config', '--global', 'color.ui', 'always']);
    scratch.commit({ 'a.ts': '1' });
    const commit = scratch.git(['rev-parse', 'HEAD']).trim();
    scratch.commit({ 'é "x".ts': '2' });
    expect(await facts().changedSince(scratch.root, { commit, since, except })).toEqual([
      'é "x".ts',
    ]);
  });
});

describe('the ignore rule of a bundle (bundle contract 3)', () => {
  it('is appended to the root’s .gitignore for exactly this folder', async () => {
    scratch.commit({ '.gitignore': '*.log' });
    const folder = bundleIn(scratch.root);
    const outcome = await facts().ignore(scratch.root, folder);
    expect(outcome).toEqual({ kind: 'added', rule: '/discussion/2026-11-30-no1-topic/' });
    expect(rules()).toBe('*.log\n/discussion/2026-11-30-no1-topic/\n');
    mkdirSync(join(scratch.root, 'discussion', '2026-11-30-no1-topic-2'));
    writeFileSync(join(scratch.root, 'discussion', '2026-11-30-no1-topic-2', 'x'), '');
    expect(status()).toBe(' M .gitignore\n?? discussion/2026-11-30-no1-topic-2/x\n');
    expect(scratch.git(['diff', '--cached', '--name-only'])).toBe('');
  });

  it('begins a .gitignore that is not there, and keeps the line ends of one that is', async () => {
    expect(await facts().ignore(scratch.root, bundleIn(scratch.root))).toMatchObject({
      kind: 'added',
    });
    expect(rules()).toBe('/discussion/2026-11-30-no1-topic/\n');
    rmSync(join(scratch.root, '.gitignore'));
    scratch.write({ '.gitignore': 'a\r\nb' });
    await facts().ignore(scratch.root, bundleIn(scratch.root));
    expect(rules()).toBe('a\r\nb\r\n/discussion/2026-11-30-no1-topic/\r\n');
    expect(status()).not.toContain('no1-topic');
  });

  it.each([
    ['the folder itself', '/discussion/2026-11-30-no1-topic/\n'],
    ['all discussions', 'discussion/\n'],
    ['everything', '*\n'],
  ])('is not added where a rule covers %s', async (_, existing) => {
    scratch.write({ '.gitignore': existing });
    expect(await facts().ignore(scratch.root, bundleIn(scratch.root))).toEqual({ kind: 'covered' });
    expect(rules()).toBe(existing);
  });

  it('is not added where the user’s own excludes cover it', async () => {
    writeFileSync(join(scratch.root, '.git', 'info', 'exclude'), 'discussion/\n');
    expect(await facts().ignore(scratch.root, bundleIn(scratch.root))).toEqual({ kind: 'covered' });
    expect(rules()).toBeUndefined();
  });

  it('stands in the root of the work tree when the bundle is in a folder below, and in no other', async () => {
    const sub = join(scratch.root, 'packages', 'one');
    const folder = bundleIn(sub);
    expect(await facts().ignore(scratch.root, folder)).toMatchObject({
      rule: '/packages/one/discussion/2026-11-30-no1-topic/',
    });
    expect(rules(sub)).toBeUndefined();
    expect(status()).toBe('?? .gitignore\n');
  });

  it('works in a linked work tree and in a nested repository', async () => {
    scratch.commit({ 'a.ts': '1' });
    const linked = join(scratch.folder, 'linked');
    scratch.git(['worktree', 'add', '--quiet', '-b', 'other', linked]);
    const nested = join(scratch.root, 'nested');
    mkdirSync(nested);
    scratch.git(['init', '--quiet'], nested);
    for (const root of [linked, nested]) {
      expect(await facts().ignore(root, bundleIn(root))).toMatchObject({ kind: 'added' });
      expect(status(root)).toBe('?? .gitignore\n');
    }
    expect(rules()).toBeUndefined();
  });

  it.each([
    'app [v1]',
    'a*b',
    'what?',
    'back\\slash',
    '!bang',
    '#hash',
    ' leading',
    'trailing ',
    'é日本',
    ':colon',
    '[a-z]',
  ])('names a folder whose name is %j, and no other', async (name) => {
    const folder = bundleIn(join(scratch.root, name));
    expect(await facts().ignore(scratch.root, folder)).toMatchObject({ kind: 'added' });
    expect(status()).toBe('?? .gitignore\n');
    bundleIn(join(scratch.root, 'b'));
    expect(status()).toContain('b/discussion/2026-11-30-no1-topic/index.md');
  });

  it('fails in words, and harms nothing, where it cannot be written', async () => {
    const folder = bundleIn(scratch.root);
    writeFileSync(join(scratch.folder, 'elsewhere'), 'mine');
    symlinkSync(join(scratch.folder, 'elsewhere'), join(scratch.root, '.gitignore'));
    expect(await facts().ignore(scratch.root, folder)).toMatchObject({ kind: 'failed' });
    expect(readFileSync(join(scratch.folder, 'elsewhere'), 'utf8')).toBe('mine');
    rmSync(join(scratch.root, '.gitignore'));
    mkdirSync(join(scratch.root, '.gitignore'));
    expect(await facts().ignore(scratch.root, folder)).toMatchObject({ kind: 'failed' });
    expect(await facts().ignore(scratch.root, bundleIn(join(scratch.root, 'a\nb')))).toMatchObject({
      kind: 'failed',
    });
    expect(await facts().ignore(scratch.root, scratch.folder)).toMatchObject({ kind: 'failed' });
  });

  it('says so when another rule undoes it', async () => {
    scratch.write({ 'discussion/.gitignore': '!*\n' });
    const outcome = await facts().ignore(scratch.root, bundleIn(scratch.root));
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringContaining('undoes it') });
  });

  it('does not reach a tracked path, which is reported', async () => {
    const folder = bundleIn(scratch.root);
    scratch.commit({});
    expect(await facts().trackedBelow(scratch.root, folder)).toEqual([
      'discussion/2026-11-30-no1-topic/index.md',
    ]);
    expect(await facts().ignore(scratch.root, folder)).toMatchObject({ kind: 'added' });
    expect(scratch.git(['ls-files'])).toContain('discussion/2026-11-30-no1-topic/index.md');
    expect(
      await facts().trackedBelow(
        scratch.root,
        join(scratch.root, 'discussion', '2026-11-30-no2-x'),
      ),
    ).toEqual([]);
  });
});
