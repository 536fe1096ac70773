import { anchorLikeness } from './anchor-likeness.ts';
import type { Discussions, Thread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import type { ThreadHints } from './thread-hints.ts';

/** What hints say about a place in a document, as it is by now. */
export class ThreadEvidence {
  readonly hints: ThreadHints;
  /** How many lines the file has gained since; 0 when nobody knows. */
  readonly drift: number;
  /** The line that the root would stand on, had all lines been added above it. */
  readonly expectedLine: number | undefined;
  /** Whether the file is known to have as many lines as it had. */
  readonly undrifted: boolean;
  readonly driftIsKnown: boolean;
  /** Whether the remembered anchor text tells one block from another, as a closing fence or tag does not. */
  readonly anchorIsTelling: boolean;
  readonly #discussions: Discussions;
  readonly #anchorText: string | undefined;

  constructor(discussions: Discussions, hints: ThreadHints) {
    const { totalLines, rootLine, anchorText } = hints;
    this.hints = hints;
    this.drift = totalLines === undefined ? 0 : discussions.totalLines - totalLines;
    this.expectedLine = rootLine === undefined ? undefined : rootLine + this.drift;
    this.driftIsKnown = totalLines !== undefined;
    this.undrifted = this.driftIsKnown && this.drift === 0;
    this.#discussions = discussions;
    this.#anchorText = anchorText === undefined ? undefined : normaliseText(anchorText);
    const words = this.#anchorText?.replace(/<[^>]*>/g, '') ?? '';
    this.anchorIsTelling = /[\p{L}\p{N}]{3}/u.test(words);
  }

  /** How much the thread's anchor is like the one remembered; 1 when none is. */
  anchorLikeness(thread: Thread): number {
    if (this.#anchorText === undefined) return 1;
    return anchorLikeness(this.#discussions, thread, this.#anchorText);
  }

  /** Whether hints about places were given and none of them fits the thread. */
  contradicts(thread: Thread): boolean {
    const { rootLine, anchorLine } = this.hints;
    const fits: boolean[] = [];
    if (rootLine !== undefined) fits.push(thread.root.line === this.expectedLine);
    if (anchorLine !== undefined) fits.push(thread.anchorLine === anchorLine + this.drift);
    if (this.#anchorText !== undefined) fits.push(this.anchorLikeness(thread) > 0);
    return fits.length > 0 && !fits.includes(true);
  }

  /** How many lines a thread is away from where it would be expected; nothing when no line is remembered. */
  distanceOf(thread: Thread): number | undefined {
    const { anchorLine } = this.hints;
    if (this.expectedLine !== undefined) return Math.abs(thread.root.line - this.expectedLine);
    if (anchorLine === undefined) return undefined;
    return Math.abs(thread.anchorLine - anchorLine - this.drift);
  }

  /** Whether the lines that the file has gained or lost explain the thread's place; a line more or less is allowed. */
  canHaveMovedTo({ root, anchorLine }: Thread): boolean {
    const { totalLines, rootLine, anchorLine: remembered } = this.hints;
    const from = rootLine ?? remembered;
    if (totalLines === undefined || from === undefined) return true;
    const line = rootLine === undefined ? anchorLine : root.line;
    const to = from + this.drift;
    return Math.min(from, to) - 1 <= line && line <= Math.max(from, to) + 1;
  }

  /** Whether the thread stands on the expected line under exactly the remembered text. */
  standsThere(thread: Thread): boolean {
    return (
      this.#anchorText !== undefined &&
      thread.root.line === this.expectedLine &&
      this.anchorLikeness(thread) === 1
    );
  }
}
