import { describe, expect, it } from 'vitest';
import { LedgerKit, op } from '../../../test/support/ledger-kit.ts';
import { memoryLedgerStore } from '../../adapters/memory/ledger-store.ts';
import { isRefusal } from '../refusal.ts';
import { ledgerMarkdown } from './ledger-markdown.ts';

async function markdownOf(...batches: (readonly Readonly<Record<string, unknown>>[])[]) {
  const kit = new LedgerKit(memoryLedgerStore());
  for (const batch of batches) await kit.apply(batch);
  const record = await kit.store.record('d');
  if (record === undefined || isRefusal(record)) throw new Error('no record');
  return ledgerMarkdown(record);
}

describe('a discussion as Markdown', () => {
  it('reads like a document: conclusions, open questions, answers, what was left out', async () => {
    const text = await markdownOf(
      [
        { ...op.start, text: 'Which store?', description: 'For the service\nof accounts' },
        op.question('q-writers', { text: 'How many writers?\n\nCount *processes*.' }),
        { ...op.option('one', 'q-writers'), text: 'One' },
        { ...op.option('many', 'q-writers'), text: 'Several' },
        op.answer('a-writers', 'q-writers', { text: 'Several', via: 'picked' }),
        op.question('q-size', { text: 'How much data?', parent: 'q-writers' }),
        op.answer('a-size', 'q-size', { text: 'A little', via: 'assumed' }),
        op.question('q-old', { text: 'Paper?' }),
        op.gap('g', { text: 'A password was given; it is not kept.' }),
        op.reply('r', { text: '# Not\n```\nclosed' }),
        op.summary('s-writers', ['q-writers', 'a-writers']),
        op.summary('s-old', ['q-old']),
      ],
      [op.withdraw('q-old'), op.confirm('s-writers'), op.revise('g', { text: 'A key was given.' })],
    );
    expect(text).toBe(`# Which store?

> For the service
> of accounts

*active · 2 questions, 1 open · 2 conclusions · revision 2 · last change 2026-05-01*

## Conclusions

> s-writers.

**confirmed by the user** · rests on How many writers? Count *processes*. (\`q-writers\`); Several (\`a-writers\`) · \`s-writers\`

> s-old.

**out of date**: what it rests on has changed · rests on Paper? (\`q-old\`) · \`s-old\`

## Open questions

- How much data? (\`q-size\`)

## Questions and answers

### How many writers?

Count *processes*.

*\`q-writers\` · asked 2026-05-01*

- One
- Several

**Answer, picked from the options** · 2026-05-01 · \`a-writers\`

> Several

### How much data?

*\`q-size\` · asked 2026-05-01 · follows from How many writers? Count *processes*.*

**Assumed, not answered by anybody** · 2026-05-01 · \`a-size\`

> A little

## Replies without a question

*2026-05-01 · \`r\`*

> # Not
> \`\`\`
> closed

## Gaps in the record

*2026-05-01 · \`g\`*

> A key was given.

First worded as:

> A password was given; it is not kept.

## Withdrawn

- question \`q-old\`: Paper?
`);
  });

  it('lets no text run on into what follows', async () => {
    const text = await markdownOf([
      op.start,
      op.question('q', { text: 'Why?\n\n```\nnever closed' }),
      op.question('r', { text: 'And then?' }),
    ]);
    expect(text).toContain('### Why?\n\n> ```\n> never closed\n\n');
  });

  it('has a head alone while nothing was said', async () => {
    expect(await markdownOf([op.start])).toBe(
      '# Title\n\n*active · 0 questions, 0 open · 0 conclusions · revision 1 · last change 2026-05-01*\n',
    );
  });
});
