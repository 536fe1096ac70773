import type { DocumentLines } from '../document/document-lines.ts';
import type { Discussions, Thread } from './discussion.ts';
import { parseDiscussions } from './parse-discussions.ts';
import { speakerKey } from './speaker.ts';

/** A discussion as a review shows it. */
export interface ReviewThread {
  readonly thread: Thread;
  /** Taken out of the text and shown as a thread alone; otherwise it also stays visible where it stands. */
  readonly lifted: boolean;
  /** The last line of the block that it is about, from 1; 0 when nothing stands above it. */
  readonly anchorLine: number;
}

/** What a review needs to know of a file's discussions. */
export interface ReviewDiscussions {
  readonly discussions: Discussions;
  readonly threads: readonly ReviewThread[];
  /** The lines that are threads and no text: what `parseMarkdown` takes as `notBlocks`. */
  readonly notBlocks: readonly DocumentLines[];
}

/** Names that a review knows of. */
export interface ReviewSpeakers {
  /** People and agents who take part: a lone root of theirs is a discussion for certain. */
  readonly known: readonly string[];
  /** The speakers that the configuration names, where it does. */
  readonly configured?: readonly string[];
}

/**
 * The discussions of a Markdown file for a review. One with a reply, a marker or a known speaker is lifted out of the
 * text; any other lone root stays in it. So does one on the line of a list item's marker, which would take the item
 * with it.
 */
export function inlineThreadsForReview(text: string, speakers: ReviewSpeakers): ReviewDiscussions {
  const { known, configured } = speakers;
  const discussions = parseDiscussions(text, configured ? { speakers: configured } : {});
  const keys = new Set([...known, ...(configured ?? [])].map(speakerKey));
  const threads = discussions.threads.map((thread) => ({
    thread,
    lifted: !thread.onMarkerLine && isCertain(thread, keys),
    anchorLine: thread.anchorLine,
  }));
  const notBlocks = threads
    .filter(({ lifted }) => lifted)
    .map(({ thread: { lines } }) => ({ lineStart: lines.start, lineEnd: lines.end }));
  return { discussions, threads, notBlocks };
}

function isCertain({ root, comments }: Thread, known: ReadonlySet<string>): boolean {
  return (
    comments.length > 1 ||
    root.markers.some((marker) => /^(?:resolved|reopen|open)$/i.test(marker)) ||
    known.has(root.speakerKey)
  );
}
