import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeScratchRepository,
  type ScratchRepository,
} from '../../../test/support/scratch-repository.ts';
import { parseDiff } from '../../core/document/diff-file.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { GitDiffAnswer, GitDiffRequest } from '../../core/review/ports/git-diff.ts';
import { openGitDiff } from './git-diff.ts';

let scratch: ScratchRepository;
beforeEach(() => {
  scratch = makeScratchRepository();
});
afterEach(() => scratch.remove());

interface More extends Partial<GitDiffRequest> {
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

function ask({ environment = {}, ...more }: More = {}): Promise<GitDiffAnswer | Refusal> {
  return openGitDiff({ ...scratch.environment, ...environment }).read({
    directory: scratch.root,
    args: ['--cached'],
    untracked: false,
    maxBytes: 0,
    ...more,
  });
}

async function answer(more: More = {}): Promise<GitDiffAnswer> {
  const given = await ask(more);
  if (isRefusal(given)) throw new Error(given.message);
  return given;
}

async function refusal(more: More = {}): Promise<Refusal> {
  const given = await ask(more);
  if (!isRefusal(given)) throw new Error(`a patch came: ${given.patch}`);
  return given;
}

const paths = ({ patch }: GitDiffAnswer) => parseDiff(patch).map(({ path }) => path);

describe('review contract 1: which changes discuss diff shows', () => {
  beforeEach(() => {
    scratch.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'sub/c.txt': 'one\n' });
    scratch.write({ 'a.txt': 'two\n', 'b.txt': 'two\n' });
    scratch.git(['add', 'a.txt']);
  });

  it('are those that are staged, those that are not, or those of a range', async () => {
    expect(paths(await answer())).toEqual(['a.txt']);
    expect(paths(await answer({ args: [] }))).toEqual(['b.txt']);
    expect(paths(await answer({ args: ['HEAD'] }))).toEqual(['a.txt', 'b.txt']);
    expect(paths(await answer({ args: ['HEAD', '--', 'b.txt'] }))).toEqual(['b.txt']);
    scratch.commit({ 'd.txt': 'one\n' });
    expect(paths(await answer({ args: ['HEAD~1..HEAD'] }))).toEqual(['a.txt', 'b.txt', 'd.txt']);
    scratch.git(['checkout', '--quiet', '-b', 'feature', 'HEAD~1']);
    scratch.commit({ 'e.txt': 'one\n' });
    expect(paths(await answer({ args: ['main...feature'] }))).toEqual(['e.txt']);
  });

  it('have paths from the root wherever the user stands, and take paths from there', async () => {
    scratch.write({ 'sub/c.txt': 'two\n' });
    const directory = join(scratch.root, 'sub');
    const all = await answer({ directory, args: [] });
    expect(paths(all)).toEqual(['b.txt', 'sub/c.txt']);
    expect(all).toMatchObject({ root: scratch.root, prefix: 'sub' });
    expect(paths(await answer({ directory, args: ['--', 'c.txt'] }))).toEqual(['sub/c.txt']);
    expect(paths(await answer({ directory, args: ['--', '../b.txt'] }))).toEqual(['b.txt']);
  });

  it('are found from a folder that is reached through a link', async () => {
    symlinkSync(join(scratch.root, 'sub'), join(scratch.folder, 'link'));
    const directory = join(scratch.folder, 'link');
    expect(await answer({ directory, args: [] })).toMatchObject({
      root: scratch.root,
      prefix: 'sub',
    });
  });

  it('are those of the worktree that the user stands in', async () => {
    const other = join(scratch.folder, 'other');
    scratch.git(['worktree', 'add', '--quiet', other, 'HEAD']);
    writeFileSync(join(other, 'sub', 'c.txt'), 'three\n');
    const found = await answer({ directory: join(other, 'sub'), args: [] });
    expect(paths(found)).toEqual(['sub/c.txt']);
    expect(found.root).toBe(other);
  });

  it('come from a bare repository too', async () => {
    scratch.commit({ 'd.txt': 'one\n' });
    const bare = join(scratch.folder, 'bare.git');
    scratch.git(['clone', '--quiet', '--bare', scratch.root, bare]);
    const found = await answer({ directory: bare, args: ['HEAD~1', 'HEAD'] });
    expect(paths(found)).toEqual(['a.txt', 'b.txt', 'd.txt']);
    expect(found.root).toBe(bare);
  });

