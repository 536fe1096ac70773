/** Where the review API differs from what its clients know of others: where, there, here, and why. */
const differences: readonly (readonly [string, string, string, string])[] = [
  [
    'every route',
    'any `Host` and `Origin`',
    "a loopback name, and the page's own origin; else 403",
    'no other page of the browser can write',
  ],
  ['bodies', 'any type, any size', '`application/json`, 16 MiB at most; else 415, 413', 'as above'],
  ['a method that a route has not', '404', '405', 'it says what is at fault'],
  [
    'anchors',
    'tables, front matter, math and HTML are not counted',
    'they are; a `snippet` that stands in exactly one other block moves the anchor, and `anchorMoved` tells it',
    'every block can be commented on',
  ],
  [
    'an anchor or `lineRange` beyond the text',
    'stored',
    '400 `validation_error` with the count',
    'it could never be shown',
  ],
  [
    '`threadAnchors`',
    'places as they come',
    'checked against the text; `disagreements` lists whose text is elsewhere',
    'a comment must not stand on look-alike text unseen',
  ],
  [
    '`threadAnchors`, threads of inline discussions',
    'must be there',
    'may be left out',
    'the server places them by the file',
  ],
  [
    'state, events, messages',
    'the fields of the contract',
    'beside them `author`, `intent`, `delivery`, `quote`, `requestId`, `review` and others',
    'additions, which a client ignores',
  ],
  [
    'drafts in the state',
    'keys of where they were written',
    'keys of where their text is now, with `|L…` for lines and `|Q…` for a phrase',
    'drafts follow their text and never overwrite each other',
  ],
  [
    '`resolve` of a thread in the file',
    'anybody',
    'its initiator; else 403 `not_initiator`',
    'the rule of inline discussions',
  ],
  [
    'a request that is sent again',
    'two effects',
    'one, where it carries `requestId`',
    'a lost answer makes no second message',
  ],
];

/** The page of deliberate differences. */
export function differencesPage(): string {
  const rows = differences.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')).join(' | '));
  return [
    '# Where the review API differs on purpose',
    '',
    'Clients that were written for the API as others serve it go on working; `test/conformance/review-api.test.ts` is the',
    'table of what they rely on. These differences are meant.',
    '',
    '| where | elsewhere | here | why |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}
