import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import type { Discussions, InlineThread } from './discussion.ts';
import { editComment } from './edit-comment.ts';
import type { InlineChange } from './inline-change.ts';
import { parseDiscussions } from './parse-discussions.ts';
import { reply } from './reply.ts';
import { setStatus } from './set-status.ts';
import { startThread } from './start-thread.ts';
import { applyEdit } from './text-edit.ts';

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

/** The text after a change, or the code of the refusal. */
function textAfter(
  text: string,
  change: (discussions: Discussions) => ReturnType<typeof reply>,
): string {
  const changed = change(parseDiscussions(text));
  if (isRefusal(changed)) return changed.code;
  const after = changed.edit === undefined ? text : applyEdit(text, changed.edit);
  expect(changed.after.text).toBe(after);
  expect(changed.after.all).toContain(changed.thread);
  return after;
}

function thread(discussions: Discussions, number = 1): InlineThread {
  const found = discussions.threads[number - 1];
  if (found === undefined) throw new Error(`no thread ${number}`);
  return found;
}

const start = (
  text: string,
  anchorLine: number,
  more: { message?: string; speaker?: string } = {},
): string =>
  textAfter(text, (discussions) =>
    startThread(discussions, { anchorLine, speaker: 'Sage', message: 'Why?', ...more }),
  );
const answer = (
  text: string,
  more: { to?: number; message?: string; speaker?: string } = {},
): string =>
  textAfter(text, (discussions) =>
    reply(discussions, thread(discussions), { speaker: 'Bob', message: 'So.', ...more }),
  );

