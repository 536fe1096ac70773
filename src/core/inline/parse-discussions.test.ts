import { describe, expect, it } from 'vitest';
import type { Discussions } from './discussion.ts';
import { parseDiscussions } from './parse-discussions.ts';

/** A document's discussions, one line each: `T-001 OPEN Sage: text / 2 Maestro: text`. */
function show(discussions: Discussions): readonly string[] {
  return discussions.all.map(({ id, status, comments }) => {
    const said = comments.map(({ depth, speaker, text }) =>
      depth === 1 ? `${speaker}: ${text}` : `${depth} ${speaker}: ${text}`,
    );
    return `${id === '' ? 'lead-in' : id} ${status} ${said.join(' / ')}`;
  });
}

const read = (text: string, speakers?: readonly string[]): readonly string[] =>
  show(parseDiscussions(text, speakers === undefined ? {} : { speakers }));

describe('the example of the source', () => {
  const text = [
    '# Original paragraph (discussion anchored below)',
    '',
    '> **Sage [RESOLVED]:** What should happen when depth is zero?',
    ">> **Maestro:** I don't know, need @Aaron's input.",
    '>>> **Aaron:** Treat it as invalid input and return -1.',
    '',
    '> **Aaron:** This is another thread, need help with the API.',
    ">> **Sage:** I'll handle this later.",
    ">> (Note: this thread's root comment has no `[RESOLVED]` marker)",
    '',
  ].join('\n');

  it('reads as two threads with their status, speakers and lines', () => {
    const { threads, totalLines } = parseDiscussions(text);
    expect(totalLines).toBe(9);
    expect(
      threads.map(({ id, status, anchorLine, lines }) => [id, status, anchorLine, lines]),
    ).toEqual([
      ['T-001', 'RESOLVED', 1, { start: 3, end: 5 }],
      ['T-002', 'OPEN', 1, { start: 7, end: 9 }],
    ]);
    expect(threads[0]?.comments.map(({ parent }) => parent)).toEqual([0, 1, 2]);
    expect(threads[1]?.comments[1]?.text).toBe(
      "I'll handle this later.\n(Note: this thread's root comment has no `[RESOLVED]` marker)",
    );
  });
});

