import type { SeededRandom } from './seeded-random.ts';

/** Makes and changes documents of plain paragraphs, headings and list items; hardly any word stands in them twice. */
export interface SoakText {
  fresh(): string;
  /** The same document with a few changes. */
  edited(text: string): string;
}

const small = ['the', 'of', 'and', 'to', 'is', 'in'] as const;

/** Documents that follow from a seed. */
export function soakText(random: SeededRandom): SoakText {
  let cut: string[] = [];
  const word = (): string =>
    random.below(4) === 0 ? random.pick(small) : `w${random.below(1_000_000).toString(36)}`;
  const words = (least: number, most: number): string =>
    Array.from({ length: least + random.below(most - least + 1) }, word).join(' ');
  const block = (): string => {
    const kind = random.below(10);
    if (kind === 0) return `## ${words(2, 4)}`;
    if (kind === 1) return `- ${words(4, 9)}\n- ${words(4, 9)}`;
    if (kind === 2) return `${words(6, 12)}\n${words(6, 12)}\n${words(3, 12)}`;
    return words(5, 25);
  };
  const editWords = (text: string): string => {
    const all = text.split(' ');
    const at = random.below(all.length);
    const kind = random.below(3);
    if (kind === 0) all.splice(at, 0, word());
    else if (kind === 1 && all.length > 3 && at > 1) all.splice(at, 1);
    else if (at > 1) all[at] = word();
    return all.join(' ');
  };
  const change = (blocks: string[]): void => {
    const at = random.below(blocks.length);
    const here = blocks[at] ?? '';
    const kind = random.below(9);
    if (kind < 3) blocks.splice(at, 0, block());
    else if (kind === 3 && blocks.length > 4) cut.push(...blocks.splice(at, 1));
    else if (kind === 4) blocks.splice(random.below(blocks.length), 0, ...blocks.splice(at, 1));
    else if (kind === 5 && cut.length > 0) {
      blocks.splice(at, 0, ...cut);
      cut = [];
    } else if (kind === 6 && blocks.length > 6) blocks[at] = block();
    else blocks[at] = editWords(here);
  };
  const joined = (blocks: readonly string[]): string => `${blocks.join('\n\n')}\n`;
  return {
    fresh: () => joined([`# ${words(2, 4)}`, ...Array.from({ length: 12 }, block)]),
    edited(text) {
      const blocks = text.trimEnd().split('\n\n');
      for (let changes = 1 + random.below(4); changes > 0; changes--) change(blocks);
      // So that no two versions are the same.
      return joined([...blocks.slice(0, 40), words(6, 9)]);
    },
  };
}
