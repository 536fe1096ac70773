import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { type PreparedThread, parsePreparedThreads } from './prepared-threads.ts';

const one = [{ id: 'f-1', path: 'plan.md' }];
const several = [...one, { id: 'f-2', path: 'docs/b.md' }, { id: 'f-3', path: './c.md' }];
const agent = { name: 'Agent', kind: 'agent' as const };

const parse = (value: unknown, files = one) => parsePreparedThreads(JSON.stringify(value), files);

describe('review contract 8: prepared threads', () => {
  it('are read with everything that they may say', () => {
    const thread = {
      fileId: 'f-2',
      anchorStart: 3,
      anchorEnd: 3,
      snippet: 'some words',
      lineRange: { start: 1, end: 2 },
      text: 'Look here',
      author: { name: 'Sage', kind: 'person' },
      intent: 'suggestion',
      replacement: '',
    };
    expect(parse([thread], several)).toEqual([thread]);
  });

  const accepted: ReadonlyArray<readonly [string, object, Partial<PreparedThread>]> = [
    ['an anchor of one block', { anchorStart: 2 }, { anchorStart: 2, anchorEnd: 2 }],
    ['an anchor of several', { anchorStart: 2, anchorEnd: 4 }, { anchorStart: 2, anchorEnd: 4 }],
    ['a snippet alone', { snippet: 'words' }, { snippet: 'words' }],
    [
      'lines of a snippet',
      { snippet: 'words', lineRange: { start: 2, end: 2 } },
      { snippet: 'words', lineRange: { start: 2, end: 2 } },
    ],
    [
      'a name as the author',
      { anchorStart: 1, author: ' Sage ' },
      { anchorStart: 1, anchorEnd: 1, author: { name: 'Sage', kind: 'agent' } },
    ],
    [
      'an author without a kind',
      { anchorStart: 1, author: { name: 'Sage' } },
      { anchorStart: 1, anchorEnd: 1, author: { name: 'Sage', kind: 'agent' } },
    ],
    [
      'an intent',
      { anchorStart: 1, intent: 'question' },
      { anchorStart: 1, anchorEnd: 1, intent: 'question' },
    ],
  ];

  it.each(accepted)('may have %s', (_, entry, thread) => {
    const expected = { fileId: 'f-1', text: 'x', author: agent, ...thread };
    expect(parse([{ ...entry, text: 'x' }])).toEqual([expected]);
  });

  it.each([
    ['plan.md', 'f-1'],
    ['./plan.md', 'f-1'],
    ['docs/b.md', 'f-2'],
    ['c.md', 'f-3'],
  ])('find their file by the path %s', (path, fileId) => {
    expect(parse([{ path, anchorStart: 1, text: 'x' }], several)).toMatchObject([{ fileId }]);
  });

  it('keep their text as it is, and may be none', () => {
    const text = ' two\r\nlines ';
    expect(parse([{ anchorStart: 1, text }])).toMatchObject([{ text }]);
    expect(parse([])).toEqual([]);
    expect(parsePreparedThreads('\ufeff[]', one)).toEqual([]);
  });

  const refused: ReadonlyArray<readonly [object, string, RegExp]> = [
    [{ text: '' }, '[1].text', /text must be a text that is not blank, got ""/],
    [{ text: ' \n' }, '[1].text', /not blank/],
    [{ text: undefined }, '[1].text', /got nothing/],
    [{ text: 3 }, '[1].text', /got 3/],
    [{ anchorStart: 0 }, '[1].anchorStart', /anchorStart must be a whole number from 1, got 0/],
    [{ anchorStart: '1' }, '[1].anchorStart', /got "1"/],
    [{ anchorStart: 1.5 }, '[1].anchorStart', /got 1.5/],
    [{ anchorStart: 3, anchorEnd: 2 }, '[1].anchorEnd', /anchorStart or more, got 2/],
    [{ anchorStart: undefined, anchorEnd: 2 }, '[1].anchorStart', /anchorStart is missing/],
    [{ anchorStart: undefined }, '[1].snippet', /anchorStart or a snippet is needed/],
    [{ anchorStart: undefined, snippet: ' ' }, '[1].snippet', /is needed, got " "/],
    [{ snippet: 3 }, '[1].snippet', /snippet must be a text, got 3/],
    [{ lineRange: [1, 2] }, '[1].lineRange', /must be \{start, end\}, got \[1,2\]/],
    [{ lineRange: { start: 0, end: 1 } }, '[1].lineRange.start', /from 1, got 0/],
    [{ lineRange: { start: 2, end: 1 } }, '[1].lineRange.end', /start or more, got 1/],
    [{ lineRange: { start: 2 } }, '[1].lineRange.end', /got nothing/],
    [{ lineRange: { start: 1, end: 1, by: 1 } }, '[1].lineRange.by', /unknown field/],
    [{ anchorEnd: 2, lineRange: { start: 1, end: 1 } }, '[1].lineRange', /a single block/],
    [{ author: '' }, '[1].author', /author must be a name/],
    [{ author: { name: 'A', kind: 'robot' } }, '[1].author', /"robot"/],
    [{ author: { name: 'A', mail: 'x' } }, '[1].author', /"mail"/],
    [{ intent: 'praise' }, '[1].intent', /one of comment, .*, got "praise"/],
    [{ intent: 'suggestion' }, '[1].replacement', /a suggestion needs a replacement/],
    [{ replacement: 'x' }, '[1].replacement', /needs the intent "suggestion"/],
    [{ intent: 'suggestion', replacement: 3 }, '[1].replacement', /must be a text, got 3/],
    [{ fileId: 'f-9' }, '[1].fileId', /one of f-1 \(plan.md\), f-2 .*, got "f-9"/],
    [{ path: 'b.md' }, '[1].path', /path must be of f-1 \(plan.md\).*, got "b.md"/],
    [{ path: 3 }, '[1].path', /got 3/],
    [{ fileId: 'f-1', path: 'plan.md' }, '[1].path', /exclude each other/],
    [{ comment: 'x' }, '[1].comment', /unknown field "comment"; the fields are fileId, path/],
  ];

  it.each(refused)('are refused for %j', (entry, field, message) => {
    const good = { fileId: 'f-1', anchorStart: 1, text: 'x' };
    const place = 'path' in entry && !('fileId' in entry) ? { fileId: undefined } : {};
    const answer = parse([good, { ...good, ...place, ...entry }], several);
    expect(answer).toMatchObject({ refused: true, code: 'bad_threads', field });
    expect(isRefusal(answer) && answer.message).toMatch(/^prepared threads, entry 2: /);
    expect(isRefusal(answer) && answer.message).toMatch(message);
  });

  it('are refused without a file where there are several', () => {
    expect(parse([{ anchorStart: 1, text: 'x' }], several)).toMatchObject({
      field: '[0].path',
      message: expect.stringMatching(/path must be of f-1 \(plan.md\), .*, got nothing/),
    });
    const same = [...one, { id: 'f-2', path: 'plan.md' }];
    expect(parse([{ path: 'plan.md', anchorStart: 1, text: 'x' }], same)).toMatchObject({
      message: expect.stringMatching(/several files have this path; use fileId of f-1/),
    });
  });

  it('are refused with every fault in the details', () => {
    expect(parse([{ text: '' }, 3])).toMatchObject({
      message: 'prepared threads, entry 1: anchorStart or a snippet is needed (and 2 more)',
      details: [
        { field: '[0].snippet', message: 'entry 1: anchorStart or a snippet is needed' },
        { field: '[0].text' },
        { field: '[1]', message: 'entry 2: must be an object, got 3' },
      ],
    });
  });

  it.each([
    ['[', /not JSON: /],
    ['', /not JSON: /],
    ['{"threads": []}', /must be an array, got \{"threads":\[\]\}/],
    ['null', /must be an array, got null/],
  ])('are refused when the file is %j', (json, message) => {
    const answer = parsePreparedThreads(json, one);
    expect(answer).toMatchObject({ code: 'bad_threads' });
    expect(isRefusal(answer) && answer.message).toMatch(message);
  });

  it('are a list or a refusal, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const answer = parse([value], several);
        expect(isRefusal(answer) || answer.length === 1).toBe(true);
      }),
    );
  });
});
