import { createAnchor } from '../../src/core/anchor/create-anchor.ts';
import { makeAnchorPlacer } from '../../src/core/anchor/place-anchor.ts';
import { parseMarkdown } from '../../src/core/document/markdown-it/blocks.ts';
import { isRefusal } from '../../src/core/refusal.ts';

const lineCount = 10_000;
const anchorCount = 1000;
const rounds = 3;

/** Numbers that are the same in every run. */
function makeNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Prose of ten thousand lines, and the same after a day of work: lines edited, a section moved, others added. */
function twoVersions(): { readonly before: string; readonly after: string } {
  const number = makeNumbers(7);
  const vocabulary = Array.from(
    { length: 3000 },
    (_, at) => `w${at.toString(36)}${'x'.repeat(at % 5)}`,
  );
  const word = (): string => vocabulary[number(vocabulary.length)] ?? '';
  const newLine = (): string => Array.from({ length: 9 }, word).join(' ');
  const lines = Array.from({ length: lineCount }, (_, at) => (at % 4 === 3 ? '' : newLine()));
  const edited = lines.map((line) =>
    line !== '' && number(20) === 0 ? line.replace(/\S+/, word()) : line,
  );
  const section = edited.splice(2000, 400);
  edited.splice(6000, 0, ...section);
  for (let at = 0; at < 50; at++) edited.splice(number(lineCount / 4) * 4, 0, newLine(), '');
  return { before: lines.join('\n'), after: edited.join('\n') };
}

/** Seconds that placing a thousand anchors takes, the comparison of the versions included; the best of three. */
export function measureSpeed(): { readonly seconds: number; readonly placed: number } {
  const { before, after } = twoVersions();
  const [old, parsed] = [parseMarkdown(before), parseMarkdown(after)];
  const step = Math.floor(old.blocks.length / anchorCount);
  const anchors = old.blocks
    .filter(({ index }) => index % step === 0)
    .slice(0, anchorCount)
    .flatMap(({ index }) => {
      const locate = { parsed: old, textHash: 'before', blockStart: index, blockEnd: index };
      const anchor = createAnchor(locate);
      return isRefusal(anchor) ? [] : [anchor];
    });
  let best = { seconds: Number.POSITIVE_INFINITY, placed: 0 };
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const placer = makeAnchorPlacer({ parsed, textHash: 'after', textOf: () => before });
    const placed = anchors.filter((anchor) => placer.place(anchor).kind === 'placed').length;
    const seconds = (performance.now() - started) / 1000;
    if (seconds < best.seconds) best = { seconds, placed };
  }
  return best;
}
