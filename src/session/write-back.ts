import { omitUndefined } from '../core/omit-undefined.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { activeThreads } from '../core/review/decision.ts';
import type { NewEvent } from '../core/review/events.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { ReviewedFile, ReviewState } from '../core/review/state.ts';
import { type WrittenText, writeDue, writtenEvents } from '../core/review/write-back.ts';
import { dueItems, isWriteDue, itemOf } from '../core/review/write-due.ts';
import { syncInputs } from './sync-inputs.ts';

/** The review whose messages are written into its files. */
export interface WriteBackTarget {
  readonly reviews: Reviews;
  readonly reviewId: string;
  readonly ports: Ports;
}

/** How often the file is read anew because it moved on while something was being written. */
const attempts = 3;

/**
 * Writes what is due into a reviewed file. What cannot be written is tried again later, since what is due follows from
 * the log; what the file cannot hold is tried again with its next text.
 */
export async function writeBack(target: WriteBackTarget, fileId: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const state = await target.reviews.log.state(target.reviewId);
    if (isRefusal(state) || state.finishedAt !== undefined) return;
    const file = state.files.get(fileId);
    if (file?.realPath === undefined) return;
    if (!activeThreads(state, fileId).some((thread) => isWriteDue(thread, state))) return;
    // A pushed text stands in the review; the lines of the file on disk are others.
    if (file.textHash !== file.diskHash) return;
    const written = await writeFile(target, state, { ...file, realPath: file.realPath });
    if (!isRefusal(written)) {
      const told = writtenEvents(written, {
        at: target.ports.clock.now(),
        textHash: file.textHash,
      });
      await takeOver(target, { ...file, text: written.text }, told);
      return;
    }
    if (written.code !== movedOn) return logPending(target, { state, fileId, refusal: written });
    await takeOverDisk(target, { ...file, realPath: file.realPath });
  }
}

const movedOn = 'file_moved_on';

type FileOnDisk = ReviewedFile & { readonly realPath: string };

async function writeFile(
  { reviews, ports }: WriteBackTarget,
  state: ReviewState,
  file: FileOnDisk,
): Promise<WrittenText | Refusal> {
  const document = await reviews.log.document(state, file.id);
  const folder = await ports.documents();
  const { sha256 } = ports;
  const changed = await folder.change({ path: file.realPath, directory: '/' }, ({ text }) => {
    if (sha256(text) !== file.textHash)
      return refuse(movedOn, `${file.path} has changed meanwhile`);
    const written = writeDue({ state, document, sha256 });
    return { text: written.text, result: written };
  });
  return isRefusal(changed) ? changed : changed.result;
}

async function takeOverDisk(target: WriteBackTarget, file: FileOnDisk): Promise<void> {
  const folder = await target.ports.documents();
  const read = await folder.read({ path: file.realPath, directory: '/' });
  if (!isRefusal(read)) await takeOver(target, { ...file, text: read.text });
}

/** Takes the text of the disk over; `written`: what the log is told first of a text that the review has written. */
async function takeOver(
  target: WriteBackTarget,
  { path, kind, realPath, text }: ReviewedFile & { readonly text: string },
  written?: readonly NewEvent[],
): Promise<void> {
  const files = [{ path, kind, text, ...(realPath === undefined ? {} : { realPath }) }];
  const origin = written === undefined ? 'disk' : 'written';
  await syncInputs({ ...target, files, isWholeDiff: false, origin, ...omitUndefined({ written }) });
}

interface Unwritten {
  readonly state: ReviewState;
  readonly fileId: string;
  readonly refusal: Refusal;
}

/** Tells the log what waits, once. */
async function logPending(
  { ports, reviews, reviewId }: WriteBackTarget,
  { state, fileId, refusal: { code, message: reason } }: Unwritten,
): Promise<void> {
  const items = activeThreads(state, fileId).flatMap((thread) =>
    dueItems(thread, state)
      .filter(({ unwritable }) => unwritable?.reason !== reason)
      .map((due) => ({ ...itemOf(thread, due), reason })),
  );
  if (items.length === 0) return;
  const log = await ports.log();
  log.note('warn', 'a message could not be written into its file', { review: reviewId, code });
  const event: NewEvent = { kind: 'inline.refused', at: ports.clock.now(), data: { items } };
  await reviews.log.change(reviewId, ({ finishedAt }) => ({
    events: finishedAt === undefined ? [event] : [],
  }));
}
