import { anchorSimilarity } from './anchor-similarity.ts';
import type { Discussions, InlineThread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import type { ThreadHints } from './thread-hints.ts';

/** How well the threads of a document fit the hints of a caller. */
export class ThreadEvidence {
  readonly hints: ThreadHints;
  /** How many lines the file has gained since; 0 when unknown. */
  readonly drift: number;
  /** The line of the root if all lines were added above it. */
  readonly expectedLine: number | undefined;
  /** Whether the file is known to have as many lines as it had. */
  readonly isLineCountUnchanged: boolean;
  readonly isDriftKnown: boolean;
  /** Whether the anchor text of the hints identifies a block, as a closing fence or tag does not. */
  readonly isAnchorDistinctive: boolean;
  readonly #discussions: Discussions;
  readonly #anchorText: string | undefined;

  constructor(discussions: Discussions, hints: ThreadHints) {
    const { totalLines, rootLine, anchorText } = hints;
    this.hints = hints;
    this.drift = totalLines === undefined ? 0 : discussions.totalLines - totalLines;
    this.expectedLine = rootLine === undefined ? undefined : rootLine + this.drift;
    this.isDriftKnown = totalLines !== undefined;
    this.isLineCountUnchanged = this.isDriftKnown && this.drift === 0;
    this.#discussions = discussions;
    this.#anchorText = anchorText === undefined ? undefined : normaliseText(anchorText);
    const text = this.#anchorText?.replace(/<[^>]*>/g, '') ?? '';
    this.isAnchorDistinctive = /[\p{L}\p{N}]{3}/u.test(text);
  }

  /** Returns how similar the thread's anchor is to that of the hints; 1 when they have none. */
  anchorSimilarity(thread: InlineThread): number {
    if (this.#anchorText === undefined) return 1;
    return anchorSimilarity(this.#discussions, thread, this.#anchorText);
  }

  /** Whether there are hints about lines or the anchor and none of them fits the thread. */
  contradicts(thread: InlineThread): boolean {
    const { rootLine, anchorLine } = this.hints;
    const fits: boolean[] = [];
    if (rootLine !== undefined) fits.push(thread.root.line === this.expectedLine);
    if (anchorLine !== undefined) fits.push(thread.anchorLine === anchorLine + this.drift);
    if (this.#anchorText !== undefined) fits.push(this.anchorSimilarity(thread) > 0);
    return fits.length > 0 && !fits.includes(true);
  }

  /** Returns how many lines a thread is from its expected line, or undefined when the hints have no line. */
  distanceOf(thread: InlineThread): number | undefined {
    const { anchorLine } = this.hints;
    if (this.expectedLine !== undefined) return Math.abs(thread.root.line - this.expectedLine);
    if (anchorLine === undefined) return undefined;
    return Math.abs(thread.anchorLine - anchorLine - this.drift);
  }

  /** Whether the drift explains the thread's line, give or take one line. */
  isExplainedByDrift({ root, anchorLine }: InlineThread): boolean {
    const { totalLines, rootLine, anchorLine: hintedLine } = this.hints;
    const from = rootLine ?? hintedLine;
    if (totalLines === undefined || from === undefined) return true;
    const line = rootLine === undefined ? anchorLine : root.line;
    const to = from + this.drift;
    return Math.min(from, to) - 1 <= line && line <= Math.max(from, to) + 1;
  }

  /** Whether the thread is on its expected line below exactly the anchor text of the hints. */
  isUnchanged(thread: InlineThread): boolean {
    return (
      this.#anchorText !== undefined &&
      thread.root.line === this.expectedLine &&
      this.anchorSimilarity(thread) === 1
    );
  }
}
