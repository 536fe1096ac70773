import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeBlock, noteText, planBlocks, planText, tableBlock } from '../support/reviewed-plan.ts';
import { plainThread, type RunningReview } from '../support/running-review.ts';
import { makeScratch } from '../support/scratch.ts';

const everything = `---
title: Everything
---

# Heading

A paragraph.

> A quoted paragraph.
>
> - A quoted item

- An item

  with a second paragraph
  - a nested item

    \`\`\`
    code in the item
    \`\`\`

\`\`\`js
fenced()
\`\`\`

    indented()

| a | b |
| - | - |
| 1 | 2 |

$$
x = y
$$

<details>
<summary>Raw HTML</summary>
</details>
`;

const twoChanges = `diff --git a/one.txt b/one.txt
--- a/one.txt
+++ b/one.txt
@@ -1,2 +1,2 @@
 same
-old
+new
@@ -10 +10 @@ a section
-ten
+TEN
diff --git a/two.txt b/two.txt
new file mode 100644
--- /dev/null
+++ b/two.txt
@@ -0,0 +1 @@
+fresh
`;

const scratch = makeScratch();
let review: RunningReview;

/** Posts a thread at a place and answers status and body. */
function place(fields: Readonly<Record<string, unknown>>) {
  return review.post('/api/threads', { ...plainThread, fileId: 'f-1', ...fields });
}

async function thread(id: string) {
  return (await review.state()).threads.find((one) => one.id === id);
}

async function blocks(fileId: string) {
  const { body } = await review.get(`/api/files/${fileId}/blocks`);
  return body['blocks'] as ReadonlyArray<{ kind: string; snippet: string; index: number }>;
}

beforeAll(async () => {
  scratch.write('plan.md', planText);
  scratch.write('all.md', everything);
  scratch.write('twice.md', `${noteText}\nTo be read later.\n\nOnly here.\n`);
  scratch.write('changes.diff', twoChanges);
  review = await scratch.review(['plan.md', 'changes.diff', 'all.md', 'twice.md']);
});
afterAll(() => scratch.close());

describe('review 2, files', () => {
  it('get ids f-1, f-2, … in command-line order; each changed file of a diff is its own file', async () => {
    expect((await review.state()).files).toEqual([
      { id: 'f-1', path: 'plan.md', kind: 'markdown' },
      { id: 'f-2', path: 'one.txt', kind: 'diff' },
      { id: 'f-3', path: 'two.txt', kind: 'diff' },
      { id: 'f-4', path: 'all.md', kind: 'markdown' },
      { id: 'f-5', path: 'twice.md', kind: 'markdown' },
    ]);
  });
});

describe('review 2, commentable blocks', () => {
  it('counts every kind in document order of where a block starts', async () => {
    expect(
      (await blocks('f-4')).map(({ kind, snippet }) => [kind, snippet.split('\n')[0]]),
    ).toEqual([
      ['front-matter', expect.stringContaining('title')],
      ['heading', 'Heading'],
      ['paragraph', 'A paragraph.'],
      ['paragraph', 'A quoted paragraph.'],
      ['list-item', 'A quoted item'],
      ['list-item', 'An item'],
      ['list-item', 'a nested item'],
      ['code', 'code in the item'],
      ['code', 'fenced()'],
      ['code', 'indented()'],
      ['table', 'a\tb'],
      ['math', expect.stringContaining('x = y')],
      ['html', expect.stringContaining('Raw HTML')],
    ]);
  });

  it('a diff is a heading with the path, a paragraph with +N −M and notes, and a block per hunk', async () => {
    const found = await blocks('f-2');
    expect(found.map(({ kind, snippet }) => [kind, snippet])).toEqual([
      ['heading', 'one.txt'],
      ['paragraph', '+2 −2'],
      ['hunk', '@@ -1,2 +1,2 @@\n same\n-old\n+new'],
      ['hunk', '@@ -10 +10 @@ a section\n-ten\n+TEN'],
    ]);
    expect((await blocks('f-3'))[1]?.snippet).toMatch(/^\+1 −0.*new file/);
  });
});

