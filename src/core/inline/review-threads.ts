import type { DocumentLines } from '../document/document-lines.ts';
import type { Discussions, InlineThread } from './discussion.ts';
import { parseDiscussions } from './parse-discussions.ts';
import { speakerKey } from './speaker.ts';
import { statusOfMarker } from './thread-status.ts';

/** A discussion as a review shows it. */
export interface ReviewThread {
  readonly thread: InlineThread;
  /** Removed from the text and shown only as a thread; otherwise the text shows it too. */
  readonly lifted: boolean;
  /** The last line of the block that it is about, from 1; 0 when nothing is above it. */
  readonly anchorLine: number;
}

/** The discussions of a file as a review uses them. */
export interface ReviewDiscussions {
  readonly discussions: Discussions;
  readonly threads: readonly ReviewThread[];
  /** The lines of lifted threads, which `parseMarkdown` excludes from the text. */
  readonly excludedLines: readonly DocumentLines[];
}

/** Names that a review recognises as speakers. */
export interface ReviewSpeakers {
  /** People and agents who take part: a lone root of theirs is a discussion for certain. */
  readonly known: readonly string[];
  /** The speakers that the configuration lists, if it does. */
  readonly configured?: readonly string[];
}

/**
 * Returns the discussions of a Markdown file for a review. One with a reply, a marker or a known speaker is lifted out of the
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
  const excludedLines = threads
    .filter(({ lifted }) => lifted)
    .map(({ thread: { lines } }) => ({ lineStart: lines.start, lineEnd: lines.end }));
  return { discussions, threads, excludedLines };
}

function isCertain({ root, comments }: InlineThread, participants: ReadonlySet<string>): boolean {
  return (
    comments.length > 1 ||
    root.markers.some((marker) => statusOfMarker(marker) !== undefined) ||
    participants.has(root.speakerKey)
  );
}
