import { isAbsolute, relative } from 'node:path';
import { isRefusal } from '../core/refusal.ts';
import { decideRename } from '../core/review/decide-rename.ts';
import type { SeenFile } from '../core/review/ports/file-watcher.ts';
import type { RecognisedRename } from '../core/review/recognise-rename.ts';
import type { ReviewState } from '../core/review/state.ts';
import type { RunningReview } from './running-review.ts';

/** A reviewed file that is not where it was, and who wants to know where it is now. */
export interface Vanished {
  readonly fileId: string;
  readonly gone: SeenFile;
  readonly signal: AbortSignal;
  readonly moved: (followed: FollowedFile) => void;
}

/** A file that the review has followed to another place. */
export interface FollowedFile {
  readonly fileId: string;
  readonly from: string;
  readonly to: string;
}

/** When a file that is gone is looked for again, each in milliseconds after the look before; a slow copy takes its time. */
const pauses = [1000, 3000, 10_000, 30_000];

/**
 * Looks for where a file went and lets the review go on there. When it cannot be found, or several files could be it, the
 * review keeps the text that it had, and notifies of that.
 */
export async function followRename(review: RunningReview, vanished: Vanished): Promise<void> {
  const { gone, signal } = vanished;
  for (const [attempt, pause] of [0, ...pauses].entries()) {
    if (attempt > 0 && !(await hasWaited(pause, signal))) return;
    const state = await review.reviews.log.state(review.opened.id);
    if (isRefusal(state) || (await isBack(review, state, vanished))) return;
    const rename = await search(review, state, vanished);
    if (signal.aborted || (await isBack(review, state, vanished))) return;
    if (rename.kind === 'renamed') return moveTo(review, rename.path, vanished);
    const { path } = state.files.get(vanished.fileId) ?? gone;
    if (attempt === 0) review.notify(`${loss(rename, path, review)}`);
    if (rename.kind === 'unclear') return;
  }
}

/** Waits without keeping the process alive; false once the signal is aborted. */
function hasWaited(pause: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const timer = setTimeout(() => resolve(true), pause).unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

/** Whether there is nothing to be looked for: the file is there again, or has been followed already. */
async function isBack(
  { ports }: RunningReview,
  state: ReviewState,
  { fileId, gone }: Vanished,
): Promise<boolean> {
  const isElsewhere = state.files.get(fileId)?.realPath !== gone.path;
  if (state.finishedAt !== undefined || isElsewhere) return true;
  return (await (await ports.inputFiles()).realPath(gone.path)) !== undefined;
}

async function search(
  { ports, reviews, directory }: RunningReview,
  state: ReviewState,
  { fileId, gone }: Vanished,
): Promise<RecognisedRename> {
  const others = [...state.files.values()].filter(({ id }) => id !== fileId);
  const hash = state.files.get(fileId)?.diskHash;
  const text = hash === undefined ? undefined : await reviews.log.text(hash);
  const renames = await ports.renameSearch();
  return renames.find({
    ...gone,
    text: text ?? '',
    directory,
    taken: others.flatMap(({ realPath }) => realPath ?? []),
  });
}

async function moveTo(
  { reviews, opened, ports, directory, notify }: RunningReview,
  realPath: string,
  { fileId, gone, moved }: Vanished,
): Promise<void> {
  const { id } = opened;
  const inputsKey = (await reviews.store.header(id))?.inputsKey;
  let previous = gone.path;
  let path = realPath;
  const changed = await reviews.log.change(id, (state) => {
    previous = state.files.get(fileId)?.path ?? previous;
    path = shownAs(realPath, previous, directory);
    const moment = { at: ports.clock.now(), inputsKey };
    return { events: decideRename(state, { fileId, path, realPath }, moment) };
  });
  // A review that has ended needs no new path.
  if (isRefusal(changed)) return;
  moved({ fileId, from: gone.path, to: realPath });
  notify(`${previous} is ${path} now; the review goes on with it`);
}

/** A path in the manner of the previous one: absolute, or from the folder that the review was started in. */
function shownAs(realPath: string, previous: string, directory: string): string {
  return isAbsolute(previous) ? realPath : relative(directory, realPath);
}

function loss(rename: RecognisedRename, path: string, { directory }: RunningReview): string {
  if (rename.kind !== 'unclear') return `${path} is not there any more; the review keeps its text`;
  const names = rename.paths.map((candidate) => shownAs(candidate, path, directory)).join(', ');
  return `${path} is not there any more, and several files could be it (${names}); the review keeps its text`;
}