describe('the grammar (inline contract 1)', () => {
  it.each([
    ['colon and marker inside', '> **Sage [RESOLVED]:** x'],
    ['colon outside', '> **Sage [RESOLVED]**: x'],
    ['marker outside', '> **Sage** [RESOLVED]: x'],
    ['marker behind the colon', '> **Sage:** [RESOLVED] x'],
    ['both outside, marker last', '> **Sage**: [RESOLVED] x'],
    ['marker behind an inner colon', '> **Sage: [RESOLVED]** x'],
    ['small letters', '> **Sage [resolved]:** x'],
    ['mixed letters', '> **Sage [ReSolved]**: x'],
    ['a check mark inside', '> **Sage ✓:** x'],
    ['a check mark outside', '> **Sage** ✓: x'],
    ['no space before the marker', '> **Sage[RESOLVED]:** x'],
    ['no space after the marker of the quote', '>**Sage [RESOLVED]:** x'],
    ['three spaces of indentation', '   > **Sage [RESOLVED]:** x'],
    ['no space before the text', '> **Sage [RESOLVED]:**x'],
  ])('reads a resolved root with %s', (_, text) => {
    expect(read(text)).toEqual(['T-001 RESOLVED Sage: x']);
  });

  it.each([
    ['[REOPEN]', 'REOPEN'],
    ['[OPEN]', 'OPEN'],
    ['', 'OPEN'],
    ['[WONTFIX]', 'OPEN'],
    ['[RESOLVED] [REOPEN]', 'REOPEN'],
  ])('reads the marker %j as %s, never as part of the name', (marker, status) => {
    expect(read(`> **Sage ${marker}:** x`)).toEqual([`T-001 ${status} Sage: x`]);
  });

  it('ignores a marker on a reply, and takes one after its colon as text', () => {
    expect(read('> **Sage:** x\n>> **Bob [RESOLVED]:** y\n>> **Al:** [RESOLVED] z')).toEqual([
      'T-001 OPEN Sage: x / 2 Bob: y / 2 Al: [RESOLVED] z',
    ]);
  });

  it.each([
    ['a link behind the colon', '> **Sage:** [resolved](x) y', '[resolved](x) y'],
    ['another word in brackets', '> **Sage:** [maybe] y', '[maybe] y'],
    ['a check mark behind the colon', '> **Sage:** ✓ y', '✓ y'],
  ])('leaves %s in the text', (_, text, said) => {
    expect(read(text)).toEqual([`T-001 OPEN Sage: ${said}`]);
  });

  it.each([
    ['a full-width colon inside', '> **小明：** 你好'],
    ['a full-width colon outside', '> **小明**：你好'],
    ['no colon', '> **Sage** x'],
    ['a colon that belongs to an address', '> **http**://x'],
    ['two colons', '> **Sage::** x'],
    ['an asterisk in the name', '> **Sa*ge:** x'],
    ['three asterisks', '> ***Sage:*** x'],
    ['no name', '> **:** x'],
    ['a marker alone', '> **[RESOLVED]:** x'],
    ['a name of 81 characters', `> **${'n'.repeat(81)}:** x`],
    ['text before the name', '> so **Sage:** x'],
    ['a name over two lines', '> **Sage\n> Bob:** x'],
    ['no quote', '**Sage:** x'],
    ['a list item in the quote', '> - **Sage:** x'],
    ['four spaces of indentation', '    > **Sage:** x'],
    ['five spaces behind the marker', '>      **Sage:** x'],
  ])('reads no comment with %s', (_, text) => {
    expect(read(text)).toEqual([]);
  });

  it.each([
    ['80 characters', 'n'.repeat(80)],
    ['a colon inside', 'Team: Sage'],
    ['spaces', 'Mary Ann'],
    ['Chinese characters', '小明'],
    ['an emoji', 'Sage 🌿'],
    ['brackets in the middle', 'Sage [bot] 2'],
  ])('reads names with %s', (_, name) => {
    expect(read(`> **${name}:** x`)).toEqual([`T-001 OPEN ${name}: x`]);
  });

  it('compares names by full case folding and NFC, and takes @Name for Name', () => {
    const keyOf = (name: string): string | undefined =>
      parseDiscussions(`> **${name}:** x`).threads[0]?.root.speakerKey;
    for (const [one, other] of [
      ['Sage', '@SAGE'],
      ['Straße', 'STRASSE'],
      ['STRAẞE', 'strasse'],
      ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
      ['Jos\u00e9', 'JOSE\u0301'],
      ['ﬁx', 'FIX'],
      ['\u212aelvin', 'kelvin'],
    ] as const) {
      expect(keyOf(one)).toBe(keyOf(other));
    }
    expect(keyOf('ıx')).not.toBe(keyOf('ix'));
    expect(read('> **@Sage:** x')).toEqual(['T-001 OPEN Sage: x']);
  });

  it('opens a new thread with every single marker, also right below another thread', () => {
    expect(read('> **Sage:** x\n>> **Bob:** y\n> **Al:** z')).toEqual([
      'T-001 OPEN Sage: x / 2 Bob: y',
      'T-002 OPEN Al: z',
    ]);
  });

  it('adds a reply to the nearest shallower comment above, with any spaces between markers', () => {
    const [thread] = parseDiscussions(
      '> **Ann:** 1\n> > **B:** 2\n>  >> **C:** 3\n>> **D:** 4\n>>> **E:** 5\n',
    ).threads;
    expect(thread?.comments.map(({ speaker, depth, parent }) => [speaker, depth, parent])).toEqual([
      ['Ann', 1, 0],
      ['B', 2, 1],
      ['C', 3, 2],
      ['D', 2, 1],
      ['E', 3, 4],
    ]);
  });

  it('reads a jump in depth as one reply', () => {
    expect(read('> **Ann:** x\n>>>> **B:** y')).toEqual(['T-001 OPEN Ann: x / 4 B: y']);
  });
});

describe('lead-ins and alerts (inline contract 1)', () => {
  it.each(['Note', 'WARNING', 'tip', 'TL;DR', 'See also', 'Q', '注意', '状态'])(
    'reads a lone %s as no discussion, without a number',
    (name) => {
      expect(read(`> **${name}:** x\n\n> **Sage:** y`)).toEqual([
        `lead-in OPEN ${name}: x`,
        'T-001 OPEN Sage: y',
      ]);
    },
  );

  it('reads a lead-in with a tagged reply as a discussion', () => {
    expect(read('> **Note:** x\n>> **Sage:** why?')).toEqual(['T-001 OPEN Note: x / 2 Sage: why?']);
  });

  it('follows the list of speakers if there is one', () => {
    const text = '> **Note:** x\n\n> **Input:** y\n\n> **sage:** z';
    expect(read(text, ['Sage', '@Note'])).toEqual([
      'T-001 OPEN Note: x',
      'lead-in OPEN Input: y',
      'T-002 OPEN sage: z',
    ]);
  });

  it.each([
    ['of GitHub', '> [!NOTE]\n> **Sage:** x\n>> **Bob:** y'],
    ['in small letters', '> [!warning]\n> **Sage:** x'],
    ['with a title', '> [!todo]- Title\n> **Sage:** x'],
    ['below an empty marker', '>\n> [!NOTE]\n> **Sage:** x'],
  ])('finds no discussion in an alert %s, whole block', (_, text) => {
    expect(read(text)).toEqual([]);
    expect(read(`${text}\n\n> **Sage:** x`)).toEqual(['T-001 OPEN Sage: x']);
  });
});

