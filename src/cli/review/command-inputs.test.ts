import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeScratchRepository,
  type ScratchRepository,
} from '../../../test/support/scratch-repository.ts';
import { makeTestTerminal, type TestTerminal } from '../../../test/support/test-terminal.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { openPorts } from '../../open-discuss.ts';
import type { ReviewInputs } from '../../session/review-inputs.ts';
import { loadSettings } from '../settings/load-settings.ts';
import { readCommandInputs } from './command-inputs.ts';
import { parseReviewArgs } from './review-args.ts';

let root = '';
let terminal: TestTerminal;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'inputs-')));
  terminal = makeTestTerminal(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, content: string | Buffer) => writeFileSync(join(root, name), content);

async function ask(args: readonly string[], at = terminal): Promise<ReviewInputs | Refusal> {
  const parsed = parseReviewArgs(args);
  if (isRefusal(parsed)) return parsed;
  const settings = await loadSettings(at, parsed.flags);
  if (isRefusal(settings)) return settings;
  const ports = openPorts(at);
  const notify = (message: string): void => at.notify(`discuss: ${message}`);
  return readCommandInputs({ args: parsed, settings, ports, terminal: at, notify });
}

async function read(args: readonly string[], at = terminal): Promise<ReviewInputs> {
  const inputs = await ask(args, at);
  if (isRefusal(inputs)) throw new Error(`${inputs.code}: ${inputs.message}`);
  return inputs;
}

async function refusal(args: readonly string[], at = terminal): Promise<Refusal> {
  const inputs = await ask(args, at);
  if (!isRefusal(inputs)) throw new Error(`accepted: ${JSON.stringify(inputs)}`);
  return inputs;
}

const patch = `diff --git old/a.txt new/a.txt
index 1..2 100644
--- old/a.txt
+++ new/a.txt
@@ -1 +1 @@
-one
+two
diff --git old/b c.txt new/b c.txt
new file mode 100644
index 0..2
--- /dev/null
+++ new/b c.txt
@@ -0,0 +1 @@
+new
`;

describe('review contract 2 and 7: files', () => {
  it('are read as they are, byte order mark and line ends included', async () => {
    write('plan.md', '\ufeff# Plan\r\n\r\ntext');
    expect(await read(['plan.md'])).toEqual({
      mode: 'markdown',
      sourceFile: join(root, 'plan.md'),
      historyName: 'plan',
      inputsKey: JSON.stringify([join(root, 'plan.md')]),
      files: [
        {
          path: 'plan.md',
          kind: 'markdown',
          text: '\ufeff# Plan\r\n\r\ntext',
          realPath: join(root, 'plan.md'),
          folder: root,
          seen: {
            path: join(root, 'plan.md'),
            seenAt: expect.any(Number),
            trace: expect.objectContaining({ inode: expect.stringMatching(/^\d+$/) }),
          },
        },
      ],
    });
  });

  it('keep their paths as given, and their order', async () => {
    mkdirSync(join(root, 'docs'));
    write('docs/b.md', 'b');
    write('a.md', 'a');
    const inputs = await read(['./docs/../docs/b.md', join(root, 'a.md')]);
    expect(inputs.files.map(({ path }) => path)).toEqual([
      './docs/../docs/b.md',
      join(root, 'a.md'),
    ]);
    expect(inputs).toMatchObject({
      mode: 'markdown',
      sourceFile: 'multi-2-files',
      historyName: 'multi-2-files',
    });
  });

  it('are known by where they really are', async () => {
    write('plan.md', 'x');
    symlinkSync('plan.md', join(root, 'link.md'));
    const inputs = await read(['link.md']);
    expect(inputs.files[0]).toMatchObject({
      path: 'link.md',
      realPath: join(root, 'plan.md'),
    });
    expect(inputs).toMatchObject({ sourceFile: join(root, 'link.md'), historyName: 'link' });
    expect(inputs.inputsKey).toBe((await read(['./plan.md'])).inputsKey);
  });

  it('may be empty', async () => {
    write('plan.md', '');
    expect((await read(['plan.md'])).files[0]?.text).toBe('');
  });

  it('may be two names of one content', async () => {
    write('a.md', 'x');
    linkSync(join(root, 'a.md'), join(root, 'b.md'));
    expect((await read(['a.md', 'b.md'])).files).toHaveLength(2);
  });

  it.skipIf(process.platform === 'win32')('may be pipes, which are not known again', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const reading = read(['pipe']);
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(root, 'pipe'), '# From a pipe\n');
    const inputs = await reading;
    expect(inputs.files).toEqual([{ path: 'pipe', kind: 'markdown', text: '# From a pipe\n' }]);
    expect(inputs.inputsKey).toBeUndefined();
  });
});