describe('start (inline contract 3)', () => {
  it.each([
    ['below a paragraph', 'p\n\nq\n', 1, 'p\n\n> **Sage:** Why?\n\nq\n'],
    ['from any line of the block', 'p\nmore\n\nq\n', 2, 'p\nmore\n\n> **Sage:** Why?\n\nq\n'],
    ['before further blank lines', 'p\n\n\nq\n', 1, 'p\n\n> **Sage:** Why?\n\nq\n'],
    ['at the end without a blank line', 'p\n', 1, 'p\n\n> **Sage:** Why?\n'],
    ['at the end behind a blank line', 'p\n\n', 1, 'p\n\n> **Sage:** Why?\n'],
    ['at the end without a line end', 'p', 1, 'p\n\n> **Sage:** Why?'],
    [
      'after the first blank line that follows',
      '# h\np\n\nq\n',
      1,
      '# h\np\n\n> **Sage:** Why?\n\nq\n',
    ],
    [
      'after threads that are there',
      'p\n\n> **Ann:** x\n>> **Bob:** y\n\n> **Kim:** z\n\nq\n',
      1,
      'p\n\n> **Ann:** x\n>> **Bob:** y\n\n> **Kim:** z\n\n> **Sage:** Why?\n\nq\n',
    ],
    [
      'after a thread right below the block',
      'p\n> **Ann:** x\n\nq\n',
      1,
      'p\n> **Ann:** x\n\n> **Sage:** Why?\n\nq\n',
    ],
    [
      'between a thread and text right below it',
      'p\n\n> **Ann:** x\n# h\n',
      1,
      'p\n\n> **Ann:** x\n\n> **Sage:** Why?\n\n# h\n',
    ],
    [
      'after a code block',
      '```\na\n\nb\n```\n\nq\n',
      2,
      '```\na\n\nb\n```\n\n> **Sage:** Why?\n\nq\n',
    ],
    ['after a quote', '> a\n>\n> b\n\nq\n', 1, '> a\n>\n> b\n\n> **Sage:** Why?\n\nq\n'],
    [
      'not between the items of a list below',
      'p\n- a\n\n- b\n\nq\n',
      1,
      'p\n- a\n\n- b\n\n> **Sage:** Why?\n\nq\n',
    ],
    [
      'not inside a fence below',
      'p\n```\na\n\nb\n```\n',
      1,
      'p\n```\na\n\nb\n```\n\n> **Sage:** Why?\n',
    ],
    [
      'in a tight list',
      '- a\n- b\n  more\n- c\n',
      3,
      '- a\n- b\n  more\n  > **Sage:** Why?\n- c\n',
    ],
    [
      'in a nested item',
      '- a\n  1. b\n  2. c\n- d\n',
      2,
      '- a\n  1. b\n     > **Sage:** Why?\n  2. c\n- d\n',
    ],
    ['above nested items', '- a\n  - b\n', 1, '- a\n  > **Sage:** Why?\n  - b\n'],
    ['in a loose list', '- a\n\n- b\n', 1, '- a\n\n  > **Sage:** Why?\n\n- b\n'],
    [
      'below a thread in a tight list',
      '- a\n  > **Ann:** x\n- b\n',
      1,
      '- a\n  > **Ann:** x\n  >\n  > **Sage:** Why?\n- b\n',
    ],
    ['in the last item', '- a\n- b\n\np\n', 2, '- a\n- b\n  > **Sage:** Why?\n\np\n'],
    [
      'on code in an item',
      '- a\n\n  ```\n  c\n  ```\n\n- b\n',
      4,
      '- a\n\n  ```\n  c\n  ```\n\n  > **Sage:** Why?\n\n- b\n',
    ],
    [
      'past a reply without a thread',
      'p\n\n>> **Bob:** y\n\nq\n',
      1,
      'p\n\n>> **Bob:** y\n\n> **Sage:** Why?\n\nq\n',
    ],
    ['below a lead-in', '> **Note:** x\n\nq\n', 1, '> **Note:** x\n\n> **Sage:** Why?\n\nq\n'],
    ['with CRLF', 'p\r\n\r\nq\r\n', 1, 'p\r\n\r\n> **Sage:** Why?\r\n\r\nq\r\n'],
    ['with CR', 'p\r\rq\r', 1, 'p\r\r> **Sage:** Why?\r\rq\r'],
    ['behind a BOM', '\ufeffp\n', 1, '\ufeffp\n\n> **Sage:** Why?\n'],
  ] as const)('writes %s', (...[, text, line, after]) => {
    expect(start(text, line)).toBe(after);
  });

  it.each([
    ['before the first line', 'p\n', 0],
    ['behind the last line', 'p\n', 2],
    ['in front matter', '---\na: b\n---\np\n', 2],
    ['in another thread', 'p\n\n> **Ann:** x\n', 3],
    ['on a blank line', 'p\n\nq\n', 2],
    ['on a thematic break', 'p\n\n---\n', 3],
    ['on an HTML comment', 'p\n\n<!-- c -->\n', 3],
    ['on a link definition', '[a]: /b\n', 1],
  ] as const)('refuses a line %s', (_, text, line) => {
    expect(start(text, line)).toBe('invalid_anchor');
  });

  it.each([
    '',
    '  ',
    'a*b',
    'a:',
    'a [RESOLVED]',
    'a\nb',
    'a\u202eb',
    'a\u0007',
    'n'.repeat(81),
    'Note',
    '✓',
  ])('refuses %j as a speaker', (speaker) => {
    expect(start('p\n', 1, { speaker })).toBe('invalid_speaker');
  });

  it('writes @Name as Name', () => {
    expect(start('p\n', 1, { message: 'x', speaker: '@Mary Ann' })).toBe(
      'p\n\n> **Mary Ann:** x\n',
    );
  });

  it('refuses to write below an unclosed fence, which would hide the thread', () => {
    expect(start('```\ncode\n', 2)).toBe('unsafe_edit');
  });

  it.each(['', ' \n\t'])('refuses the empty message %j', (message) => {
    expect(start('p\n', 1, { message })).toBe('invalid_message');
  });
});