  it('never come from a folder of the work tree that looks like a bare repository', async () => {
    const ran = join(scratch.folder, 'ran');
    const docs = join(scratch.root, 'docs');
    scratch.git(['init', '--quiet', '--bare', docs]);
    scratch.git(['--git-dir', docs, 'config', 'core.bare', 'false']);
    scratch.git(['--git-dir', docs, 'config', 'core.worktree', docs]);
    scratch.git(['--git-dir', docs, 'config', 'core.fsmonitor', `touch ${ran}; true`]);
    const refused = await refusal({ directory: docs, args: ['HEAD'] });
    expect(refused).toMatchObject({ code: 'not_a_repository' });
    expect(refused.message).toMatch(/looks like a bare repository inside another one/);
    expect(existsSync(ran)).toBe(false);
  });

  it('may be of two files that no repository holds', async () => {
    writeFileSync(join(scratch.folder, 'old.txt'), 'one\n');
    writeFileSync(join(scratch.folder, 'new.txt'), 'two\n');
    const args = ['--no-index', 'old.txt', 'new.txt'];
    expect((await answer({ directory: scratch.folder, args })).patch).toContain('\n-one\n+two\n');
  });

  it('come with --exit-code too', async () => {
    expect(paths(await answer({ args: ['--exit-code', 'HEAD'] }))).toEqual(['a.txt', 'b.txt']);
  });
});

describe('review contract 1: the arguments of the user', () => {
  it('change what is shown', async () => {
    scratch.commit({ a: '1\n2\n3\n' });
    scratch.write({ a: '1\n2\n4\n' });
    expect((await answer({ args: ['-U0'] })).patch).toContain('@@ -3 +3 @@\n-3\n+4\n');
    expect((await answer({ args: ['-R'] })).patch).toContain('-4\n+3\n');
  });
});

describe('review contract 1: variables of git that name a repository', () => {
  beforeEach(() => {
    scratch.commit({ 'sub/a.txt': 'one\n' });
    scratch.write({ 'sub/a.txt': 'two\n' });
  });

  it.each([
    ['the one around the folder', () => join(scratch.root, '.git')],
    ['it from another folder', () => '.git'],
  ])('are not mistaken when GIT_DIR names %s', async (_, value) => {
    const directory = join(scratch.root, 'sub');
    const found = await answer({ directory, args: [], environment: { GIT_DIR: value() } });
    expect(paths(found)).toEqual(['sub/a.txt']);
    expect(found.root).toBe(scratch.root);
  });

  it('are obeyed when they name another one', async () => {
    const other = join(scratch.folder, 'dotfiles.git');
    const home = join(scratch.folder, 'home');
    mkdirSync(home);
    writeFileSync(join(home, 'profile'), 'one\n');
    const environment = { GIT_DIR: other, GIT_WORK_TREE: home };
    scratch.git(['init', '--quiet', '--bare', other]);
    const named = [`--git-dir=${other}`, `--work-tree=${home}`];
    scratch.git([...named, 'add', 'profile'], home);
    const found = await answer({ directory: home, environment });
    expect(paths(found)).toEqual(['profile']);
    expect(found.root).toBe(home);
  });

  it('are obeyed when they name another index, as in a hook', async () => {
    const index = join(scratch.folder, 'index');
    const environment = { ...scratch.environment, GIT_INDEX_FILE: index };
    execFileSync('git', ['add', '--all'], { cwd: scratch.root, env: environment });
    expect(paths(await answer({ environment: { GIT_INDEX_FILE: index } }))).toEqual(['sub/a.txt']);
  });
});

