import type { Author } from '../author.ts';
import { refuseParticipant } from '../inline/participant.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** Who asks for a change, and when. */
export interface DecisionContext {
  readonly at: string;
  readonly author?: Author;
}

/** Returns the parts that every event has. */
export function stamp({ at, author }: DecisionContext): { at: string; author?: Author } {
  return author === undefined ? { at } : { at, author };
}

/** A thread that is not deleted, or the refusal `not_found`. */
export function findThread(state: ReviewState, id: string): Thread | Refusal {
  const thread = state.threads.get(id);
  if (thread !== undefined && thread.deletedAt === null) return thread;
  const reason = thread === undefined ? 'there is none' : 'it was deleted';
  return refuse('not_found', `no thread ${id} in this review: ${reason}`);
}

/** The threads of a file that an update must place: all that are not deleted. */
export function activeThreads(state: ReviewState, fileId: string): readonly Thread[] {
  return [...state.threads.values()].filter(
    (thread) => thread.fileId === fileId && thread.deletedAt === null,
  );
}

/** The refusal of a text that is empty or white space alone. */
export function refuseBlank(text: string, field = 'text'): Refusal | undefined {
  if (text.trim() !== '') return undefined;
  return refuse('validation_error', `${field} must not be blank`, { field });
}

/** The refusal of an author's name that could not stand in a file. */
export function refuseAuthor({ author }: DecisionContext): Refusal | undefined {
  return author === undefined ? undefined : refuseParticipant(author.name, 'author.name');
}

/** The file that a request means: the one it names, or the only one. */
export function chooseFile(state: ReviewState, fileId: string | undefined): string | Refusal {
  if (fileId === undefined) {
    const [only, ...others] = state.files.keys();
    if (only !== undefined && others.length === 0) return only;
    const ids = [...state.files.keys()].join(', ');
    const message = `fileId is needed, since the review has ${state.files.size} files: ${ids}`;
    return refuse('missing_file_id', message);
  }
  if (state.files.has(fileId)) return fileId;
  const ids = [...state.files.keys()].join(', ');
  return refuse('unknown_file', `no file ${fileId} in this review; its files are ${ids}`);
}

/** The refusal of any change to a review that has ended: nobody would see it, nor would the transcript. */
export function refuseFinished({ finishedAt }: ReviewState): Refusal | undefined {
  if (finishedAt === undefined) return undefined;
  return refuse('shutting_down', `the review ended at ${finishedAt} and takes no more changes`);
}