describe('reply (inline contract 3)', () => {
  it.each([
    [
      'at the end, one deeper',
      lines('> **Ann:** x', '>> **Kim:** y'),
      {},
      lines('> **Ann:** x', '>> **Kim:** y', '>>> **Bob:** So.'),
    ],
    [
      'in the middle of a file',
      lines('> **Ann:** x', '', 'p'),
      {},
      lines('> **Ann:** x', '>> **Bob:** So.', '', 'p'),
    ],
    ['without a line end', '> **Ann:** x', {}, '> **Ann:** x\n>> **Bob:** So.'],
    [
      'to an earlier comment, below what answered it',
      lines('> **Ann:** x', '>> **Kim:** y', '>>> **Lea:** z', '>> **Max:** w'),
      { to: 2 },
      lines(
        '> **Ann:** x',
        '>> **Kim:** y',
        '>>> **Lea:** z',
        '>>>',
        '>>> **Bob:** So.',
        '>>',
        '>> **Max:** w',
      ),
    ],
    [
      'to the root',
      lines('> **Ann:** x', '>> **Kim:** y'),
      { to: 1 },
      lines('> **Ann:** x', '>> **Kim:** y', '>>', '>> **Bob:** So.'),
    ],
    [
      'in a list, with its indent',
      lines('- a', '  > **Ann:** x', '- b'),
      {},
      lines('- a', '  > **Ann:** x', '  >> **Bob:** So.', '- b'),
    ],
    [
      "below an item's marker",
      lines('10. > **Ann:** x'),
      {},
      lines('10. > **Ann:** x', '    >> **Bob:** So.'),
    ],
    [
      'behind a separator',
      lines('> **Ann:** x', '>'),
      {},
      lines('> **Ann:** x', '>', '>> **Bob:** So.'),
    ],
    [
      'in a thread with blank lines',
      lines('> **Ann:** x', '', '>> **Kim:** y'),
      {},
      lines('> **Ann:** x', '', '>> **Kim:** y', '>>> **Bob:** So.'),
    ],
    [
      'below an unclosed fence of the comment above',
      lines('> **Ann:** x', '> ```', '> code'),
      {},
      lines('> **Ann:** x', '> ```', '> code', '', '>> **Bob:** So.'),
    ],
    [
      'above text that would join in',
      lines('> **Ann:** x', '> ```', '> c', '> ```', 'p'),
      {},
      lines('> **Ann:** x', '> ```', '> c', '> ```', '>> **Bob:** So.', '', 'p'),
    ],
    ['with CRLF', '> **Ann:** x\r\n', {}, '> **Ann:** x\r\n>> **Bob:** So.\r\n'],
  ] as const)('writes %s', (...[, text, more, after]) => {
    expect(answer(text, more)).toBe(after);
  });

  it('keeps the depth of what a reply answers from depth 6 on, and reports it as flattened', () => {
    const text = lines(
      '> **Ann:** 1',
      '>> **Ann:** 2',
      '>>> **Ann:** 3',
      '>>>> **Ann:** 4',
      '>>>>> **Ann:** 5',
      '>>>>>> **Ann:** 6',
    );
    expect(answer(text)).toBe(`${text}>>>>>>\n>>>>>> **Bob:** So.\n`);
    const discussions = parseDiscussions(text);
    expect(reply(discussions, thread(discussions), { speaker: 'Bob', message: 'x' })).toMatchObject(
      { flattened: true },
    );
    expect(answer('> **Ann:** x\n>>>>>>>> **Kim:** deep\n')).toBe(
      '> **Ann:** x\n>>>>>>>> **Kim:** deep\n>>>>>>>>\n>>>>>>>> **Bob:** So.\n',
    );
  });

  it('refuses to answer a comment that the thread does not have', () => {
    expect(answer('> **Ann:** x\n', { to: 2 })).toBe('comment_not_found');
  });
});

