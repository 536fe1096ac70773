import { type Refusal, refuse } from '../refusal.ts';
import { emptyLineOf } from './compose-comment.ts';
import type { Discussions } from './discussion.ts';
import { kindOf, lineKind } from './scan/leaf.ts';
import type { Outline, OutlineBlock, OutlineItem } from './scan/outline.ts';
import { scanLines } from './scan/scan-lines.ts';
import { isVisibleBlock } from './visible-block.ts';

/** Where a new thread can be inserted: before line `line` (from 0), between the extra lines `before` and `after`. */
export interface StartSlot {
  readonly line: number;
  readonly indent: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Returns the slots for a thread on the block at a line (from 1), the preferred first; refused when there is none. */
export function findSlots(
  discussions: Discussions,
  anchorLine: number,
): readonly StartSlot[] | Refusal {
  const { outline } = scanLines(discussions.text, { outline: true });
  if (outline === undefined) return [];
  const line = anchorLine - 1;
  const problem = anchorProblem(discussions, anchorLine);
  if (problem !== undefined) return invalidAnchor(problem);
  const block = outline.blocks.findLast(({ start, end }) => start <= line && line < end);
  if (block === undefined || !isVisible(discussions, block)) {
    return invalidAnchor(
      `line ${anchorLine} belongs to no block; give a line of the text commented on`,
    );
  }
  return new SlotFinder(discussions, outline, block).find();
}

function invalidAnchor(message: string): Refusal {
  return refuse('invalid_anchor', message, { field: 'anchor_line' });
}

function anchorProblem(
  { totalLines, scan, threads }: Discussions,
  line: number,
): string | undefined {
  if (!Number.isInteger(line) || line < 1 || line > totalLines) {
    return `line ${line} is outside of the file, which has ${totalLines} lines`;
  }
  if (kindOf(scan.kinds[line - 1]) === lineKind.frontMatter) {
    return `line ${line} is front matter, which holds no discussion`;
  }
  const inside = threads.find(({ lines }) => lines.start <= line && line <= lines.end);
  if (inside !== undefined) {
    return `line ${line} is part of the thread ${inside.id}; reply to it, or give a line of the text`;
  }
  return undefined;
}

function isVisible({ scan }: Discussions, { kind, start, end }: OutlineBlock): boolean {
  return kind === 'quote' || isVisibleBlock(scan, { kind, start, end });
}

/** A sibling of a block in its item or in the document: another block, or a whole list. */
interface Sibling {
  readonly start: number;
  readonly end: number;
  readonly quote: boolean;
}

class SlotFinder {
  readonly #discussions: Discussions;
  readonly #item: OutlineItem | undefined;
  readonly #blockEnd: number;
  readonly #siblings: readonly Sibling[];
  readonly #discussionLines: Uint8Array;

  constructor(discussions: Discussions, outline: Outline, block: OutlineBlock) {
    this.#discussions = discussions;
    this.#item = block.item;
    this.#blockEnd = block.end;
    this.#siblings = siblingsOf(outline, block);
    this.#discussionLines = linesOfDiscussions(discussions);
  }

  find(): readonly StartSlot[] {
    const tight = this.#item?.list?.tight === true ? [this.#tightSlot()] : [];
    return [...tight, ...this.#looseSlots()];
  }

  get #indent(): string {
    return ' '.repeat(this.#item?.indent ?? 0);
  }

  /** Right below the block and the threads that follow immediately, without blank lines. */
  #tightSlot(): StartSlot {
    let line = this.#blockEnd;
    let threads = false;
    for (const sibling of this.#siblings) {
      if (sibling.start !== line || !this.#isDiscussion(sibling)) break;
      line = sibling.end;
      threads = true;
    }
    const before = threads ? [emptyLineOf(1, this.#indent)] : [];
    return { line, indent: this.#indent, before, after: [] };
  }

  /**
   * After the first blank line that follows the block, and after the threads that begin there; then further slots, for
   * blocks that would absorb a thread in the first one.
   */
  #looseSlots(): readonly StartSlot[] {
    const slots: StartSlot[] = [];
    let end = this.#blockEnd;
    let index = 0;
    const next = (): Sibling | undefined => this.#siblings[index];
    while (slots.length < 4) {
      for (let sibling = next(); sibling !== undefined && sibling.start === end; sibling = next()) {
        end = sibling.end;
        index++;
      }
      for (
        let sibling = next();
        sibling !== undefined && this.#isDiscussion(sibling);
        sibling = next()
      ) {
        end = sibling.end;
        index++;
      }
      slots.push(this.#slotAfter(end));
      const after = next();
      if (after === undefined) break;
      end = after.end;
      index++;
    }
    return slots;
  }

  /** One blank line after line `end`, from 0 and exclusive. */
  #slotAfter(end: number): StartSlot {
    const blank = this.#isBlank(end);
    const line = blank ? end + 1 : end;
    const { totalLines } = this.#discussions;
    const needsAfter = line < totalLines && !this.#isBlank(line);
    return { line, indent: this.#indent, before: blank ? [] : [''], after: needsAfter ? [''] : [] };
  }

  #isBlank(line: number): boolean {
    const { text, scan } = this.#discussions;
    if (line >= scan.bounds.count) return false;
    return /^[ \t]*$/.test(text.slice(scan.bounds.begin[line], scan.bounds.end[line]));
  }

  /** Whether a quote is a thread or an orphan reply, which a new thread comes after. */
  #isDiscussion({ start, end, quote }: Sibling): boolean {
    return quote && this.#discussionLines.subarray(start, end).includes(1);
  }
}

/** For each line whether it belongs to a thread or is an orphan reply. */
function linesOfDiscussions({ totalLines, threads, orphans }: Discussions): Uint8Array {
  const marks = new Uint8Array(totalLines);
  for (const { lines } of threads) marks.fill(1, lines.start - 1, lines.end);
  for (const { line } of orphans) marks[line - 1] = 1;
  return marks;
}

/** The siblings after a block, in order. */
function siblingsOf(outline: Outline, block: OutlineBlock): readonly Sibling[] {
  const { item } = block;
  const last = item?.end ?? Number.POSITIVE_INFINITY;
  const blocks = outline.blocks
    .filter((candidate) => candidate.item === item && candidate.start >= block.end)
    .map(({ start, end, kind }) => ({ start, end, quote: kind === 'quote' }));
  const containers = [
    ...outline.lists.filter(({ parent }) => parent === item),
    ...outline.items.filter(({ parent, list }) => parent === item && list === undefined),
  ]
    .filter(({ start }) => start >= block.end)
    .map(({ start, end }) => ({ start, end, quote: false }));
  return [...blocks, ...containers]
    .filter(({ start }) => start < last)
    .sort((first, second) => first.start - second.start);
}