describe('opaque text (inline contract 1)', () => {
  const comment = '> **Sage:** x';
  it.each([
    ['a fence', `\`\`\`\n${comment}\n\`\`\``],
    [
      'a longer fence around a shorter one',
      `\`\`\`\`\n\`\`\`\n${comment}\n\`\`\`\n${comment}\n\`\`\`\``,
    ],
    ['a fence of tildes with backticks inside', `~~~\n\`\`\`\n${comment}\n~~~`],
    ['a fence that nothing closes', `\`\`\`\n\n${comment}`],
    ['indented code', `text\n\n    ${comment}`],
    ['an HTML block', `<div>\n${comment}\n</div>`],
    ['an HTML comment', `<!--\n\n${comment}\n\n-->`],
    ['front matter', `---\ntitle: x\n${comment}: y\n---`],
    ['math', `$$\n${comment}\n$$`],
    ['a fence in a list item', `- a\n\n  \`\`\`\n  ${comment}\n  \`\`\``],
  ])('never reads a comment in %s', (_, text) => {
    expect(read(text)).toEqual([]);
  });

  it('continues to parse discussions after it', () => {
    expect(read(`\`\`\`\n${comment}\n\`\`\`\n${comment}`)).toEqual(['T-001 OPEN Sage: x']);
    expect(read(`<div>\n\n${comment}`)).toEqual(['T-001 OPEN Sage: x']);
  });

  it('takes a fence inside a comment as content that ends with its quote level', () => {
    const text = '> **Ann:** see\n> ```\n> > **B:** no\n>> **C:** no\n> ```\n>> **D:** yes';
    expect(read(text)).toEqual([
      'T-001 OPEN Ann: see\n```\n> **B:** no\n> **C:** no\n``` / 2 D: yes',
    ]);
    expect(read('>> **X:** orphan')).toEqual([]);
    expect(read('> **Ann:** see\n>> **B:** so\n>> ```\n>> code\n> **C:** next')).toEqual([
      'T-001 OPEN Ann: see / 2 B: so\n```\ncode',
      'T-002 OPEN C: next',
    ]);
  });
});

describe('continuations and boundaries (inline contract 1)', () => {
  it.each([
    ['a quote line at its depth', '> **Ann:** x\n>> **B:** y\n>> more', 'Ann: x / 2 B: y\nmore'],
    ['a deeper quote line', '> **Ann:** x\n>> more', 'Ann: x\n> more'],
    ['a lazy line', '> **Ann:** x\n>> **B:** y\nmore', 'Ann: x / 2 B: y\nmore'],
    [
      'a lazy line with fewer markers',
      '> **Ann:** x\n>> **B:** y\n> more',
      'Ann: x / 2 B: y\nmore',
    ],
    ['text behind a separator', '> **Ann:** x\n>\n> more', 'Ann: x\n\nmore'],
    [
      'text that goes back to the root',
      '> **Ann:** x\n>> **B:** y\n>\n> more',
      'Ann: x\n\nmore / 2 B: y',
    ],
    ['a list', '> **Ann:** x\n> - one\n> - two\n>> **B:** y', 'Ann: x\n- one\n- two / 2 B: y'],
    ['text below an empty first line', '> **Ann:**\n> x', 'Ann: x'],
    ['a deeper quote after a blank line', '> **Ann:** x\n\n>> more', 'Ann: x\n\n> more'],
  ])('adds %s to the comment', (_, text, said) => {
    expect(read(text)).toEqual([`T-001 OPEN ${said}`]);
  });

  it('keeps replies in their thread across blank lines and separators', () => {
    expect(read('> **Ann:** x\n\n\n>> **B:** y\n>\n>>> **C:** z\n\n>> **D:** w')).toEqual([
      'T-001 OPEN Ann: x / 2 B: y / 3 C: z / 2 D: w',
    ]);
  });

  it.each([
    ['other text', 'text'],
    ['a heading', '# h'],
    ['a thematic break', '***'],
    ['an untagged quote', '> quote'],
    ['code', '```\ncode\n```'],
    ['a list item', '- item'],
    ['an empty list item', '-'],
  ])('ends a thread at %s, and counts a later reply nowhere', (_, between) => {
    const { threads, orphans } = parseDiscussions(`> **Ann:** x\n\n${between}\n\n>> **B:** y\n`);
    expect(threads.map(({ comments }) => comments.length)).toEqual([1]);
    expect(orphans).toMatchObject([{ depth: 2, speaker: 'B', text: 'y' }]);
  });

  it('opens a thread in the middle of an ordinary quote', () => {
    expect(read('> quote\n> **Ann:** x\n>> **B:** y')).toEqual(['T-001 OPEN Ann: x / 2 B: y']);
  });

  it('reads threads in list items and footnotes', () => {
    const text =
      '- one\n  > **Ann:** x\n  >> **B:** y\n- > **C:** z\n  >> **D:** w\n\n[^1]: note\n\n    > **E:** v\n';
    expect(read(text)).toEqual([
      'T-001 OPEN Ann: x / 2 B: y',
      'T-002 OPEN C: z / 2 D: w',
      'T-003 OPEN E: v',
    ]);
  });

  it('starts a new thread in each list item', () => {
    const { orphans } = parseDiscussions('- > **Ann:** x\n- >> **B:** y\n');
    expect(orphans).toMatchObject([{ speaker: 'B' }]);
  });
});