describe('review contract 1: --untracked adds new files', () => {
  const untracked = true;
  beforeEach(() => {
    scratch.commit({ 'a.txt': 'one\n', '.gitignore': 'ignored\n*.log\n', 'was-a-file': 'x\n' });
    scratch.write({
      'a.txt': 'two\n',
      ignored: 'x',
      'sub/x.log': 'x',
      'sub/new file.txt': 'new\n',
      'tab\tand "quote"\nand line.txt': 'odd\n',
      '-dash': 'dash\n',
      '[star]*.txt': 'glob\n',
      empty: '',
      binary: Buffer.from([0, 1, 2]),
    });
    chmodSync(join(scratch.root, 'sub', 'new file.txt'), 0o755);
    symlinkSync('a.txt', join(scratch.root, 'link'));
  });

  const added = [
    '-dash',
    '[star]*.txt',
    'binary',
    'empty',
    'link',
    'sub/new file.txt',
    'tab\tand "quote"\nand line.txt',
  ];

  it('after the changes of known ones, from anywhere in the work tree', async () => {
    for (const directory of [scratch.root, join(scratch.root, 'sub')]) {
      const found = await answer({ directory, args: [], untracked });
      expect(paths(found)).toEqual(['a.txt', ...added]);
    }
  });

  it('as they are: mode, link, nothing, bytes', async () => {
    const files = parseDiff((await answer({ args: [], untracked })).patch);
    expect(files.filter(({ change }) => change === 'added')).toHaveLength(added.length);
    expect(files.find(({ path }) => path === 'sub/new file.txt')).toMatchObject({
      newMode: '100755',
      added: 1,
    });
    expect(files.find(({ path }) => path === 'link')?.newMode).toBe('120000');
    expect(files.find(({ path }) => path === 'binary')?.binary).toBe(true);
    expect(files.find(({ path }) => path === 'empty')).toMatchObject({ added: 0, hunks: [] });
  });

  it('and nothing else when nothing else has changed', async () => {
    expect(paths(await answer({ untracked }))).toEqual(added);
  });

  it('below the paths that are asked for', async () => {
    const args = ['--', 'sub'];
    expect(paths(await answer({ args, untracked }))).toEqual(['sub/new file.txt']);
    expect(paths(await answer({ args: ['HEAD', 'sub'], untracked }))).toEqual(['sub/new file.txt']);
    const directory = join(scratch.root, 'sub');
    expect(paths(await answer({ directory, args: ['--', '.'], untracked }))).toEqual([
      'sub/new file.txt',
    ]);
  });

  it('and touches neither index nor objects', async () => {
    const look = () => ({
      index: readFileSync(join(scratch.root, '.git', 'index')),
      time: statSync(join(scratch.root, '.git', 'index')).mtimeMs,
      files: readdirSync(join(scratch.root, '.git'), { recursive: true }),
    });
    appendFileSync(join(scratch.root, 'a.txt'), '');
    const before = look();
    await answer({ args: [], untracked });
    expect(look()).toEqual(before);
  });

  it('in a file and folder of one name', async () => {
    rmSync(join(scratch.root, 'was-a-file'));
    scratch.write({ 'was-a-file/inside': 'y\n' });
    const args = ['--', 'was-a-file'];
    const files = parseDiff((await answer({ args, untracked })).patch);
    expect(files.map(({ path, change }) => [path, change])).toEqual([
      ['was-a-file', 'deleted'],
      ['was-a-file/inside', 'added'],
    ]);
  });

  it('but no repository inside the repository', async () => {
    scratch.git(['init', '--quiet', 'nested']);
    scratch.write({ 'nested/file': 'x\n' });
    expect(paths(await answer({ untracked }))).toEqual(added);
  });

  it('up to the cap of the whole', async () => {
    const { patch } = await answer({ args: [], untracked });
    const bytes = Buffer.byteLength(patch);
    expect(await answer({ args: [], untracked, maxBytes: bytes })).toMatchObject({ patch });
    expect(await refusal({ args: [], untracked, maxBytes: bytes - 1 })).toMatchObject({
      code: 'diff_too_large',
    });
  });

  it('in a sparse work tree', async () => {
    scratch.git(['sparse-checkout', 'set', 'other']);
    scratch.write({ 'sub/more.txt': 'x\n' });
    expect(paths(await answer({ untracked }))).toContain('sub/more.txt');
  });
});

