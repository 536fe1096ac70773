import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { lintDiscussions } from './lint.ts';
import { mentionsIn } from './mentions.ts';
import { parseDiscussions } from './parse-discussions.ts';
import { filterThreads, type QueryFilter } from './query-filters.ts';
import { threadViewer } from './query-view.ts';
import { readinessOf } from './readiness.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const views = (text: string) => {
  const discussions = parseDiscussions(text);
  return discussions.threads.map((thread) => threadViewer(discussions, sha256)(thread));
};

describe('the entries of a query (inline contract 2)', () => {
  it('hold exactly the fields of the contract, in its order', () => {
    const text =
      '# T\n\nAnchor  *text*.\n\n> **Sage [RESOLVED]:** What  happens\n> at depth zero?\n>> **Maestro:** No idea, @Aaron?\n>>> **Aaron:** Treat it as invalid input.\n';
    expect(JSON.stringify(views(text))).toBe(
      JSON.stringify([
        {
          thread_id: 'T-001',
          initiator: 'Sage',
          status: 'RESOLVED',
          last_speaker: 'Aaron',
          reply_count: 2,
          snippet: 'What happens at depth zero?',
          total_lines: 8,
          anchor_line: 3,
          anchor_text: 'Anchor *text*.',
          root_line: 5,
          root_text: 'Sage: What happens at depth zero?',
          mentioned_agents: ['Aaron'],
          key: sha256('sage\0What happens at depth zero?').slice(0, 12),
          comments: [
            { index: 1, depth: 1, speaker: 'Sage', text: 'What  happens\nat depth zero?', line: 5 },
            { index: 2, depth: 2, speaker: 'Maestro', text: 'No idea, @Aaron?', line: 7 },
            { index: 3, depth: 3, speaker: 'Aaron', text: 'Treat it as invalid input.', line: 8 },
          ],
        },
      ]),
    );
  });

  it('have a snippet of 80 characters without a split surrogate pair', () => {
    expect(views(`> **Sage:** ${'🌿'.repeat(100)}`)[0]?.snippet).toBe('🌿'.repeat(80));
    expect(views('> **Sage:**')[0]).toMatchObject({ snippet: '', root_text: 'Sage:' });
  });

  it('have no anchor when nothing is above', () => {
    expect(views('\n> **Sage:** x')[0]).toMatchObject({ anchor_line: 0, anchor_text: '' });
  });

  it('have texts in NFC with one space for each run of white space, without the marker', () => {
    expect(views('# Cafe\u0301\t \u00a0x \n> **Sage** [REOPEN]: a\u3000\u2028b')[0]).toMatchObject({
      anchor_text: '# Caf\u00e9 x',
      root_text: 'Sage: a b',
    });
  });

  it('have a key that is independent of position, replies and status', () => {
    const key = (text: string): string | undefined => views(text)[0]?.key;
    expect(key('> **Sage:** x')).toBe(key('p\n\n> **SAGE [RESOLVED]:** x\n>> **Bob:** y'));
    expect(key('> **Sage:** x')).not.toBe(key('> **Sage:** X'));
  });
});