describe('edit (inline contract 3)', () => {
  const edit = (
    text: string,
    more: { comment?: number; depth?: number; speaker?: string; message?: string },
  ): string =>
    textAfter(text, (discussions) =>
      editComment(discussions, thread(discussions), { speaker: 'Ann', message: 'new', ...more }),
    );
  const text = lines('> **Ann [RESOLVED]:** x', '> more', '>> **Kim:** y', '>> more', '', 'p');

  it('replaces the whole comment and nothing else', () => {
    expect(edit(text, { comment: 1 })).toBe(
      lines('> **Ann [RESOLVED]:** new', '>> **Kim:** y', '>> more', '', 'p'),
    );
    expect(edit(text, { comment: 2, speaker: 'KIM', message: 'a\nb' })).toBe(
      lines('> **Ann [RESOLVED]:** x', '> more', '>> **Kim:** a', '>> b', '', 'p'),
    );
    expect(edit(text, { depth: 2, speaker: 'Kim' })).toBe(
      lines('> **Ann [RESOLVED]:** x', '> more', '>> **Kim:** new', '', 'p'),
    );
  });

  it('replaces a comment that was resumed after a reply', () => {
    expect(
      edit(lines('> **Ann:** x', '>> **Kim:** y', '>', '> more', '', 'p'), { comment: 1 }),
    ).toBe(lines('> **Ann:** new', '>> **Kim:** y', '>', '', 'p'));
  });

  it('writes the canonical form', () => {
    expect(edit('- >  **Ann** ✓:x\n', { comment: 1 })).toBe('- > **Ann [RESOLVED]:** new\n');
  });

  it.each([
    ['by somebody else', { comment: 1, speaker: 'Bob' }, 'not_author'],
    ['of a comment that is not there', { comment: 3 }, 'comment_not_found'],
    ['at a depth that is not there', { depth: 3 }, 'comment_not_found'],
    ['of nothing in particular', {}, 'missing_comment'],
  ] as const)('refuses an edit %s', (_, more, code) => {
    expect(edit(text, more)).toBe(code);
  });

  it('refuses a depth that two comments have', () => {
    const two = lines('> **Ann:** x', '>> **Kim:** y', '>>', '>> **Lea:** z');
    expect(edit(two, { depth: 2, speaker: 'Bob' })).toBe('comment_ambiguous');
    expect(edit(two, { depth: 2, speaker: 'Lea' })).toBe(
      lines('> **Ann:** x', '>> **Kim:** y', '>>', '>> **Lea:** new'),
    );
  });
});

describe('set-status (inline contract 3)', () => {
  const set = (text: string, status: 'resolved' | 'reopen', operator = 'Ann'): string =>
    textAfter(text, (discussions) =>
      setStatus(discussions, thread(discussions), { status, operator }),
    );

  it.each([
    ['resolves', '> **Ann:** x\n', 'resolved', '> **Ann [RESOLVED]:** x\n'],
    [
      'resolves what was reopened',
      '> **Ann [REOPEN]:** x\n',
      'resolved',
      '> **Ann [RESOLVED]:** x\n',
    ],
    ['reopens', '> **Ann [RESOLVED]:** x\n', 'reopen', '> **Ann [REOPEN]:** x\n'],
    ['writes a check mark as a marker', '> **Ann ✓**: x\n', 'reopen', '> **Ann [REOPEN]:** x\n'],
    [
      'replaces an unknown marker',
      '> **Ann [WONTFIX]**:x\n',
      'resolved',
      '> **Ann [RESOLVED]:** x\n',
    ],
    [
      'writes no space where there is no text',
      '> **Ann:**\n> x\n',
      'resolved',
      '> **Ann [RESOLVED]:**\n> x\n',
    ],
    ['does nothing twice', '> **Ann [resolved]:** x\n', 'resolved', '> **Ann [resolved]:** x\n'],
    [
      'does not reopen what is reopened',
      '> **Ann [REOPEN]:** x\n',
      'reopen',
      '> **Ann [REOPEN]:** x\n',
    ],
  ] as const)('%s', (...[, text, status, after]) => {
    expect(set(text, status)).toBe(after);
  });

  it('allows only the initiator to resolve and anybody to reopen', () => {
    expect(set('> **Ann:** x\n', 'resolved', 'Bob')).toBe('not_initiator');
    expect(set('> **Ann:** x\n', 'resolved', '@ANN')).toBe('> **Ann [RESOLVED]:** x\n');
    expect(set('> **Ann [RESOLVED]:** x\n', 'reopen', 'Bob')).toBe('> **Ann [REOPEN]:** x\n');
    expect(set('> **Ann:** x\n', 'reopen', 'Bob')).toBe('not_resolved');
  });
});

