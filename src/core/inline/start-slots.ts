import { type Refusal, refuse } from '../refusal.ts';
import { bareLine } from './compose-comment.ts';
import type { Discussions } from './discussion.ts';
import { kindOf, lineKind } from './scan/leaf.ts';
import type { Outline, OutlineBlock, OutlineItem } from './scan/outline.ts';
import { scanLines } from './scan/scan-lines.ts';
import { isVisibleBlock } from './visible-block.ts';

/** A place for a new thread: before line `line` (from 0), between the given extra lines. */
export interface StartSlot {
  readonly line: number;
  readonly indent: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The places where a thread on the block at a line (from 1) can stand, the right one first; or why there is none. */
export function findSlots(
  discussions: Discussions,
  anchorLine: number,
): readonly StartSlot[] | Refusal {
  const { outline } = scanLines(discussions.text, { outline: true });
  if (outline === undefined) return [];
  const line = anchorLine - 1;
  const wrong = whyNotAt(discussions, anchorLine);
  if (wrong !== undefined) return invalidAnchor(wrong);
  const block = outline.blocks.findLast(({ start, end }) => start <= line && line < end);
  if (block === undefined || !isVisible(discussions, block)) {
    return invalidAnchor(
      `line ${anchorLine} belongs to no block; give a line of the text commented on`,
    );
  }
  return new Places(discussions, outline, block).all();
}

function invalidAnchor(message: string): Refusal {
  return refuse('invalid_anchor', message, { field: 'anchor_line' });
}

function whyNotAt({ totalLines, scan, threads }: Discussions, line: number): string | undefined {
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

/** A block, or a list as a whole, among what stands side by side in an item or in the document. */
interface Neighbour {
  readonly start: number;
  readonly end: number;
  readonly quote: boolean;
}

class Places {
  readonly #discussions: Discussions;
  readonly #item: OutlineItem | undefined;
  readonly #blockEnd: number;
  readonly #neighbours: readonly Neighbour[];
  readonly #discussionLines: Uint8Array;

  constructor(discussions: Discussions, outline: Outline, block: OutlineBlock) {
    this.#discussions = discussions;
    this.#item = block.item;
    this.#blockEnd = block.end;
    this.#neighbours = neighboursOf(outline, block);
    this.#discussionLines = linesOfDiscussions(discussions);
  }

  all(): readonly StartSlot[] {
    const tight = this.#item?.list?.tight === true ? [this.#tightSlot()] : [];
    return [...tight, ...this.#looseSlots()];
  }

  get #indent(): string {
    return ' '.repeat(this.#item?.indent ?? 0);
  }

  /** Right below the block and the threads that follow at once, without blank lines. */
  #tightSlot(): StartSlot {
    let line = this.#blockEnd;
    let threads = false;
    for (const neighbour of this.#neighbours) {
      if (neighbour.start !== line || !this.#isDiscussion(neighbour)) break;
      line = neighbour.end;
      threads = true;
    }
    const before = threads ? [bareLine(1, this.#indent)] : [];
    return { line, indent: this.#indent, before, after: [] };
  }

  /**
   * After the first blank line that follows the block, and after the threads that begin there. Further places come
   * after that one, for surroundings that would take the first for a part of themselves.
   */
  #looseSlots(): readonly StartSlot[] {
    const slots: StartSlot[] = [];
    let end = this.#blockEnd;
    let index = 0;
    const next = (): Neighbour | undefined => this.#neighbours[index];
    while (slots.length < 4) {
      for (let near = next(); near !== undefined && near.start === end; near = next()) {
        end = near.end;
        index++;
      }
      for (let near = next(); near !== undefined && this.#isDiscussion(near); near = next()) {
        end = near.end;
        index++;
      }
      slots.push(this.#slotBehind(end));
      const after = next();
      if (after === undefined) break;
      end = after.end;
      index++;
    }
    return slots;
  }

  /** One blank line after line `end`, counted from 0 and exclusive, whatever stands there. */
  #slotBehind(end: number): StartSlot {
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

  /** Whether a quote is a thread or a reply without one: what a new thread stands behind. */
  #isDiscussion({ start, end, quote }: Neighbour): boolean {
    return quote && this.#discussionLines.subarray(start, end).includes(1);
  }
}

/** For each line whether it belongs to a thread or is a reply without one. */
function linesOfDiscussions({ totalLines, threads, orphans }: Discussions): Uint8Array {
  const marks = new Uint8Array(totalLines);
  for (const { lines } of threads) marks.fill(1, lines.start - 1, lines.end);
  for (const { line } of orphans) marks[line - 1] = 1;
  return marks;
}

/** What follows a block at its own level, in order. */
function neighboursOf(outline: Outline, block: OutlineBlock): readonly Neighbour[] {
  const { item } = block;
  const last = item?.end ?? Number.POSITIVE_INFINITY;
  const blocks = outline.blocks
    .filter((other) => other.item === item && other.start >= block.end)
    .map(({ start, end, kind }) => ({ start, end, quote: kind === 'quote' }));
  const holders = [
    ...outline.lists.filter(({ parent }) => parent === item),
    ...outline.items.filter(({ parent, list }) => parent === item && list === undefined),
  ]
    .filter(({ start }) => start >= block.end)
    .map(({ start, end }) => ({ start, end, quote: false }));
  return [...blocks, ...holders]
    .filter(({ start }) => start < last)
    .sort((one, other) => one.start - other.start);
}
