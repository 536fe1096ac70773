import { isRefusal } from '../core/refusal.ts';
import { isWriteDue } from '../core/review/write-due.ts';
import { followLinks } from './follow-links.ts';
import { type FollowedFile, followRename } from './follow-rename.ts';
import type { RunningReview } from './running-review.ts';
import { syncInputs } from './sync-inputs.ts';
import { writeBack } from './write-back.ts';

/**
 * Watches the reviewed Markdown files, syncs each change and follows files and links that are made others. A file that
 * cannot be read for the moment keeps the text that it had. The answer ends the watch.
 */
export async function watchInputs(
  review: RunningReview,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const idByPath = new Map(
    [...review.opened.files.values()].flatMap(({ id, realPath }) =>
      realPath === undefined ? [] : [[realPath, id]],
    ),
  );
  if (idByPath.size === 0) return async () => undefined;
  const stopRetrying = retryWrites(review, onError);
  const stopping = new AbortController();
  const watcher = await review.ports.fileWatcher();
  let queue = Promise.resolve();
  const next = (step: () => Promise<void>): void => {
    queue = queue.then(step).catch(onError);
  };
  const rereadAt = (path: string): void => {
    const fileId = idByPath.get(path);
    if (fileId !== undefined) next(() => reread(review, fileId));
  };
  const moved = ({ fileId, from, to }: FollowedFile): void => {
    idByPath.delete(from);
    idByPath.set(to, fileId);
    watch.follow(from, to);
  };
  const seen = [...idByPath.keys()].map(
    (path) =>
      review.inputs.files.find(({ realPath }) => realPath === path)?.seen ?? {
        path,
        seenAt: Date.now(),
      },
  );
  const watch = await watcher.watch(seen, {
    changed: rereadAt,
    gone: (gone) => {
      const fileId = idByPath.get(gone.path);
      if (fileId === undefined) return;
      followRename(review, { fileId, gone, signal: stopping.signal, moved }).catch(onError);
    },
  });
  const stopLinks = await followLinks(review, {
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
  { reviews, ports, opened }: RunningReview,
  onError: (error: unknown) => void,
): () => void {
  const reviewId = opened.id;
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

async function reread(review: RunningReview, fileId: string): Promise<void> {
  const { reviews, ports, directory, notify, opened } = review;
  const reviewId = opened.id;
  const state = await reviews.log.state(reviewId);
  const file = isRefusal(state) ? undefined : state.files.get(fileId);
  if (file?.realPath === undefined) return;
  const { path, kind, realPath } = file;
  const inputFiles = await ports.inputFiles();
  const given = { path: realPath, directory };
  if ((await inputFiles.locate(given)) === undefined) {
    return notify(`${path} is a pipe now; the review keeps the text that it had`);
  }
  const read = await inputFiles.readMarkdown(given, path);
  if (isRefusal(read)) {
    // Of a file that is gone, the watch tells more.
    if (read.code === 'file_missing') return;
    return notify(`${read.message}; the review keeps the text that it had`);
  }
  const files = [{ path, kind, realPath, text: read.text }];
  const changed = await syncInputs({ reviews, reviewId, ports, files, isWholeDiff: false });
  if (isRefusal(changed)) throw new Error(changed.message);
}
