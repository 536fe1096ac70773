import type { Author } from '../author.ts';
import { composeComment } from '../inline/compose-comment.ts';
import type { Comment } from '../inline/discussion.ts';
import { escapeMessage } from '../inline/escape-message.ts';
import { normaliseText } from '../inline/normalise.ts';
import { speakerKey } from '../inline/speaker.ts';
import { isRefusal } from '../refusal.ts';
import type { StartedReview } from './events.ts';
import type { Message, Thread } from './thread.ts';

/** Name of a person at the page when no other is known. */
const namelessPerson = 'Reviewer';

/** Name of an agent that has not said its own. */
const namelessAgent = 'Agent';

/** The name under which somebody speaks in the reviewed file. */
export function speakerOf(
  author: Author | undefined,
  role: Author['kind'],
  started: StartedReview,
): string {
  if (author !== undefined) return author.name;
  return role === 'agent' ? namelessAgent : (started.speakers?.known?.[0] ?? namelessPerson);
}

/** A message of a thread, and the name under which it stands in the file. */
export interface SpokenMessage {
  readonly message: Message;
  readonly speaker: string;
}

/** The messages below a thread's first one, in the order in which they were said, without those that left the file. */
export function spokenMessages(thread: Thread, started: StartedReview): SpokenMessage[] {
  const spoken = (role: Author['kind']) => (message: Message) => ({
    message,
    speaker: speakerOf(message.author, role, started),
  });
  return [...thread.replies.map(spoken('person')), ...thread.takes.map(spoken('agent'))]
    .filter(({ message }) => message.removedIn === undefined)
    .sort((first, second) => first.message.position - second.message.position);
}

/** A message's text as it reads back once it is written into a file. */
function asWritten(text: string): string {
  const message = escapeMessage(text);
  if (isRefusal(message)) return text;
  return composeComment({ speaker: namelessPerson, depth: 2, indent: '', message }).text;
}

/** The ways in which a message may read in a file, normalised: as said, and as it is written there. */
export function readings(message: string): readonly string[] {
  return [...new Set([normaliseText(message), normaliseText(asWritten(message))])];
}

/** Whether a message is what stands in a file, to a reader. */
export function isSameText(message: string, inFile: string): boolean {
  const read = normaliseText(inFile);
  return normaliseText(message) === read || normaliseText(asWritten(message)) === read;
}

/** Whether a comment in a file is by that speaker and says the same as a message. */
export function isSaidIn(comment: Comment, speaker: string, message: string): boolean {
  return comment.speakerKey === speakerKey(speaker) && isSameText(message, comment.text);
}