describe('mentions (inline contract 2)', () => {
  const names = (text: string, ...known: readonly string[]): readonly string[] =>
    mentionsIn(text, new Set(known)).map(({ name }) => name);

  it.each([
    ['ask @Aaron, @bob and @AARON.', ['Aaron', 'bob']],
    ['@Aaron', ['Aaron']],
    ['(@Aaron) _@Bob_ "@Kim"', ['Aaron', 'Bob', 'Kim']],
    ['@"Mary Ann" and @Jean-Luc or @gpt-5.2', ['Mary Ann', 'Jean-Luc', 'gpt-5.2']],
    ["need @Aaron's input, and @Bob\u2019s", ['Aaron', 'Bob']],
    ['@张三 你好', ['张三']],
    ['@Josep\u0301', ['Josep\u0301'.normalize('NFC')]],
    ['mail me@example.org, x/@Bob, ..@Bob, 1@Bob, @@Bob', []],
    ['`@Aaron` and ``x ` @Bob`` and \\@Kim', []],
    ['[@Aaron](/x) ![@Bob](/y) [@Kim][k] <mailto:@Lea> https://x.org/@Max?a=@Ned', []],
    ['<a title="@Aaron">x</a>', []],
    ['x\n```\n@Aaron\n```\n@Bob', ['Bob']],
    ['x\n\n    @Aaron\n\n@Bob', ['Bob']],
    ['an @ alone, @- and @.', []],
    ['[x] @Aaron [y', ['Aaron']],
  ])('in %j are %j', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('end where a known name ends', () => {
    expect(names('@张三请看', '张三')).toEqual(['张三']);
    expect(names('@张三丰请看', '张三', '张三丰')).toEqual(['张三丰']);
    expect(names('@Aarons', 'aaron')).toEqual(['Aarons']);
    expect(names("@O'Neil's, @Bob.Thanks @Al-2", "o'neil", 'bob', 'al')).toEqual([
      "O'Neil",
      'Bob',
      'Al',
    ]);
    expect(names('@Al-2', 'al', 'al-2')).toEqual(['Al-2']);
  });
});

describe('filters (inline contract 2)', () => {
  const text = [
    '> **Note:** lead-in',
    '',
    '> **Ann:** one',
    '',
    '> **Ann [RESOLVED]:** two @Bob',
    '',
    '> **Ann [REOPEN]:** three @Bob',
    '>> **Bob:** done',
    '',
    '> **Bob:** four',
    '>> **Ann:** see @Bob and @Ann',
    '',
    '> **Kim:** five @ann',
    '>> **Kim:** again',
  ].join('\n');
  const found = (filter: QueryFilter): readonly string[] =>
    filterThreads(parseDiscussions(text), filter).map(({ thread, category }) =>
      category === undefined ? thread.id : `${thread.id} ${category}`,
    );

  it('keep the numbers that the threads have', () => {
    expect(found({})).toEqual(['T-001', 'T-002', 'T-003', 'T-004', 'T-005']);
    expect(found({ all: true })).toEqual(['', 'T-001', 'T-002', 'T-003', 'T-004', 'T-005']);
    expect(found({ initiator: '@ANN' })).toEqual(['T-001', 'T-002', 'T-003']);
    expect(found({ status: 'OPEN' })).toEqual(['T-001', 'T-004', 'T-005']);
    expect(found({ status: 'REOPEN' })).toEqual(['T-003']);
    expect(found({ initiator: 'Ann', status: 'RESOLVED' })).toEqual(['T-002']);
  });

  it('return the threads that block a speaker or wait for them, each once, with the category', () => {
    expect(found({ blocker: 'Ann' })).toEqual([
      'T-001 unanswered',
      'T-003 unresolved',
      'T-005 awaiting_my_reply',
    ]);
    expect(found({ blocker: 'Bob' })).toEqual(['T-004 awaiting_my_reply']);
    expect(found({ blocker: 'Kim' })).toEqual(['T-005 unanswered']);
    expect(found({ blocker: 'Ann', status: 'OPEN' })).toEqual([
      'T-001 unanswered',
      'T-005 awaiting_my_reply',
    ]);
    expect(found({ blocker: 'Nobody' })).toEqual([]);
  });
});

describe('check-ready (inline contract 2)', () => {
  const reasons = (text: string): readonly string[] =>
    readinessOf(parseDiscussions(text)).ready_blockers.map(
      ({ thread_id, root_line, reason }) => `${thread_id || '-'} ${root_line} ${reason}`,
    );

  it('is ready when every thread is resolved', () => {
    expect(readinessOf(parseDiscussions('p\n\n> **Ann [RESOLVED]:** x\n>> **Bob:** y\n'))).toEqual({
      is_ready: true,
      ready_blockers: [],
    });
    expect(readinessOf(parseDiscussions('')).is_ready).toBe(true);
  });

  it('names open and reopened threads, replies without a thread and fences that hide text', () => {
    expect(
      reasons('>> **Or:** phan\n\np\n\n> **Ann:** x\n\n> **Ann [REOPEN]:** y\n\n```\ncode\n'),
    ).toEqual([
      '- 1 the reply of Or stands under no thread',
      'T-001 5 the thread is open',
      'T-002 7 the thread was reopened',
      '- 9 a code fence that nothing closes hides what follows',
    ]);
    expect(reasons('```\n')).toEqual([]);
    expect(reasons('> ```\n> code\n\np\n')).toEqual([
      '- 1 a code fence that nothing closes hides what follows',
    ]);
  });

  it.each([
    ['a Decided column with ✅', '| Owner | Decided |\n|---|---|\n| me | ✅ |', true],
    ['a Decided column without it', '| Owner | Decided |\n|---|---|\n| me | ❌ |', false],
    ['one row of two', '| Decided |\n|---|\n| ✅ |\n| |', false],
    ['a Chinese column', '| 是否已决定 |\n|---|\n| ✅ |', true],
    ['the other Chinese column', '| 已决定 |\n|:-:|\n| 否 |', false],
    ['a row of that name', '| Field | Value |\n|---|---|\n| **Decided** | ✅ |', true],
    ['such a row without ✅', '| Field | Value |\n|---|---|\n| Decided | |', false],
    ['another table', '| Owner |\n|---|\n| me |', true],
    ['no table', 'text', true],
    ['a table in code', '```\n| Decided |\n|---|\n| no |\n```', true],
  ])('looks for the decision in a requirement with %s', (_, body, ready) => {
    const text = `## Requirements\n\n### FR-0001 Login\n\n${body}\n\n### NFR-0002 Speed\n\nfast\n\n## End\n\n| Decided |\n|---|\n| no |\n`;
    expect(reasons(text)).toEqual(ready ? [] : ['- 3 FR-0001 is not decided']);
  });
});

describe('lint (inline contract 1)', () => {
  const rules = (text: string): readonly string[] =>
    lintDiscussions(parseDiscussions(text)).map(
      ({ line, rule, severity }) => `${line} ${rule} ${severity}`,
    );

  it.each([
    ['an unknown marker', '> **Ann [WONTFIX]:** x', ['1 unknown-marker warning']],
    [
      'a marker on a reply',
      '> **Ann:** x\n>> **Bob [RESOLVED]:** y',
      ['2 marker-on-reply warning'],
    ],
    [
      'a full-width colon',
      '> **小明：** x\n\n> **Ann：** y',
      ['1 full-width-colon warning', '3 full-width-colon warning'],
    ],
    ['a reply without a thread', 'p\n\n>> **Bob:** y', ['3 orphan-reply error']],
    ['an unclosed fence', '```\ncode', ['1 unclosed-fence error']],
    ['a comment in an alert', '> [!NOTE]\n> **Ann:** x', ['2 comment-in-alert warning']],
    [
      'nothing wrong',
      '> **Ann [RESOLVED]:** x\n>> **Bob:** y\n\n> **Note:** z\n\n> **注意：** w',
      [],
    ],
  ])('tells of %s', (_, text, expected) => {
    expect(rules(text)).toEqual(expected);
  });
});