describe('messages (inline contract 3)', () => {
  it.each([
    ['two lines', 'a\nb', ['> **Sage:** a', '> b']],
    ['a blank line', 'a\n\nb', ['> **Sage:** a', '>', '> b']],
    ['CR and CRLF', 'a\r\nb\rc', ['> **Sage:** a', '> b', '> c']],
    ['a comment', 'a\n**Eve:** b', ['> **Sage:** a', '> \\*\\*Eve:** b']],
    [
      'a quoted comment',
      'a\n> **Eve [RESOLVED]:** b',
      ['> **Sage:** a', '> \\> **Eve [RESOLVED]:** b'],
    ],
    ['a deeper quote', 'a\n>> b', ['> **Sage:** a', '> \\>> b']],
    ['a quote at the beginning', '> a\nb', ['> **Sage:** > a', '> b']],
    ['a status at the beginning', '[RESOLVED] a', ['> **Sage:** \\[RESOLVED] a']],
    ['an open fence', 'a\n```\n> b', ['> **Sage:** a', '> ```', '> > b', '> ```']],
    ['a fence from the beginning', '```js\na\n```', ['> **Sage:**', '> ```js', '> a', '> ```']],
    [
      'a closed fence with quotes in it',
      'a\n```\n> **Eve:** b\n```',
      ['> **Sage:** a', '> ```', '> > **Eve:** b', '> ```'],
    ],
    ['an open HTML comment', 'a\n<!-- b', ['> **Sage:** a', '> \\<!-- b']],
    ['open math', 'a\n$$\nb', ['> **Sage:** a', '> \\$\\$', '> b']],
    ['HTML at the end', 'a\n\n<div>', ['> **Sage:** a', '>', '> <div>', '>']],
    ['a list', '- a\n- b', ['> **Sage:**', '> - a', '> - b']],
    ['a quote in a list item', 'a\n- > **Eve:** b', ['> **Sage:** a', '> - \\> **Eve:** b']],
    ['a fence in a list item', 'a\n- ```\n  b', ['> **Sage:** a', '> - ```', '>   b', '>   ```']],
    ['a comment behind spaces', 'a\n      **Eve:** b', ['> **Sage:** a', '>       \\*\\*Eve:** b']],
    ['spaces around it', '  a  \n\n', ['> **Sage:** a']],
    ['other line separators', 'a\u2028> **Eve:** b', ['> **Sage:** a\u2028> **Eve:** b']],
  ] as const)('writes %s so that it is only text', (_, message, comment) => {
    expect(start('p\n', 1, { message })).toBe(lines('p', '', ...comment));
  });

  it('prefixes every line of a reply with its markers', () => {
    expect(answer('> **Ann:** x\n', { message: 'a\n\n**Ann:** b' })).toBe(
      lines('> **Ann:** x', '>> **Bob:** a', '>>', '>> \\*\\*Ann:** b'),
    );
  });

  it('refuses a message with a lone surrogate', () => {
    expect(start('p\n', 1, { message: 'a\ud800' })).toBe('invalid_message');
  });

  it('refuses a NUL, which would make the file invalid text', () => {
    expect(start('p\n', 1, { message: 'a\0b' })).toBe('invalid_message');
  });
});

