import { existsSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRefusal } from '../../core/refusal.ts';
import { decideRename } from '../../core/review/decide-rename.ts';
import type { SeenFile } from '../../core/review/ports/file-watcher.ts';
import type { RecognisedRename } from '../../core/review/recognise-rename.ts';
import type { ReviewState } from '../../core/review/state.ts';
import type { ReviewRun } from './review-run.ts';

/** A reviewed file that is not where it was, and who wants to know where it is now. */
export interface Vanished {
  readonly fileId: string;
  readonly gone: SeenFile;
  readonly signal: AbortSignal;
  readonly moved: (followed: Followed) => void;
}

/** A file that the review has followed to another place. */
export interface Followed {
  readonly fileId: string;
  readonly from: string;
  readonly to: string;
}

/** When a file that is gone is looked for again, each in milliseconds after the look before; a slow copy takes its time. */
const pauses = [1000, 3000, 10_000, 30_000];

/**
 * Looks for where a file went and lets the review go on there. When it cannot be found, or several files could be it, the
 * review keeps the text that it had, which stderr says.
 */
export async function followRename(run: ReviewRun, vanished: Vanished): Promise<void> {
  const { gone, signal } = vanished;
  for (const [attempt, pause] of [0, ...pauses].entries()) {
    if (attempt > 0 && !(await hasWaited(pause, signal))) return;
    const state = await run.reviews.log.state(run.begun.state.id);
    if (isRefusal(state) || isBack(state, vanished)) return;
    const found = await search(run, state, vanished);
    if (signal.aborted || isBack(state, vanished)) return;
    if (found.kind === 'renamed') return moveTo(run, found.path, vanished);
    const { path } = state.files.get(vanished.fileId) ?? gone;
    if (attempt === 0) run.terminal.tell(`discuss: ${loss(found, path, run)}`);
    if (found.kind === 'unclear') return;
  }
}

async function hasWaited(pause: number, signal: AbortSignal): Promise<boolean> {
  return wait(pause, true, { signal, ref: false }).catch(() => false);
}

/** Whether there is nothing to be looked for: the file is there again, or has been followed already. */
function isBack(state: ReviewState, { fileId, gone }: Vanished): boolean {
  const isElsewhere = state.files.get(fileId)?.realPath !== gone.path;
  return state.finishedAt !== undefined || isElsewhere || existsSync(gone.path);
}

async function search(
  { ports, reviews, terminal }: ReviewRun,
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
    directory: terminal.directory,
    taken: others.flatMap(({ realPath }) => realPath ?? []),
  });
}

async function moveTo(
  { reviews, begun, ports, terminal }: ReviewRun,
  realPath: string,
  { fileId, gone, moved }: Vanished,
): Promise<void> {
  const { id } = begun.state;
  const inputsKey = (await reviews.store.header(id))?.inputsKey;
  let former = gone.path;
  let path = realPath;
  const changed = await reviews.log.change(id, (state) => {
    former = state.files.get(fileId)?.path ?? former;
    path = shownAs(realPath, former, terminal.directory);
    const given = { at: ports.clock.now(), inputsKey };
    return { events: decideRename(state, { fileId, path, realPath }, given) };
  });
  // A review that has ended needs no new path.
  if (isRefusal(changed)) return;
  moved({ fileId, from: gone.path, to: realPath });
  terminal.tell(`discuss: ${former} is ${path} now; the review goes on with it`);
}

/** A path in the manner of the former one: absolute, or from the folder that the review was started in. */
function shownAs(realPath: string, former: string, directory: string): string {
  return isAbsolute(former) ? realPath : relative(directory, realPath);
}

function loss(found: RecognisedRename, path: string, { terminal }: ReviewRun): string {
  if (found.kind !== 'unclear') return `${path} is not there any more; the review keeps its text`;
  const names = found.paths.map((one) => shownAs(one, path, terminal.directory)).join(', ');
  return `${path} is not there any more, and several files could be it (${names}); the review keeps its text`;
}
