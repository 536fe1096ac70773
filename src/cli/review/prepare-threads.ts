import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { admitThread } from '../../core/review/admit-thread.ts';
import type { NewEvent, ReviewEvent } from '../../core/review/events.ts';
import type { PreparedThread } from '../../core/review/prepared-threads.ts';
import { applyEvent, replay } from '../../core/review/replay.ts';
import { type ReviewedDocument, readDocument } from '../../core/review/reviewed-document.ts';
import type { InputFile } from './read-inputs.ts';

/** Events that begin a review, and the threads that are to stand in it from the start. */
export interface Preparation {
  readonly started: Extract<NewEvent, { kind: 'review.started' }>;
  readonly files: readonly InputFile[];
  readonly threads: readonly PreparedThread[];
}

/** The events of prepared threads; a refusal names the entry that does not fit its file. */
export function prepareThreads({
  started,
  files,
  threads,
}: Preparation): readonly NewEvent[] | Refusal {
  const documents = new Map<string, ReviewedDocument>();
  const documentOf = (fileId: string): ReviewedDocument => {
    const known = documents.get(fileId);
    if (known !== undefined) return known;
    const index = started.data.files.findIndex(({ id }) => id === fileId);
    const [file, input] = [started.data.files[index], files[index]];
    if (file === undefined || input === undefined)
      throw new Error(`no file ${fileId} to prepare threads for`);
    const document = readDocument({ ...file, text: input.text });
    documents.set(fileId, document);
    return document;
  };
  let state = replay('new', [{ ...started, position: 1 }]);
  const events: NewEvent[] = [];
  for (const [index, thread] of threads.entries()) {
    const admitted = placeThread(thread, documentOf(thread.fileId), { state, at: started.at });
    if (isRefusal(admitted)) {
      return refuse('bad_threads', `entry ${index + 1}: ${admitted.message}`, {
        field: `[${index}]`,
      });
    }
    for (const event of admitted.events) {
      events.push(event);
      state = applyEvent(state, { ...event, position: state.position + 1 } as ReviewEvent);
    }
  }
  return events;
}

function placeThread(
  thread: PreparedThread,
  document: ReviewedDocument,
  { state, at }: { readonly state: Parameters<typeof admitThread>[0]; readonly at: string },
) {
  const anchorStart = thread.anchorStart ?? findSnippet(thread, document);
  if (isRefusal(anchorStart)) return anchorStart;
  const snippet = thread.snippet ?? document.blocks[anchorStart - 1]?.text.slice(0, 200) ?? '';
  return admitThread(
    state,
    { ...thread, anchorStart, anchorEnd: thread.anchorEnd ?? anchorStart, snippet },
    { at, author: thread.author, document, kind: 'prepopulated' },
  );
}

function findSnippet(thread: PreparedThread, { blocks }: ReviewedDocument): number | Refusal {
  const wanted = squeeze(thread.snippet ?? '');
  const found = blocks.filter(({ text }) => squeeze(text).includes(wanted));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.index;
  return refuse(
    'bad_threads',
    `the snippet "${wanted}" stands in ${found.length} blocks of ${thread.fileId}`,
    {
      next: 'give anchorStart, or a longer snippet',
    },
  );
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
