import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { lintDiscussions } from './lint.ts';
import { parseDiscussions } from './parse-discussions.ts';

const fixtures = resolve(import.meta.dirname, '../../../test/fixtures/inline');

/** Threads and what lint says, as a person would list them. */
function listed(name: string): readonly string[] {
  const discussions = parseDiscussions(readFileSync(join(fixtures, name), 'utf8'));
  const threads = discussions.all.map(({ id, status, comments, anchorLine }) => {
    const said = comments.map(({ speaker, depth, line }) => `${depth} ${speaker} ${line}`);
    return `${id || 'lead-in'} ${status} on ${anchorLine}: ${said.join(', ')}`;
  });
  return [
    ...threads,
    ...lintDiscussions(discussions).map(({ line, rule }) => `lint ${line} ${rule}`),
  ];
}

it('parses a document that uses every construct as a careful person would read it', () => {
  expect(listed('nested.md')).toMatchInlineSnapshot(`
    [
      "T-001 OPEN on 11: 1 Hamlet 12",
      "T-002 RESOLVED on 15: 1 Sage 16, 2 Maestro 18, 2 Aaron 21",
      "T-003 OPEN on 23: 1 Ann 24, 2 Bob 25",
      "T-004 RESOLVED on 23: 1 Ann 27",
      "T-005 OPEN on 29: 1 Kim 30, 3 Lea 31",
      "T-006 OPEN on 32: 1 Max 33, 2 Ned 34",
      "T-007 OPEN on 38: 1 Tab 39",
      "T-008 OPEN on 46: 1 Una 48, 2 Vic 53",
      "T-009 OPEN on 57: 1 Wes 58",
      "T-010 OPEN on 72: 1 Xia 74",
      "T-011 OPEN on 77: 1 Yan 79",
      "lead-in OPEN on 77: 1 注意 82",
      "T-012 OPEN on 86: 1 Note 88, 2 Amy 89",
      "lint 65 comment-in-alert",
      "lint 84 full-width-colon",
      "lint 86 orphan-reply",
    ]
  `);
});

it('parses a document of mixed line ends, odd names and an unclosed fence as a careful person would read it', () => {
  expect(listed('mixed-ends.md')).toMatchInlineSnapshot(`
    [
      "T-001 OPEN on 4: 1 Sage 6, 2 Bob 7, 3 Al 8, 3 STRAßE 10, 2 Strasse 13",
      "T-002 REOPEN on 17: 1 José 19",
      "T-003 OPEN on 17: 1 [Bot] x 23",
      "lint 17 orphan-reply",
      "lint 23 unknown-marker",
      "lint 26 unclosed-fence",
    ]
  `);
});
