import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** Paragraphs that are each told from all others, with a draft on one in three. */
const paragraphs = Array.from(
  { length: 24 },
  (_, index) => `Paragraph ${index}: ${wordsOf(index)}.`,
);

function wordsOf(index: number): string {
  const words = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet'];
  return Array.from({ length: 8 }, (_, word) => words[(index * 5 + word * (index + 2)) % 9]).join(
    ' ',
  );
}

const textOf = (blocks: readonly string[]) => `${blocks.join('\n\n')}\n`;

describe('review 9, drafts are placed anew by the server with every new text', () => {
  it('stand beside their own paragraph through 200 edits around them, with no page open', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', textOf(paragraphs));
    const review = await scratch.review(['plan.md']);
    const drafted = paragraphs.filter((_, index) => index % 3 === 1);
    for (const paragraph of drafted) {
      const at = paragraphs.indexOf(paragraph) + 1;
      const exact = paragraph.slice(0, 14).trim();
      const quote = { exact, prefix: '', suffix: paragraph.slice(exact.length, exact.length + 20) };
      const place = { anchorStart: at, anchorEnd: at, ...(at % 2 === 0 ? { quote } : {}) };
      await review.post('/api/drafts/new-thread', { ...place, text: paragraph });
    }
    const random = seededRandom(20);
    const blocks = [...paragraphs];
    for (let edit = 0; edit < 200; edit++) {
      const at = random.below(blocks.length + 1);
      const block = blocks[at];
      const isDrafted = block !== undefined && drafted.includes(block);
      const kind =
        isDrafted || block === undefined ? 'add' : random.pick(['add', 'remove', 'change']);
      if (kind === 'add') blocks.splice(at, 0, `New ${edit}.`);
      if (kind === 'remove') blocks.splice(at, 1);
      if (kind === 'change') blocks[at] = `${block} Changed ${edit}.`;
      const source = { markdown: textOf(blocks), reanchor: 'auto' };
      expect((await review.post('/api/source', source)).status).toBe(200);
    }
    const { newThread } = (await review.state()).drafts;
    const found = Object.values(newThread).map(({ text, anchorStart }) => [text, anchorStart]);
    const expected = drafted.map((paragraph) => [paragraph, blocks.indexOf(paragraph) + 1]);
    expect(new Map(found as [string, number][])).toEqual(new Map(expected as [string, number][]));
    expect(found).toHaveLength(drafted.length);
    await review.kill('SIGKILL');
    const again = await scratch.review(['plan.md']);
    expect((await again.state()).drafts.newThread).toEqual(newThread);
  });

  it('are found, replaced and cleared where they stand, and never overwritten where they stood', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const keep = (at: number, text: string) =>
      review.post('/api/drafts/new-thread', { anchorStart: at, anchorEnd: at, text });
    await keep(2, 'About the importer');
    await review.post('/api/source', { markdown: `# New\n\n${planText}`, reanchor: 'auto' });
    const kept = async () =>
      Object.entries((await review.state()).drafts.newThread).map(([key, { text }]) => [key, text]);
    expect(await kept()).toEqual([['f-1|3-3', 'About the importer']]);
    await keep(2, 'About the title');
    expect(new Map((await kept()) as [string, string][])).toEqual(
      new Map([
        ['f-1|3-3', 'About the importer'],
        ['f-1|2-2', 'About the title'],
      ]),
    );
    await keep(3, 'About the importer, and more');
    expect(await kept()).toHaveLength(2);
    await review.post('/api/source', { markdown: planText, reanchor: 'auto' });
    expect((await kept()).map(([key]) => key).sort()).toEqual(['f-1|1-1', 'f-1|2-2']);
    await review.delete('/api/drafts/new-thread', { anchorStart: 2, anchorEnd: 2 });
    expect(await kept()).toEqual([['f-1|1-1', 'About the title']]);
  });
});
