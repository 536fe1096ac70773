import { takeOverInputs } from '../../actions/take-over-inputs.ts';
import { writeBack } from '../../actions/write-back.ts';
import { isRefusal } from '../../core/refusal.ts';
import { isWriteDue } from '../../core/review/write-due.ts';
import { decodeMarkdown, readDocument } from './read-document.ts';
import type { InputFile } from './read-inputs.ts';
import type { ReviewRun } from './run-review.ts';

/** Takes over what the inputs hold now; for a review that goes on after a time in which nobody watched. */
export async function takeOverNow(run: ReviewRun): Promise<void> {
  await takeOver(run, run.inputs.files, run.inputs.git !== undefined);
}

/**
 * Watches the reviewed Markdown files and takes over each change. A file that cannot be read for the moment keeps
 * the text that it had. The answer ends the watch.
 */
export async function keepUp(
  run: ReviewRun,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const files = run.inputs.files.filter(({ realPath }) => realPath !== undefined);
  if (files.length === 0) return async () => undefined;
  const stopRetrying = retryWrites(run, onError);
  const watcher = await run.needs.fileWatcher();
  let queue = Promise.resolve();
  const stop = await watcher.watch(
    files.flatMap(({ realPath }) => realPath ?? []),
    (path) => {
      const file = files.find(({ realPath }) => realPath === path);
      if (file === undefined) return;
      queue = queue.then(() => reread(run, file)).catch(onError);
    },
  );
  // What was written between the start and the first look would otherwise be missed until the next change.
  for (const file of files) queue = queue.then(() => reread(run, file)).catch(onError);
  return async () => {
    stopRetrying();
    await stop();
  };
}

/** How often what could not be written into a file is tried again, in milliseconds. */
const retryInterval = 3000;

function retryWrites(
  { reviews, needs, begun }: ReviewRun,
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
      await writeBack({ reviews, reviewId, needs }, fileId);
    }
  };
  const timer = setInterval(() => void retry().catch(onError), retryInterval);
  return () => clearInterval(timer);
}

async function reread(run: ReviewRun, file: InputFile): Promise<void> {
  const read = await readDocument(file.realPath ?? file.path, run.terminal.directory);
  const text = isRefusal(read) ? read : decodeMarkdown(file.path, read.bytes);
  if (!isRefusal(text)) return takeOver(run, [{ ...file, text }], false);
  run.terminal.tell(`discuss: ${text.message}; the review keeps the text that it had`);
}

async function takeOver(
  { reviews, begun, needs }: ReviewRun,
  files: readonly InputFile[],
  isWholeDiff: boolean,
): Promise<void> {
  const reviewId = begun.state.id;
  const changed = await takeOverInputs({ reviews, reviewId, needs, files, isWholeDiff });
  if (isRefusal(changed)) throw new Error(changed.message);
}
