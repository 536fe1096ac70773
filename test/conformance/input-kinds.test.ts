import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchOfTest } from '../support/scratch.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures');
const read = (name: string): string => readFileSync(join(fixtures, name), 'utf8');
const patches = join(fixtures, 'patch-forms');

const series = [
  { id: 'f-1', path: 'commit 1111111 why we do it', kind: 'markdown' },
  { id: 'f-2', path: 'a', kind: 'diff' },
  { id: 'f-3', path: 'commit 2222222 second', kind: 'markdown' },
  { id: 'f-4', path: 'a', kind: 'diff' },
];

describe('review 9, patches: what an input is', () => {
  it('a series of mails is a message per commit, and files that say which', async () => {
    const scratch = scratchOfTest();
    scratch.write('series.patch', read('patch-forms/series.patch'));
    const review = await scratch.review(['series.patch']);
    expect((await review.state()).files).toEqual(series);
    const snippets = async (id: string): Promise<readonly string[]> => {
      const { body } = await review.get(`/api/files/${id}/blocks`);
      return (body['blocks'] as readonly { readonly snippet: string }[]).map(
        ({ snippet }) => snippet,
      );
    };
    expect((await snippets('f-1'))[0]).toBe('why we do it');
    expect(await snippets('f-1')).toContain('The reason that the reviewer must read.');
    expect((await snippets('f-2'))[1]).toBe('+1 −1 · commit 1111111 why we do it');
    expect((await snippets('f-4'))[1]).toBe('+1 −1 · commit 2222222 second');
    const thread = await review.openThread({ fileId: 'f-1', anchorStart: 3, anchorEnd: 3 });
    expect(thread).toMatch(/^u-\d+$/);
  });

  it.each(['-', 'changes.txt'])('text above a diff leaves it a diff: %s', async (word) => {
    const scratch = scratchOfTest();
    const input = read('patch-forms/text-before.diff.txt');
    scratch.write('changes.txt', input);
    const review = await scratch.review([word], word === '-' ? { input } : {});
    expect(review.started.payload).toMatchObject({ mode: 'diff', files_count: 1 });
    expect((await review.state()).files).toEqual([{ id: 'f-1', path: 'a', kind: 'diff' }]);
  });

  it('a diff in a document, or in a file of that name, is no patch, unless --kind says so', async () => {
    const scratch = scratchOfTest();
    const input = `# Plan\n\n\`\`\`diff\n${read('patch-forms/bidi.diff')}\`\`\`\n`;
    const piped = await scratch.review(['-'], { input });
    expect(piped.started.payload).toMatchObject({ mode: 'markdown' });
    scratch.write('plan.md', read('patch-forms/bidi.diff'));
    const named = await scratch.review(['plan.md']);
    expect(named.started.payload).toMatchObject({ mode: 'markdown' });
    const said = await scratch.review(['--kind', 'patch', 'plan.md']);
    expect((await said.state()).files).toEqual([{ id: 'f-1', path: 'x.js', kind: 'diff' }]);
    const asText = await scratch.review(['--kind', 'markdown', '-'], {
      input: read('patch-forms/bidi.diff'),
    });
    expect((await asText.state()).files).toEqual([
      { id: 'f-1', path: '<stdin>', kind: 'markdown' },
    ]);
  });

  it('a review of a series is resumed as it was', async () => {
    const scratch = scratchOfTest();
    scratch.write('series.patch', read('patch-forms/series.patch'));
    const first = await scratch.review(['series.patch']);
    const id = await first.openThread({ fileId: 'f-4', anchorStart: 3, anchorEnd: 3 });
    await first.kill('SIGKILL');
    const again = await scratch.review(['--resume', 'series.patch']);
    const { files, threads, sourceVersion } = await again.state();
    expect({ files, sourceVersion }).toEqual({ files: series, sourceVersion: 0 });
    expect(threads).toMatchObject([{ id, fileId: 'f-4', anchorStart: 3 }]);
  });

  it('a diff of words is refused by its name', async () => {
    const scratch = scratchOfTest();
    scratch.write('words.diff', read('patch-forms/word-diff.diff'));
    const launched = scratch.launch(['--no-open', '--port', '0', 'words.diff']);
    expect((await launched.exit).code).toBe(1);
    expect(launched.stderr()).toContain('words.diff is a diff of words (--word-diff)');
    expect(launched.stdout()).toBe('');
  });

  it('a file of code is its path and its lines, mode markdown', async () => {
    const scratch = scratchOfTest();
    const text = read('code/code.ts.txt');
    scratch.write('code.ts', text);
    const review = await scratch.review(['code.ts']);
    expect(review.started.payload).toMatchObject({ mode: 'markdown' });
    expect((await review.state()).files).toEqual([{ id: 'f-1', path: 'code.ts', kind: 'code' }]);
    const id = await review.openThread({
      ...{ anchorStart: 2, anchorEnd: 2, lineRange: { start: 4, end: 5 } },
    });
    scratch.write('code.ts', `import x from 'x';\n${text}`);
    await expect
      .poll(
        async () => (await review.state()).threads.find((thread) => thread.id === id)?.lineRange,
      )
      .toEqual({ start: 5, end: 6 });
  });

  it('a text for a file of a diff that is no patch of it is refused, and nothing changes', async () => {
    const scratch = scratchOfTest();
    scratch.write('change.diff', read('patch-forms/bidi.diff'));
    const review = await scratch.review(['change.diff']);
    const pushed = await review.post('/api/source', {
      markdown: read('patch-forms/only-in.diff'),
      threadAnchors: [],
    });
    expect(pushed).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'validation_error',
          message: expect.stringContaining('the text is no patch of x.js: it changes a'),
        },
      },
    });
    expect((await review.state()).sourceVersion).toBe(0);
  });
});

describe('review 9, patches: each form starts a review or is refused in words', () => {
  // The rest is read by the same function, which its own table tests.
  it.each(readdirSync(patches).filter((name) => /^(?:coloured|only-in|svn|quoted-)/.test(name)))(
    '%s',
    async (name) => {
      const input = read(`patch-forms/${name}`);
      const scratch = scratchOfTest();
      if (name === 'coloured-words.diff') {
        const launched = scratch.launch(['--no-open', '--port', '0', '-'], { input });
        expect((await launched.exit).code).toBe(1);
        expect(launched.stderr()).toContain('a diff of words');
        return;
      }
      const review = await scratch.review(['-'], { input });
      expect((await review.state()).files.some(({ kind }) => kind === 'diff')).toBe(true);
    },
  );
});