describe('demands: diffs that other tools trip over', () => {
  it('are merges with conflicts', async () => {
    scratch.commit({ 'a.txt': 'base\n' });
    scratch.git(['checkout', '--quiet', '-b', 'other']);
    scratch.commit({ 'a.txt': 'theirs\n' });
    scratch.git(['checkout', '--quiet', 'main']);
    scratch.commit({ 'a.txt': 'ours\n', 'b.txt': 'b\n' });
    expect(() => scratch.git(['merge', 'other'])).toThrow();
    const { patch } = await answer({ args: [] });
    expect(patch).toMatch(/^diff --cc a\.txt\n/);
    expect(await refusal()).toMatchObject({
      code: 'no_changes',
      message: 'nothing to review but unmerged files: a.txt',
    });
    scratch.write({ 'b.txt': 'c\n' });
    scratch.git(['add', 'b.txt']);
    const staged = await answer();
    expect(paths(staged)).toEqual(['b.txt']);
    expect(staged.patch).not.toContain('Unmerged');
    expect(staged.warnings).toEqual([
      'a.txt is unmerged and not shown; discuss diff --unstaged shows it',
    ]);
  });

  it.each([
    ['changed here and deleted there', 'main', 'other'],
    ['deleted here and changed there', 'other', 'main'],
  ])('are files %s, compared with what both began from', async (_, ours, theirs) => {
    scratch.commit({ 'kept here.txt': 'a\nb\nc\n', 'z.txt': 'z\n' });
    scratch.git(['checkout', '--quiet', '-b', 'other']);
    scratch.git(['rm', '--quiet', 'kept here.txt']);
    scratch.commit({});
    scratch.git(['checkout', '--quiet', 'main']);
    scratch.commit({ 'kept here.txt': 'a\nB\nc\n' });
    scratch.git(['checkout', '--quiet', ours]);
    expect(() => scratch.git(['merge', theirs])).toThrow();
    scratch.write({ 'z.txt': 'y\n' });
    const { patch, warnings } = await answer({ args: [] });
    expect(warnings).toEqual([]);
    expect(
      parseDiff(patch).map(({ path, added, removed, notes }) => [path, added, removed, notes]),
    ).toEqual([
      ['z.txt', 1, 1, []],
      ['kept here.txt', 1, 1, ['in conflict']],
    ]);
  });

  it('are combined diffs of merge commits', async () => {
    scratch.commit({ 'a.txt': '1\n2\n3\n' });
    scratch.git(['checkout', '--quiet', '-b', 'other']);
    scratch.commit({ 'a.txt': '1\n2\ntheirs\n' });
    scratch.git(['checkout', '--quiet', 'main']);
    scratch.commit({ 'a.txt': 'ours\n2\n3\n' });
    expect(() => scratch.git(['merge', '--no-commit', 'other'])).not.toThrow();
    scratch.commit({ 'a.txt': 'ours\nboth\ntheirs\n' });
    const { patch } = await answer({ args: ['HEAD', 'HEAD^1', 'HEAD^2', '--cc'] });
    expect(patch).toContain('@@@ ');
  });

  it('are submodules', async () => {
    const inner = join(scratch.folder, 'inner');
    scratch.git(['clone', '--quiet', scratch.root, inner]);
    scratch.git(['commit', '--quiet', '--allow-empty', '-m', 'x'], inner);
    scratch.commit({ 'a.txt': 'one\n' });
    scratch.git(['submodule', '--quiet', 'add', inner, 'sub']);
    expect((await answer()).patch).toContain('\n+Subproject commit ');
  });

  it('are links, modes, endings and bytes', async () => {
    scratch.commit({
      'mode.sh': 'x\n',
      crlf: 'one\r\ntwo\r\n',
      'no-end': 'one',
      latin: Buffer.from('caf\xe9 one\n', 'latin1'),
      'header.txt': '-- a/x\n++ b/x\ndiff --git a/x b/x\n',
      bin: Buffer.from([0, 1]),
    });
    chmodSync(join(scratch.root, 'mode.sh'), 0o755);
    symlinkSync('mode.sh', join(scratch.root, 'link'));
    scratch.write({
      crlf: 'one\r\n2\r\n',
      'no-end': 'two',
      latin: Buffer.from('caf\xe9 two\n', 'latin1'),
      'header.txt': '-- a/y\n++ b/y\ndiff --git a/y b/y\n',
      bin: Buffer.from([0, 2]),
      'one line.txt': `${'x'.repeat(1_000_000)}\n`,
    });
    scratch.git(['add', '--all']);
    const found = await answer();
    expect(paths(found)).toEqual([
      'bin',
      'crlf',
      'header.txt',
      'latin',
      'link',
      'mode.sh',
      'no-end',
      'one line.txt',
    ]);
    expect(found.patch).toContain('-two\r\n+2\r\n');
    expect(found.patch).toContain('-caf\uFFFD one\n+caf\uFFFD two\n');
    expect(found.warnings).toEqual(['the diff is not all UTF-8; other bytes are shown as \uFFFD']);
  });

  it('are names of every kind', async () => {
    const names = ['sp ace', 'ünï', 'tab\there', 'quote"d', 'back\\slash', 'b/b b', 'a => b', '🙂'];
    scratch.commit({ seed: 'x\n' });
    scratch.write(Object.fromEntries(names.map((name) => [name, `${name}\n`])));
    scratch.git(['add', '--all']);
    expect(paths(await answer()).sort()).toEqual([...names].sort());
  });

  it('are histories that have not begun', async () => {
    scratch.write({ 'a.txt': 'x\n' });
    scratch.git(['add', '--all']);
    expect(paths(await answer())).toEqual(['a.txt']);
  });
});

