import { omitUndefined } from '../core/omit-undefined.ts';
import type { Sha256 } from '../core/ports/sha256.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { decideThread } from '../core/review/decide-thread.ts';
import type { NewEvent } from '../core/review/events.ts';
import { syncInline } from '../core/review/inline-sync.ts';
import { snippetOf } from '../core/review/placement.ts';
import type { PreparedThread } from '../core/review/prepared-threads.ts';
import { applyEvents, replay } from '../core/review/replay.ts';
import { type ReviewedDocument, readDocument } from '../core/review/reviewed-document.ts';
import { findSameInline } from '../core/review/same-inline.ts';
import type { ReviewState } from '../core/review/state.ts';
import { oneLine } from '../core/text/one-line.ts';
import type { InputFile } from './review-inputs.ts';

/** The event that begins a review, and the threads that are to stand in it from the start. */
export interface Preparation {
  readonly started: Extract<NewEvent, { kind: 'review.started' }>;
  readonly files: readonly InputFile[];
  readonly threads: readonly PreparedThread[];
  readonly sha256: Sha256;
}

/**
 * The events of the discussions inside the files, then of prepared threads; a refusal names the entry that does not
 * fit its file.
 */
export function prepareThreads(preparation: Preparation): readonly NewEvent[] | Refusal {
  const { started, threads, sha256 } = preparation;
  const { at } = started;
  const documents = readDocuments(preparation);
  let state = replay('new', [{ ...started, position: 1 }]);
  const events: NewEvent[] = [];
  const add = (added: readonly NewEvent[]): void => {
    const { position } = state;
    for (const event of added) events.push(event);
    state = applyEvents(
      state,
      added.map((event, index) => ({ ...event, position: position + index + 1 })),
    );
  };
  for (const document of documents.values())
    add(syncInline(state, document, { at, sha256 }).events);
  for (const [index, thread] of threads.entries()) {
    const document = documents.get(thread.fileId);
    if (document === undefined) throw new Error(`no file ${thread.fileId} to prepare threads for`);
    const decided = placeThread(thread, document, { state, at });
    if (isRefusal(decided)) {
      return refuse('bad_threads', `entry ${index + 1}: ${decided.message}`, {
        field: `[${index}]`,
      });
    }
    if (!isInFile(state, decided.events)) add(decided.events);
  }
  return events;
}

/** A prepared thread that stands in the file already is shown once. */
function isInFile(state: ReviewState, events: readonly NewEvent[]): boolean {
  return events.some(({ kind, data, author }) => {
    if (kind !== 'thread.created') return false;
    const said = { ...data, ...omitUndefined({ author }), block: data.place.anchorEnd };
    return findSameInline(state, said) !== undefined;
  });
}

/** The files that have discussions or prepared threads, read. */
function readDocuments({
  started,
  files,
  threads,
}: Preparation): ReadonlyMap<string, ReviewedDocument> {
  const fileIds = new Set(threads.map(({ fileId }) => fileId));
  return new Map(
    started.data.files.flatMap((file, index) => {
      const text = files[index]?.text ?? '';
      if (!fileIds.has(file.id) && file.kind === 'diff') return [];
      return [[file.id, readDocument({ ...file, text }, started.data.speakers)]];
    }),
  );
}

function placeThread(
  thread: PreparedThread,
  document: ReviewedDocument,
  { state, at }: { readonly state: Parameters<typeof decideThread>[0]; readonly at: string },
) {
  const anchorStart = thread.anchorStart ?? findSnippet(thread, document);
  if (isRefusal(anchorStart)) return anchorStart;
  const snippet = thread.snippet ?? snippetOf(document.blocks[anchorStart - 1]?.text ?? '');
  return decideThread(
    state,
    { ...thread, anchorStart, anchorEnd: thread.anchorEnd ?? anchorStart, snippet },
    { at, author: thread.author, document, kind: 'prepopulated' },
  );
}

function findSnippet(thread: PreparedThread, { blocks }: ReviewedDocument): number | Refusal {
  const snippet = oneLine(thread.snippet ?? '');
  const matches = blocks.filter(({ text }) => oneLine(text).includes(snippet));
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only.index;
  const message = `the snippet "${snippet}" stands in ${matches.length} blocks of ${thread.fileId}`;
  return refuse('bad_threads', message, { next: 'give anchorStart, or a longer snippet' });
}