describe('review 2, anchors', () => {
  it('a snippet that stands in exactly one other block moves the anchor there, which the answer says', async () => {
    const { status, body } = await place({
      anchorStart: 2,
      anchorEnd: 2,
      snippet: 'The old rows have no time zone.',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ anchorMoved: { from: 2, to: planBlocks } });
    expect(await thread(String(body['id']))).toMatchObject({ anchorStart: 11, anchorEnd: 11 });
  });

  it('a moved anchor may come from beyond the last block', async () => {
    const { body } = await place({ anchorStart: 40, anchorEnd: 40, snippet: 'Read the old rows' });
    expect(body).toMatchObject({ anchorMoved: { from: 40, to: 4 } });
  });

  it('a snippet in the addressed block leaves the anchor', async () => {
    const { body } = await place({ anchorStart: 4, anchorEnd: 4, snippet: 'old rows' });
    expect(body).not.toHaveProperty('anchorMoved');
  });

  it.each([
    ['in two other blocks', 'To be read later.'],
    ['in no block', 'Nowhere at all.'],
  ])('a snippet %s leaves the anchor', async (_where, snippet) => {
    const { body } = await place({ fileId: 'f-5', anchorStart: 1, anchorEnd: 1, snippet });
    expect(body).not.toHaveProperty('anchorMoved');
    expect(await thread(String(body['id']))).toMatchObject({
      anchorStart: 1,
      anchorEnd: 1,
      snippet,
    });
  });

  it('an anchor beyond the last block is 400 validation_error naming the count', async () => {
    expect(await place({ anchorStart: 3, anchorEnd: planBlocks + 1 })).toMatchObject({
      status: 400,
      body: {
        error: { code: 'validation_error', message: expect.stringContaining(`${planBlocks}`) },
      },
    });
  });

  it('lineRange narrows a thread to lines of a block', async () => {
    const lineRange = { start: 2, end: 3 };
    const { body } = await place({ anchorStart: codeBlock, anchorEnd: codeBlock, lineRange });
    expect(await thread(String(body['id']))).toMatchObject({
      anchorStart: codeBlock,
      anchorEnd: codeBlock,
      lineRange,
      quote: { exact: 'FROM account\nORDER BY id;' },
    });
  });

  it('lineRange counts table rows with the header as 1', async () => {
    const { body } = await place({
      anchorStart: tableBlock,
      anchorEnd: tableBlock,
      lineRange: { start: 3, end: 3 },
    });
    expect(await thread(String(body['id']))).toMatchObject({ quote: { exact: 'two\tGrace' } });
  });

  it('lineRange counts the @@ line of a hunk as 1', async () => {
    const { body } = await place({
      fileId: 'f-2',
      anchorStart: 3,
      anchorEnd: 3,
      lineRange: { start: 4, end: 4 },
    });
    expect(await thread(String(body['id']))).toMatchObject({ quote: { exact: '+new' } });
  });

  it.each([
    ['of code', codeBlock, 3, 4],
    ['of a table', tableBlock, 3, 4],
  ])(
    'a lineRange beyond its block (%s) is 400 validation_error naming the count',
    async (...row) => {
      const [, block, lines, end] = row;
      const answer = await place({
        anchorStart: block,
        anchorEnd: block,
        lineRange: { start: 1, end },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code: 'validation_error', message: expect.stringContaining(`${lines}`) } },
      });
    },
  );

  it('a lineRange on a range of blocks is 400 validation_error', async () => {
    const range = { anchorStart: 6, anchorEnd: 7, lineRange: { start: 1, end: 1 } };
    expect(await place(range)).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_error' } },
    });
  });

  it.each([
    [1, ''],
    [2, 'Release plan'],
    [3, 'Release plan'],
    [5, 'Release plan › Steps'],
    [10, 'Release plan › Steps'],
    [11, 'Release plan › Steps › Risks'],
  ])('breadcrumb of block %i is the headings above it: "%s"', async (anchor, breadcrumb) => {
    const { body } = await place({ anchorStart: anchor, anchorEnd: anchor });
    expect(await thread(String(body['id']))).toMatchObject({ breadcrumb });
  });

  it('a thread may span several blocks', async () => {
    const { body } = await place({ anchorStart: 4, anchorEnd: 6 });
    expect(await thread(String(body['id']))).toMatchObject({
      anchorStart: 4,
      anchorEnd: 6,
      quote: { exact: 'Read the old rows\nWrite the new rows\nin batches of 500' },
    });
  });

  it('review 8: a quote sits on a phrase inside its block', async () => {
    const quote = { exact: 'the importer', prefix: 'We ship ', suffix: ' in two' };
    const { status, body } = await place({ anchorStart: 2, anchorEnd: 2, quote });
    expect(status).toBe(200);
    expect(await thread(String(body['id']))).toMatchObject({ quote: { exact: 'the importer' } });
  });
});

describe('review 8, blocks for agents', () => {
  it('GET /api/files/{id}/blocks answers index, kind, lines, snippet and breadcrumb', async () => {
    const { status, body } = await review.get('/api/files/f-1/blocks');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['sourceVersion', 'blocks']);
    expect((body['blocks'] as unknown[])[4]).toEqual({
      index: 5,
      kind: 'list-item',
      lineStart: 8,
      lineEnd: 9,
      snippet: 'Write the new rows',
      breadcrumb: 'Release plan › Steps',
    });
    expect(body['sourceVersion']).toBe(0);
  });

  it('an unknown file is 404 unknown_file', async () => {
    expect(await review.get('/api/files/f-9/blocks')).toMatchObject({
      status: 404,
      body: { error: { code: 'unknown_file' } },
    });
  });
});

it('review 5: the key of a draft on a quote is the hash of its three parts', async () => {
  const quote = { exact: 'the importer', prefix: 'We ship ', suffix: ' in two' };
  const hash = createHash('sha256')
    .update([quote.exact, quote.prefix, quote.suffix].join('\n'))
    .digest('hex');
  await review.post('/api/drafts/new-thread', {
    fileId: 'f-1',
    anchorStart: 2,
    anchorEnd: 2,
    quote,
    text: 'x',
  });
  expect(Object.keys((await review.state()).drafts.newThread)).toEqual([
    `f-1|2-2|Q${hash.slice(0, 12)}`,
  ]);
});