describe('line ends (inline contract 1)', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('reads files with %s, with and without a BOM', (_, end) => {
    const text = ['# T', '', '> **Ann:** x', '>> **B:** y', '> lazy'].join(end);
    const { threads, totalLines } = parseDiscussions(`\ufeff${text}${end}`);
    expect(totalLines).toBe(5);
    expect(threads[0]?.comments.map(({ line, text }) => [line, text])).toEqual([
      [3, 'x'],
      [4, 'y\nlazy'],
    ]);
    expect(read(`\ufeff> **Ann:** x${end}`)).toEqual(['T-001 OPEN Ann: x']);
  });

  it.each(['\u2028', '\u2029', '\v', '\f', '\u0085'])('takes %j for no line end', (character) => {
    const { threads, totalLines } = parseDiscussions(`> **Ann:** x${character}> **B:** y`);
    expect(totalLines).toBe(1);
    expect(threads).toHaveLength(1);
  });

  it('counts line ends, plus one if the last line is not empty', () => {
    for (const [text, lines] of [
      ['', 0],
      ['a', 1],
      ['a\n', 1],
      ['a\n\n', 2],
      ['a\r\n\rb', 3],
    ] as const) {
      expect(parseDiscussions(text).totalLines).toBe(lines);
    }
  });
});

describe('anchors (inline contract 2)', () => {
  const anchorOf = (text: string, thread = 0): number | undefined =>
    parseDiscussions(text).threads[thread]?.anchorLine;

  it.each([
    ['a paragraph', 'one\ntwo\n\n> **Ann:** x', 2],
    ['a heading', '# h\n> **Ann:** x', 1],
    ['nothing', '> **Ann:** x', 0],
    ['a thematic break below a paragraph', 'p\n\n---\n\n> **Ann:** x', 1],
    ['an HTML comment below a paragraph', 'p\n\n<!-- c -->\n\n> **Ann:** x', 1],
    ['HTML that shows something', 'p\n\n<b>c</b>\n\n> **Ann:** x', 3],
    ['a link definition below a paragraph', 'p\n\n[a]: /b\n\n> **Ann:** x', 1],
    ['a fence', 'p\n\n```\nc\n```\n\n> **Ann:** x', 5],
    ['a list', '- a\n- b\n\n> **Ann:** x', 2],
    ['a list item around it', '- a\n- b\n  > **Ann:** x\n- c', 2],
    ['an ordinary quote', '> q\n>\n\n> **Ann:** x', 1],
    ['a lead-in', '> **Note:** q\n\n> **Ann:** x', 1],
    ['an alert', '> [!NOTE]\n> q\n\n> **Ann:** x', 2],
    ['a table', '| a |\n|---|\n| b |\n\n> **Ann:** x', 3],
    ['a reply without a thread', 'p\n\n>> **B:** y\n\n> **Ann:** x', 3],
    ['front matter', '---\na: b\n---\n\n> **Ann:** x', 3],
  ])('anchors a thread below %s', (_, text, line) => {
    expect(anchorOf(text)).toBe(line);
  });

  it('skips other threads to find the block above', () => {
    expect(anchorOf('p\n\n> **Ann:** x\n>> **B:** y\n\n> **C:** z', 1)).toBe(1);
  });
});