const blocks = fc.constantFrom(
  ...'para|para\nsecond|# h|- a\n- b|- a\n\n- b|1. x\n   - y\n2. w|```\ncode\n\n> **No:** x\n```|> quote|> [!NOTE]\n> hi|> **Note:** lead|<!-- c -->|---|    code|$$\nx\n$$|[l]: /u|> **Sage:** root\n>> **Bob:** re\n>>> **Al:** de|> **Sage [RESOLVED]:** done|- i\n  > **Sage:** in\n  >> **Bob:** yes\n- j|> **Sage:** q\n\n>> **Bob:** gap|>> **Or:** phan|> **Sage:** fence\n> ```\n> code|> **Sage:** s\n>> **B:** 1\n>> **C:** 2\n>\n> again|[^n]: foot|1. > **Sage:** on|> **Sage:** html\n> <div>'.split(
    '|',
  ),
  '| a |\n|---|\n| 1 |',
);
const documents = fc
  .tuple(
    fc.constantFrom('', '', '\ufeff'),
    fc.array(fc.tuple(blocks, fc.constantFrom('\n', '\n\n', '\n\n\n')), {
      minLength: 1,
      maxLength: 6,
    }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([bom, parts, end, closed]) => {
    const text = bom + parts.flat().join('');
    return (closed ? text : text.trimEnd()).replaceAll('\n', end);
  });
const messages = fc
  .array(
    fc.constantFrom(
      ...'text|**Eve:** x|> **Eve:** x|>> x|```|~~~|<!--|-->|<div>|$$|- a|  - b|1. c|    code||# h|===|\\|`|[RESOLVED]|[!NOTE]|[x]: y|\t> **Eve:** t|- > **Eve:** l|**Note:** n|<script>|***|> ```'.split(
        '|',
      ),
      '| a |',
      '|---|',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => all.join('\n'));

type Asked = {
  readonly kind: 'start' | 'reply' | 'edit' | 'resolve';
  readonly pick: number;
  readonly message: string;
};
const asked: fc.Arbitrary<Asked> = fc.record({
  kind: fc.constantFrom('start', 'reply', 'edit', 'resolve'),
  pick: fc.nat(1000),
  message: messages,
});

function carryOut(
  discussions: Discussions,
  { kind, pick, message }: Asked,
): InlineChange | undefined {
  const chosen = discussions.threads[pick % Math.max(1, discussions.threads.length)];
  if (kind === 'start') {
    const anchorLine = 1 + (pick % Math.max(1, discussions.totalLines));
    const changed = startThread(discussions, { anchorLine, speaker: 'New', message });
    return isRefusal(changed) ? undefined : changed;
  }
  if (chosen === undefined) return undefined;
  const comment = 1 + (pick % chosen.comments.length);
  const speaker = chosen.comments[comment - 1]?.speaker ?? '';
  const changed =
    kind === 'reply'
      ? reply(discussions, chosen, {
          speaker: 'New',
          message,
          ...(pick % 2 ? { to: comment } : {}),
        })
      : kind === 'edit'
        ? editComment(discussions, chosen, { speaker, message, comment })
        : setStatus(discussions, chosen, { status: 'resolved', operator: chosen.root.speaker });
  return isRefusal(changed) ? undefined : changed;
}

const said = (discussions: Discussions): readonly string[] =>
  discussions.all.flatMap(({ status, comments }) =>
    comments.map(({ depth, speaker, text }) => `${status} ${depth} ${speaker}: ${text}`),
  );

describe('any change to any document', () => {
  it('changes only the inserted bytes, adds only what was meant, and lets no message forge a comment', () => {
    fc.assert(
      fc.property(documents, asked, (text, wanted) => {
        const before = parseDiscussions(text);
        const changed = carryOut(before, wanted);
        if (changed?.edit === undefined) return;
        const { offset, deleteLength, insertText } = changed.edit;
        const after = parseDiscussions(
          text.slice(0, offset) + insertText + text.slice(offset + deleteLength),
        );
        if (wanted.kind !== 'edit')
          expect(/^$|\*\*/.test(text.substr(offset, deleteLength))).toBe(true);
        if (wanted.kind === 'start' || wanted.kind === 'reply') expect(deleteLength).toBe(0);
        const old = said(before);
        const now = said(after);
        const added = wanted.kind === 'start' || wanted.kind === 'reply' ? 1 : 0;
        expect(now.length).toBe(old.length + added);
        const first = old.findIndex((entry, index) => entry !== now[index]);
        const place = first === -1 ? old.length : first;
        if (wanted.kind !== 'resolve') {
          expect(now.slice(place + 1)).toEqual(old.slice(place + 1 - added));
        }
        expect(
          after.all.every(({ comments }) => comments.every(({ speaker }) => speaker !== 'Eve')),
        ).toBe(true);
        expect(after.orphans).toHaveLength(before.orphans.length);
      }),
      { numRuns: 2500 },
    );
  });

  it('keeps every word of a message', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const before = parseDiscussions('p\n');
        const changed = startThread(before, { anchorLine: 1, speaker: 'New', message });
        if (isRefusal(changed)) return;
        const plain = (text: string): string =>
          text
            .replace(/\\(?=[*>[<$])/g, '')
            .replace(/\s+/g, ' ')
            .trim();
        const read = plain(changed.thread.root.text);
        expect(read.startsWith(plain(message))).toBe(true);
        expect(read.slice(plain(message).length)).toMatch(/^\s*(?:`{3,}|~{3,})?$/);
      }),
      { numRuns: 1500 },
    );
  });
});
