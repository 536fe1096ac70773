import type { DocumentFile } from '../core/inline/ports/document-folder.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { WrittenItem } from '../core/review/events.ts';
import type { Reviews } from '../core/review/ports/reviews.ts';
import type { ReviewedFile, ReviewState } from '../core/review/state.ts';
import { dueWrites, writeDue } from '../core/review/write-back.ts';
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
 * Writes what is due into a reviewed file. Answers `pending` when it could not be written; it is tried again later,
 * since what is due follows from the log.
 */
export async function writeBack(
  target: WriteBackTarget,
  fileId: string,
): Promise<'written' | 'pending'> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const state = await target.reviews.log.state(target.reviewId);
    if (isRefusal(state) || state.finishedAt !== undefined) return 'pending';
    const file = state.files.get(fileId);
    if (file?.realPath === undefined || dueWrites(state, fileId).length === 0) return 'written';
    // A pushed text stands in the review; the lines of the file on disk are others.
    if (file.textHash !== file.diskHash) return 'pending';
    const written = await writeFile(target, state, { ...file, realPath: file.realPath });
    if (!isRefusal(written)) {
      await logWritten(target, written.items);
      await takeOver(target, { ...file, text: written.file.text }, 'written');
      return 'written';
    }
    if (written.code !== movedOn) return tellPending(target, written);
    await takeOverDisk(target, { ...file, realPath: file.realPath });
  }
  return 'pending';
}

const movedOn = 'file_moved_on';

type FileOnDisk = ReviewedFile & { readonly realPath: string };

async function writeFile(
  { reviews, ports }: WriteBackTarget,
  state: ReviewState,
  file: FileOnDisk,
): Promise<{ readonly file: DocumentFile; readonly items: readonly WrittenItem[] } | Refusal> {
  const document = await reviews.log.document(state, file.id);
  const folder = await ports.documents();
  const { sha256 } = ports;
  const changed = await folder.change({ path: file.realPath, directory: '/' }, ({ text }) => {
    if (sha256(text) !== file.textHash)
      return refuse(movedOn, `${file.path} has changed meanwhile`);
    const written = writeDue(dueWrites(state, file.id), { state, document, sha256 });
    if (isRefusal(written)) return written;
    return { text: written.text, result: written.items };
  });
  return isRefusal(changed) ? changed : { file: changed.file, items: changed.result };
}

async function logWritten(
  { reviews, reviewId, ports }: WriteBackTarget,
  items: readonly WrittenItem[],
): Promise<void> {
  await reviews.log.change(reviewId, () => ({
    events: [{ kind: 'inline.written' as const, at: ports.clock.now(), data: { items } }],
  }));
}

async function takeOverDisk(target: WriteBackTarget, file: FileOnDisk): Promise<void> {
  const folder = await target.ports.documents();
  const read = await folder.read({ path: file.realPath, directory: '/' });
  if (!isRefusal(read)) await takeOver(target, { ...file, text: read.text }, 'disk');
}

async function takeOver(
  target: WriteBackTarget,
  { path, kind, realPath, text }: ReviewedFile & { readonly text: string },
  origin: 'disk' | 'written',
): Promise<void> {
  const files = [{ path, kind, text, ...(realPath === undefined ? {} : { realPath }) }];
  await syncInputs({ ...target, files, isWholeDiff: false, origin });
}

async function tellPending(
  { ports, reviewId }: WriteBackTarget,
  refusal: Refusal,
): Promise<'pending'> {
  const log = await ports.log();
  log.note('warn', 'a message could not be written into its file', {
    review: reviewId,
    code: refusal.code,
  });
  return 'pending';
}