describe('review contract 1: discuss diff says no', () => {
  beforeEach(() => scratch.commit({ 'a.txt': 'one\n' }));

  it.each([
    [['--cached'], false, /nothing is staged$/, /git add.*--unstaged; --untracked adds/],
    [['--staged'], true, /nothing is staged and no new file$/, /--unstaged$/],
    [[], false, /nothing is unstaged$/, /discuss diff reviews what is staged/],
    [['HEAD', '--', 'a.txt'], false, /git diff HEAD -- a\.txt is empty$/, /another range/],
  ])('when there are no changes: %j', async (...[args, untracked, message, next]) => {
    const { code, ...said } = await refusal({ args, untracked });
    expect(code).toBe('no_changes');
    expect(said.message).toMatch(message);
    expect(said.next).toMatch(next);
  });

  it('when the diff is over the cap, and what to do', async () => {
    scratch.write({ 'a.txt': 'x\n'.repeat(2_000_000) });
    const refused = await refusal({ args: [], maxBytes: 5000 });
    expect(refused).toMatchObject({
      code: 'diff_too_large',
      message: 'the diff is larger than 5000 bytes',
    });
    expect(refused.next).toMatch(/--max-diff-bytes N \(0 = no cap\)/);
    expect((await answer({ args: [] })).patch.length).toBeGreaterThan(4_000_000);
  });

  it.each([['--stat'], ['--output=out.txt']])(
    'when the output would be no patch, before git runs: %s',
    async (word) => {
      scratch.write({ 'a.txt': 'two\n' });
      expect(await refusal({ args: ['HEAD', word] })).toMatchObject({
        code: 'usage',
        message: `with "${word}", git diff prints no patch`,
      });
      expect(readdirSync(scratch.root).sort()).toEqual(['.git', 'a.txt']);
    },
  );

  it('when a driver of the configuration is asked for', async () => {
    const ran = join(scratch.folder, 'ran');
    scratch.write({ 'a.txt': 'two\n', '.gitattributes': '*.txt diff=special\n' });
    scratch.git(['config', '--global', 'diff.special.command', `touch ${ran}; true`]);
    expect(await refusal({ args: ['--ext-diff'] })).toMatchObject({ code: 'usage' });
    expect(existsSync(ran)).toBe(false);
  });

  it('not when a file has the name of such an argument', async () => {
    scratch.commit({ '--stat': 'one\n' });
    scratch.write({ '--stat': 'two\n' });
    expect(paths(await answer({ args: ['--', '--stat'] }))).toEqual(['--stat']);
  });

  it('when git does', async () => {
    const refused = await refusal({ args: ['nowhere..HEAD'] });
    expect(refused.code).toBe('git_failed');
    expect(refused.message).toMatch(/^git diff nowhere\.\.HEAD failed: fatal: .*nowhere/);
  });

  it('when there is no repository', async () => {
    expect(await refusal({ directory: scratch.folder })).toMatchObject({
      code: 'not_a_repository',
      message: `${scratch.folder} is in no git repository`,
    });
    const gone = join(scratch.folder, 'gone');
    expect(await refusal({ directory: gone })).toMatchObject({
      code: 'not_a_repository',
      message: `${gone} does not exist any more`,
    });
  });

  it('when there is no git', async () => {
    const environment = { PATH: scratch.folder };
    expect(await refusal({ environment })).toMatchObject({ code: 'git_missing' });
  });

  it('when it is interrupted, and git ends with it', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(await refusal({ signal: stop.signal })).toMatchObject({ code: 'interrupted' });
    const later = new AbortController();
    const slow = join(scratch.folder, 'bin');
    mkdirSync(slow);
    const started = join(scratch.folder, 'started');
    writeFileSync(
      join(slow, 'git'),
      `#!/bin/sh\ncase "$*" in *rev-parse*) echo "${scratch.root}";; *) echo $$ > "${started}"; exec sleep 600;; esac\n`,
      { mode: 0o755 },
    );
    const isRunning = new Promise<void>((resolve) => {
      const watcher = watch(scratch.folder, () => {
        if (!existsSync(started) || readFileSync(started, 'utf8') === '') return;
        watcher.close();
        resolve();
      });
    });
    const pending = refusal({
      signal: later.signal,
      environment: { PATH: `${slow}:${process.env['PATH']}` },
    });
    await isRunning;
    later.abort();
    expect(await pending).toMatchObject({ code: 'interrupted' });
    const child = Number(readFileSync(started, 'utf8'));
    expect(() => process.kill(child, 0)).toThrow('ESRCH');
  });
});
