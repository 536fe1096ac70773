import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { editComment } from '../src/core/inline/edit-comment.ts';
import { lintDiscussions } from '../src/core/inline/lint.ts';
import { ThreadLocator } from '../src/core/inline/locate-thread.ts';
import { parseDiscussions } from '../src/core/inline/parse-discussions.ts';
import { readinessOf } from '../src/core/inline/readiness.ts';
import { reply } from '../src/core/inline/reply.ts';
import { setStatus } from '../src/core/inline/set-status.ts';
import { startThread } from '../src/core/inline/start-thread.ts';
import { isRefusal } from '../src/core/refusal.ts';

const fixture = (path: string): string =>
  readFileSync(new URL(`./fixtures/inline-faults/${path}`, import.meta.url), 'utf8');

/** Name, status and texts of each thread. */
const said = (text: string) =>
  parseDiscussions(text).threads.map(({ status, comments }) => [
    status,
    ...comments.map(({ speaker, text: words }) => `${speaker}: ${words}`),
  ]);

describe('inline 7: escapes that formatters write', () => {
  it.each(['before', 'prettier', 'remark', 'mdformat'])(
    'leave the same thread: %s.md',
    (formatter) => {
      expect(said(fixture(`escaped-marker/${formatter}.md`))).toEqual([
        ['RESOLVED', 'Sage: Hard cap?', 'Omar: Yes.'],
      ]);
    },
  );

  it.each([
    ['**a\\_b \\[reopen\\]:** x', 'REOPEN', 'a_b'],
    ['**Sage** \\[RESOLVED\\]: x', 'RESOLVED', 'Sage'],
    ['**Sage \\[RESOLVED]**: x', 'RESOLVED', 'Sage'],
    ['**Sage**\\: x', 'OPEN', 'Sage'],
    ['**R\\&D \\[OPEN]:** x', 'OPEN', 'R&D'],
  ])('are no part of name and marker: %s', (comment, status, speaker) => {
    expect(said(`p\n\n> ${comment}\n`)).toEqual([[status, `${speaker}: x`]]);
  });

  it('stay in the message, also where a status would be', () => {
    const before = parseDiscussions('p\n');
    const changed = startThread(before, {
      anchorLine: 1,
      speaker: 'Ann',
      message: '[RESOLVED] is a word',
    });
    if (isRefusal(changed)) throw new Error(changed.message);
    expect(said(changed.after.text)).toEqual([['OPEN', 'Ann: \\[RESOLVED] is a word']]);
  });
});

describe('inline 7: merge conflicts', () => {
  const text = fixture('conflict-markers/s.md');
  const discussions = parseDiscussions(text);
  const [thread] = discussions.threads;

  it('keep a file from being ready, and are named by lint', () => {
    expect(readinessOf(discussions)).toMatchObject({
      is_ready: false,
      ready_blockers: [{ thread_id: '', root_line: 7, reason: 'a merge conflict is not resolved' }],
    });
    expect(lintDiscussions(discussions)).toContainEqual(
      expect.objectContaining({ line: 7, rule: 'conflict-marker', severity: 'error' }),
    );
  });

  it('refuse every edit', () => {
    if (thread === undefined) throw new Error('no thread');
    const message = 'x';
    for (const refused of [
      startThread(discussions, { anchorLine: 3, speaker: 'Ann', message }),
      reply(discussions, thread, { speaker: 'Ann', message }),
      editComment(discussions, thread, { speaker: 'Sage', message, comment: 1 }),
      setStatus(discussions, thread, { status: 'reopen', operator: 'Ann' }),
    ]) {
      expect(refused).toMatchObject({ refused: true, code: 'merge_conflict' });
    }
  });

  it('are none in an example of code', () => {
    const example = `\`\`\`\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n\`\`\`\n`;
    expect(readinessOf(parseDiscussions(example)).is_ready).toBe(true);
  });
});

describe('inline 7: a message defines nothing for the document', () => {
  const target = (text: string): string | undefined =>
    /href="([^"]*)"/.exec(new MarkdownIt({ html: true }).render(text))?.[1];

  it('leaves the link of the document alone', () => {
    const before = 'See [docs] now.\n\nMore.\n\n[docs]: http://good.example\n';
    const message = 'x\n\n[docs]: http://evil.example';
    const changed = startThread(parseDiscussions(before), {
      anchorLine: 1,
      speaker: 'Eve',
      message,
    });
    if (isRefusal(changed)) throw new Error(changed.message);
    expect(target(changed.after.text)).toBe('http://good.example');
    expect(target(fixture('link-definition/after.md'))).toBe('http://evil.example');
  });

  const part = fc.constantFrom(
    ...[
      '[docs]: http://evil.example',
      '[docs]:',
      'http://evil.example',
      '[docs',
      ']: x',
      '"title"',
    ],
    ...['', 'x', '> ', '- ', '1. ', '    ', '[^1]: note', '```', '<b>', '\\', '[docs]: <', '>'],
  );

  it('whatever the message is made of', () => {
    const before = parseDiscussions(
      'See [docs] now.[^1]\n\n> **Ann:** hm\n>> **Bob:** hm\n\n[docs]: http://good.example\n\n[^1]: good\n',
    );
    const count = (text: string): number => text.match(/^[> -]*\[[^\]]*\]:/gm)?.length ?? 0;
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        (parts, isReply) => {
          const message = parts.join('\n');
          const [thread] = before.threads;
          if (thread === undefined) throw new Error('no thread');
          const changed = isReply
            ? reply(before, thread, { speaker: 'Eve', message })
            : startThread(before, { anchorLine: 1, speaker: 'Eve', message });
          if (isRefusal(changed)) return;
          expect(target(changed.after.text)).toBe('http://good.example');
          expect(count(changed.after.text)).toBeGreaterThanOrEqual(2);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('inline 7: a continuation belongs to the container of its marker', () => {
  it('keeps the quote of the document when the comment before it is edited', () => {
    const before = parseDiscussions(fixture('marker-line-quote/before.md'));
    const [thread] = before.threads;
    if (thread === undefined) throw new Error('no thread');
    expect(thread.comments.map(({ text }) => text)).toEqual(['q']);
    const changed = editComment(before, thread, { speaker: 'Kim', message: 'new', comment: 1 });
    if (isRefusal(changed)) throw new Error(changed.message);
    expect(changed.after.text).toBe('- > **Kim:** new\n> a plain quote of the document\n\nend\n');
  });

  it.each([
    ['- item\n  > **Ann:** x\n> quote\n', ['Ann: x']],
    ['- item\n  > **Ann:** x\n  > more\n', ['Ann: x\nmore']],
    ['- > **Ann:** x\n- > quote\n', ['Ann: x']],
    ['  > **Ann:** x\n> more\n', ['Ann: x\nmore']],
    ['1. > **Ann:** x\n   >> **Bob:** y\n', ['Ann: x', 'Bob: y']],
  ])('%j', (text, comments) => {
    expect(said(text)).toEqual([['OPEN', ...comments]]);
  });
});

describe('inline 4: a unique exact match', () => {
  it('is found at level 1, whatever stands where it was', () => {
    const discussions = parseDiscussions(fixture('unique-exact-refused/after.md'));
    const found = new ThreadLocator(discussions).locate({
      threadId: 'T-001',
      anchorLine: 7,
      anchorText: '```',
      rootLine: 9,
      rootText: 'Aaron: second, the only one with these words',
      totalLines: discussions.totalLines,
    });
    expect(found).toMatchObject({ level: 1, thread: { id: 'T-002' } });
  });
});
