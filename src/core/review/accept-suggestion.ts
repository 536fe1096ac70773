import type { Anchor } from '../anchor/anchor.ts';
import { createPhraseAnchor } from '../anchor/create-anchor.ts';
import { makeAnchorPlacer } from '../anchor/place-anchor.ts';
import type { SourceRange } from '../document/text-offsets.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { findThread } from './decision.ts';
import type { Placement } from './events.ts';
import { placementAt } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Message, Thread } from './thread.ts';

/** The file as it is on disk, and the texts that anchors were saved with. */
export interface AcceptContext {
  readonly disk: ReviewedDocument;
  readonly textOf: (textHash: string) => string | undefined;
}

/** A thread's suggestion, and the message that made it when it is not the thread itself. */
export interface Suggestion {
  readonly thread: Thread;
  readonly replacement: string;
  /** What it would replace, in the text that it was written on, wherever its thread stands now. */
  readonly place: Anchor;
}

/** A text with a suggestion in it, and where the replacement stands. */
export interface AcceptedText {
  readonly text: string;
  readonly source: SourceRange;
}

/** The suggestion that is meant: of the message with that id, or the last one of the thread. */
export function findSuggestion(
  state: ReviewState,
  threadId: string,
  messageId: string | undefined,
): Suggestion | Refusal {
  const thread = findThread(state, threadId);
  if (isRefusal(thread)) return thread;
  const said: readonly (Thread | Message)[] = [thread, ...thread.replies, ...thread.takes];
  const suggestions = said
    .filter(({ replacement }) => replacement !== undefined)
    .sort((first, second) => first.position - second.position);
  const suggestion =
    messageId === undefined ? suggestions.at(-1) : suggestions.find(({ id }) => id === messageId);
  if (suggestion?.replacement !== undefined) {
    const { replacement, writtenOn: place = thread.place } = suggestion;
    return { thread, replacement, place };
  }
  return refuse('not_found', `${messageId ?? threadId} makes no suggestion in thread ${threadId}`);
}

/**
 * The file's text with exactly the commented span replaced. Refused with `suggestion_conflict`, telling what was
 * expected and what stands there, when the file does not have the span any more.
 */
export function acceptSuggestion(
  { thread, replacement, place }: Suggestion,
  { disk, textOf }: AcceptContext,
): AcceptedText | Refusal {
  const expected = textOf(place.textHash)?.slice(place.source.start, place.source.end);
  const position = makeAnchorPlacer({ ...disk, textOf }).place(place);
  const source = position.kind === 'orphaned' ? undefined : position.anchor.source;
  const actual = source === undefined ? null : disk.text.slice(source.start, source.end);
  if (source === undefined || expected === undefined || actual !== expected) {
    const message = `the text that ${thread.id} would replace is not what it was`;
    return refuse('suggestion_conflict', message, {
      details: { expected: expected ?? place.quote.exact, found: actual },
      next: 'make a new suggestion on the present text',
    });
  }
  const text = disk.text.slice(0, source.start) + replacement + disk.text.slice(source.end);
  return { text, source: { start: source.start, end: source.start + replacement.length } };
}

/** Where the thread of an accepted suggestion stands then: on what has replaced its text, if that shows anything. */
export function placeAccepted(
  thread: Thread,
  document: ReviewedDocument,
  source: SourceRange,
): Placement | undefined {
  // A thread on no text at all could never be found again.
  if (document.text.slice(source.start, source.end).trim() === '') return undefined;
  const place = createPhraseAnchor({ ...document, source });
  return isRefusal(place) ? undefined : placementAt(thread, place, document);
}