describe('review contract 1: the same path twice', () => {
  it.each([
    [['plan.md', 'plan.md'], 'plan.md is given twice'],
    [['plan.md', './plan.md'], 'plan.md and ./plan.md are one file'],
    [['link.md', 'other.md', 'plan.md'], 'link.md and plan.md are one file'],
  ])('is refused: %j', async (args, message) => {
    write('plan.md', 'x');
    write('other.md', 'x');
    symlinkSync('plan.md', join(root, 'link.md'));
    expect(await refusal(args)).toMatchObject({ code: 'usage', message });
  });
});

describe('review contract 1: files that cannot be reviewed say what to do', () => {
  it('because they do not exist', async () => {
    write('plan.md', 'x');
    expect(await refusal(['plna.md'])).toMatchObject({
      code: 'file_missing',
      message: 'plna.md does not exist',
      next: 'did you mean plan.md?',
    });
    expect(await refusal(['nowhere/at/all.md'])).toMatchObject({
      code: 'file_missing',
      next: 'check the path',
    });
    expect(await refusal(['plan.md/x'])).toMatchObject({ code: 'file_missing' });
  });

  it('because they are folders', async () => {
    mkdirSync(join(root, 'docs'));
    expect(await refusal(['docs/'])).toMatchObject({
      code: 'not_a_file',
      message: 'docs/ is a folder',
      next: 'name the files in it, such as discuss docs/*.md',
    });
  });

  it('because they are links to nowhere', async () => {
    symlinkSync('gone.md', join(root, 'link.md'));
    expect(await refusal(['link.md'])).toMatchObject({ code: 'file_missing' });
  });

  it.skipIf(process.getuid?.() === 0)('because access is denied', async () => {
    write('plan.md', 'x');
    chmodSync(join(root, 'plan.md'), 0);
    expect(await refusal(['plan.md'])).toMatchObject({ code: 'file_unreadable' });
  });

  it.each([
    [Buffer.from('one\ntwo caf\xe9\n', 'latin1'), 'not_utf8', /line 2 is not/],
    [Buffer.from('\xff\xfe#\0', 'latin1'), 'not_utf8', /it is UTF-16/],
    [Buffer.from('\x89PNG\0\0'), 'not_text', /NUL bytes/],
  ])('because they are no UTF-8 text: %j', async (...[content, code, message]) => {
    write('plan.md', content);
    const refused = await refusal(['plan.md']);
    expect(refused.code).toBe(code);
    expect(refused.message).toMatch(message);
    expect(refused.next).toBeDefined();
  });

  it('because they are too large', async () => {
    write('plan.md', '');
    truncateSync(join(root, 'plan.md'), 64 * 1024 * 1024 + 1);
    expect(await refusal(['plan.md'])).toMatchObject({
      code: 'file_too_large',
      message: 'plan.md has 65 MiB; the limit is 64 MiB',
    });
  });

  it('because they are patches without a change', async () => {
    write('x.patch', '# words\n');
    expect(await refusal(['x.patch'])).toMatchObject({ code: 'not_a_patch' });
  });
});

describe('review contract 1: standard input', () => {
  const piped = (text: string) =>
    makeTestTerminal(root, { inputIsTerminal: false, readInput: async () => text });

  it.each([[[]], [['-']]])('is read for %j', async (args) => {
    expect(await read(args, piped('# Plan\n'))).toEqual({
      mode: 'markdown',
      sourceFile: '<stdin>',
      historyName: 'unnamed',
      files: [{ path: '<stdin>', kind: 'markdown', text: '# Plan\n' }],
    });
  });

  it('stands among files, and is not known again', async () => {
    write('a.md', 'a');
    const inputs = await read(['a.md', '-'], piped('x'));
    expect(inputs.files.map(({ path }) => path)).toEqual(['a.md', '<stdin>']);
    expect(inputs).toMatchObject({ sourceFile: 'multi-2-files', historyName: 'multi-2-files' });
    expect(inputs.inputsKey).toBeUndefined();
  });

  it('is left alone when there is a file', async () => {
    write('a.md', 'a');
    const at = makeTestTerminal(root, {
      inputIsTerminal: false,
      readInput: () => Promise.reject(new Error('was read')),
    });
    expect((await read(['a.md'], at)).files).toHaveLength(1);
  });

  it('may be a patch of any prefix', async () => {
    expect(await read([], piped(patch))).toMatchObject({
      mode: 'diff',
      sourceFile: '<stdin>',
      historyName: 'unnamed',
      files: [
        { path: 'a.txt', kind: 'diff' },
        { path: 'b c.txt', kind: 'diff' },
      ],
    });
  });

  it('warns of bytes that are no UTF-8', async () => {
    const at = piped('caf\uFFFD');
    await read([], at);
    expect(at.notices).toEqual([
      'discuss: standard input is not all UTF-8; other bytes are shown as \uFFFD',
    ]);
  });

  it.each([
    [[], /name a file/],
    [['-'], /before the pipe/],
  ])('is refused when it is empty: %j', async (args, next) => {
    const refused = await refusal(args, piped(' \n'));
    expect(refused).toMatchObject({ code: 'empty_input', message: 'standard input is empty' });
    expect(refused.next).toMatch(next);
  });

  it('is not awaited on a terminal without being named', async () => {
    expect(await refusal([])).toMatchObject({ code: 'usage', message: 'nothing to review' });
  });

  it('tells that it is awaited when nothing comes, and ends when interrupted', async () => {
    const stop = new AbortController();
    const at = makeTestTerminal(root, {
      inputIsTerminal: false,
      readInput: () => new Promise(() => undefined),
      signal: stop.signal,
      notify: (line) => {
        expect(line).toMatch(/no FILE was given, reading Markdown from standard input/);
        stop.abort();
      },
    });
    expect(await refusal([], at)).toMatchObject({ code: 'interrupted' });
  });
});

