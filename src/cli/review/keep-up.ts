import { isRefusal } from '../../core/refusal.ts';
import type { ReviewedFile } from '../../core/review/state.ts';
import { isWriteDue } from '../../core/review/write-due.ts';
import { takeOverInputs } from '../../session/sync-inputs.ts';
import { writeBack } from '../../session/write-back.ts';
import { followLinks } from './follow-links.ts';
import { type Followed, followRename } from './follow-rename.ts';
import { decodeMarkdown, readDocument } from './read-document.ts';
import type { ReviewRun } from './review-run.ts';

/** Takes over what the inputs hold now; for a review that goes on after a time in which nobody watched. */
export async function takeOverNow(run: ReviewRun): Promise<void> {
  const { reviews, begun, ports, inputs } = run;
  const { files, git } = inputs;
  const isWholeDiff = git !== undefined;
  const reviewId = begun.state.id;
  const changed = await takeOverInputs({ reviews, reviewId, ports, files, isWholeDiff });
  if (isRefusal(changed)) throw new Error(changed.message);
}

/**
 * Watches the reviewed Markdown files, takes over each change and follows files and links that are made others. A file that cannot be
 * read for the moment keeps the text that it had. The answer ends the watch.
 */
export async function keepUp(
  run: ReviewRun,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const idByPath = new Map(
    [...run.begun.state.files.values()].flatMap(({ id, realPath }) =>
      realPath === undefined ? [] : [[realPath, id]],
    ),
  );
  if (idByPath.size === 0) return async () => undefined;
  const stopRetrying = retryWrites(run, onError);
  const stopping = new AbortController();
  const watcher = await run.ports.fileWatcher();
  let queue = Promise.resolve();
  const next = (step: () => Promise<void>): void => {
    queue = queue.then(step).catch(onError);
  };
  const rereadAt = (path: string): void => {
    const fileId = idByPath.get(path);
    if (fileId !== undefined) next(() => reread(run, fileId));
  };
  const moved = ({ fileId, from, to }: Followed): void => {
    idByPath.delete(from);
    idByPath.set(to, fileId);
    watch.follow(from, to);
  };
  const seen = [...idByPath.keys()].map(
    (path) =>
      run.inputs.files.find(({ realPath }) => realPath === path)?.seen ?? {
        path,
        seenAt: Date.now(),
      },
  );
  const watch = await watcher.watch(seen, {
    changed: rereadAt,
    gone: (gone) => {
      const fileId = idByPath.get(gone.path);
      if (fileId === undefined) return;
      followRename(run, { fileId, gone, signal: stopping.signal, moved }).catch(onError);
    },
  });
  const stopLinks = await followLinks(run, {
    idOf: (path) => idByPath.get(path),
    moved,
    onError,
  });
  // What was written between the start and the first look would otherwise be missed until the next change.
  for (const path of idByPath.keys()) rereadAt(path);
  return async () => {
    stopping.abort();
    stopRetrying();
    stopLinks();
    await watch.stop();
  };
}

/** How often what could not be written into a file is tried again, in milliseconds. */
const retryInterval = 3000;

function retryWrites(
  { reviews, ports, begun }: ReviewRun,
  onError: (error: unknown) => void,
): () => void {
  const reviewId = begun.state.id;
  const retry = async (): Promise<void> => {
    const state = await reviews.log.state(reviewId);
    if (isRefusal(state)) return;
    const due = [...state.threads.values()].filter(
      (thread) => thread.deletedAt === null && isWriteDue(thread, state),
    );
    for (const fileId of new Set(due.map((thread) => thread.fileId))) {
      await writeBack({ reviews, reviewId, ports }, fileId);
    }
  };
  const timer = setInterval(() => void retry().catch(onError), retryInterval);
  return () => clearInterval(timer);
}

async function reread(run: ReviewRun, fileId: string): Promise<void> {
  const { reviews, ports, terminal, begun } = run;
  const state = await reviews.log.state(begun.state.id);
  const file = isRefusal(state) ? undefined : state.files.get(fileId);
  if (file?.realPath === undefined) return;
  const text = await readText({ ...file, realPath: file.realPath }, terminal.directory);
  if (isRefusal(text)) {
    // Of a file that is gone, the watch tells more.
    if (text.code === 'file_missing') return;
    return terminal.tell(`discuss: ${text.message}; the review keeps the text that it had`);
  }
  const { path, kind, realPath } = file;
  const files = [{ path, kind, realPath, text }];
  const reviewId = begun.state.id;
  const changed = await takeOverInputs({ reviews, reviewId, ports, files, isWholeDiff: false });
  if (isRefusal(changed)) throw new Error(changed.message);
}

async function readText(file: ReviewedFile & { readonly realPath: string }, directory: string) {
  const read = await readDocument(file.realPath, directory);
  return isRefusal(read) ? read : decodeMarkdown(file.path, read.bytes);
}