describe('review contract 2: files of patches', () => {
  it('become one file for each changed file', async () => {
    write('my change.Patch', patch);
    const inputs = await read(['my change.Patch']);
    expect(inputs).toMatchObject({
      mode: 'diff',
      sourceFile: join(root, 'my change.Patch'),
      historyName: 'my_change',
      inputsKey: JSON.stringify([join(root, 'my change.Patch')]),
    });
    expect(inputs.files.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.txt', 'diff'],
      ['b c.txt', 'diff'],
    ]);
    expect(inputs.files.map(({ text }) => text).join('')).toBe(patch);
  });

  it('mix with Markdown', async () => {
    write('x.diff', patch);
    write('plan.md', '# Plan');
    const inputs = await read(['plan.md', 'x.diff']);
    expect(inputs).toMatchObject({ mode: 'mixed', sourceFile: 'multi-3-files' });
    expect(inputs.files.map(({ path }) => path)).toEqual(['plan.md', 'a.txt', 'b c.txt']);
  });

  it('may hold other bytes than UTF-8', async () => {
    write('x.diff', Buffer.from(patch.replace('+two', '+tw\xf6'), 'latin1'));
    expect((await read(['x.diff'])).files[0]?.text).toContain('+tw\uFFFD\n');
    expect(terminal.notices).toEqual([
      'discuss: x.diff is not all UTF-8; other bytes are shown as \uFFFD',
    ]);
  });
});

describe('review contract 1: discuss diff', () => {
  let scratch: ScratchRepository;
  beforeEach(() => {
    scratch = makeScratchRepository();
  });
  afterEach(() => scratch.remove());

  it('reviews what git shows, alone or with files', async () => {
    scratch.commit({ 'a.txt': 'one\n', 'sub/b.txt': 'one\n' });
    scratch.write({ 'a.txt': 'two\n', 'sub/b.txt': 'two\n', 'new.txt': 'x\n' });
    scratch.git(['add', 'a.txt']);
    write('plan.md', '# Plan');
    const { environment } = scratch;
    const top = makeTestTerminal(scratch.root, { environment });
    const sub = makeTestTerminal(join(scratch.root, 'sub'), { environment });

    const staged = await read(['diff'], top);
    expect(staged).toMatchObject({
      mode: 'diff',
      sourceFile: 'git --cached',
      gitArgs: ['--cached'],
      historyName: 'diff',
      git: { directory: scratch.root, args: ['--cached'], untracked: false, maxBytes: 5_242_880 },
      files: [{ path: 'a.txt', kind: 'diff' }],
    });
    expect(staged.files[0]?.text).toMatch(/^diff --git a\/a\.txt b\/a\.txt\n.*\+two\n$/s);

    const unstaged = await read(['diff', '--unstaged', '--untracked'], sub);
    expect(unstaged.files.map(({ path }) => path)).toEqual(['sub/b.txt', 'new.txt']);
    expect(unstaged.gitArgs).toEqual(['--unstaged', '--untracked']);

    const mixed = await read([join(root, 'plan.md'), 'diff', 'HEAD'], top);
    expect(mixed).toMatchObject({
      mode: 'mixed',
      sourceFile: 'multi-3-files',
      historyName: 'multi-3-files',
      gitArgs: ['HEAD'],
    });

    expect((await read(['diff'], sub)).inputsKey).toBe(staged.inputsKey);
    expect(unstaged.inputsKey).not.toBe(staged.inputsKey);
    const keyOf = async (at: TestTerminal) =>
      (await read(['diff', 'HEAD', '--', '.'], at)).inputsKey;
    expect(await keyOf(top)).not.toBe(await keyOf(sub));

    expect(await refusal(['diff', 'HEAD..HEAD'], top)).toMatchObject({ code: 'no_changes' });
    expect(await refusal(['diff', '--max-diff-bytes', '10'], top)).toMatchObject({
      code: 'diff_too_large',
    });
    expect(await refusal(['diff', '--stat'], top)).toMatchObject({ code: 'usage' });
  });
});
