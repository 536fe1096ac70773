import { refuseParticipant } from '../core/inline/participant.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { decideRenames } from '../core/review/decide-rename.ts';
import type { InlineSpeakers, NewEvent, StartedReview } from '../core/review/events.ts';
import type { ReviewHeader } from '../core/review/ports/review-store.ts';
import { namesBefore } from '../core/review/rounds.ts';
import type { ReviewState } from '../core/review/state.ts';
import { earlierState } from './earlier-reviews.ts';
import type { PreviousInputs } from './find-previous.ts';
import { findRunning } from './find-running.ts';
import type { RunningReview, StartRequest } from './running-review.ts';

/**
 * Starts a new review, or resumes the last one of the same inputs when that is unfinished and no process runs it; an
 * older one is resumed only when that is asked for. Notifies of which. The review is registered as running where a
 * server shows it.
 */
export async function openReview(request: StartRequest): Promise<RunningReview | Refusal> {
  const { options, inputs } = request;
  const { reviewerName } = options;
  const nameless =
    reviewerName === undefined ? undefined : refuseParticipant(reviewerName, 'reviewerName');
  if (nameless !== undefined) return nameless;
  const { reviews: earlier, previous } = await findEarlier(request);
  const unfinished = earlier.filter(({ finishedAt }) => finishedAt === undefined);
  if (unfinished.length === 0 && options.unfinished === 'resume') {
    return refuse('not_found', `no unfinished review of ${inputs.sourceFile} to resume`, {
      next: 'leave --resume out to start a new one',
    });
  }
  for (const header of options.unfinished === 'resume' ? unfinished : unfinished.slice(0, 1)) {
    const isLast = header.id === earlier[0]?.id;
    const resumed = await tryResume(header, { ...request, previous, isLast });
    if (isRefusal(resumed)) return resumed;
    if (resumed !== undefined) return { ...request, opened: resumed, resumed: true };
  }
  const started = await startNew(request, { reviews: earlier, previous });
  return isRefusal(started) ? started : { ...request, opened: started, resumed: false };
}

/** The reviews of the same inputs, the last one first, also of those that these were before files were renamed. */
interface Earlier {
  readonly reviews: readonly ReviewHeader[];
  readonly previous: PreviousInputs | undefined;
}

async function findEarlier(request: StartRequest): Promise<Earlier> {
  const { inputs, reviews } = request;
  const { inputsKey } = inputs;
  if (inputsKey === undefined) return { reviews: [], previous: undefined };
  const same = await reviews.store.list({ inputsKey });
  if (same.length > 0) return { reviews: same, previous: undefined };
  const others = await reviews.store.list({ limit: 1 });
  if (others.length === 0) return { reviews: [], previous: undefined };
  const { findPrevious } = await import('./find-previous.ts');
  const previous = await findPrevious(request);
  if (previous === undefined) return { reviews: [], previous };
  return { reviews: await reviews.store.list({ inputsKey: previous.inputsKey }), previous };
}

/** A review that may be resumed. */
interface ResumeRequest extends StartRequest {
  readonly previous: PreviousInputs | undefined;
  readonly isLast: boolean;
}

/** Resumes an unfinished review; nothing when it runs already, or is not what is asked for. */
async function tryResume(
  header: ReviewHeader,
  request: ResumeRequest,
): Promise<ReviewState | Refusal | undefined> {
  const { options, notify, isLast } = request;
  for (;;) {
    const running = await findRunning(header, request);
    if (running !== undefined) {
      notify(`a review of the same files runs at ${running.url}; this is a new one`);
      return undefined;
    }
    if (options.unfinished === 'fresh') return undefined;
    if (!isLast && options.unfinished === undefined) {
      notify(
        `there is an older unfinished review from ${header.startedAt}; --resume goes on with it`,
      );
      return undefined;
    }
    const resumed = await resume(header, request);
    // Another process may have been faster; the next look finds it.
    if (resumed !== undefined) return resumed;
  }
}

async function resume(
  header: ReviewHeader,
  request: ResumeRequest,
): Promise<ReviewState | Refusal | undefined> {
  const { reviews, notify, options } = request;
  const stored = await reviews.log.state(header.id);
  if (isRefusal(stored)) return stored;
  if (!(await register(stored, request))) return undefined;
  const renamed = await followRenames(stored, request);
  const state = isRefusal(renamed) ? renamed : await configureVerdict(renamed, request);
  if (isRefusal(state)) return state;
  if (options.readThreads !== undefined) {
    notify('--threads has no effect on a review that goes on; --fresh starts a new one');
  }
  const count = [...state.threads.values()].filter(({ deletedAt }) => deletedAt === null).length;
  notify(
    `resuming the review of ${header.sourceFile} from ${header.startedAt} (threads: ${count}); --fresh starts a new one`,
  );
  return state;
}

/** Lets a review go on with files that were renamed while it did not run. */
async function followRenames(
  stored: ReviewState,
  { reviews, previous, inputs, ports }: ResumeRequest,
): Promise<ReviewState | Refusal> {
  if (previous === undefined) return stored;
  const { inputsKey, moved } = previous;
  const changed = await reviews.log.change(stored.id, (state) => {
    const renames = moved.flatMap(({ from, to }) => {
      const file = [...state.files.values()].find(({ realPath }) => realPath === from);
      const path = inputs.files.find(({ realPath }) => realPath === to)?.path ?? to;
      return file === undefined ? [] : [{ fileId: file.id, path, realPath: to }];
    });
    return { events: decideRenames(state, renames, { at: ports.clock.now(), inputsKey }) };
  });
  return isRefusal(changed) ? changed : changed.state;
}

/** Lets the verdict options that are asked for now hold for a review that is resumed. */
async function configureVerdict(
  stored: ReviewState,
  { reviews, options, ports }: StartRequest,
): Promise<ReviewState | Refusal> {
  const { verdict: verdictConfig } = options;
  const changed = await reviews.log.change(stored.id, ({ started }) => {
    const isSame = JSON.stringify(started.verdictConfig) === JSON.stringify(verdictConfig);
    if (isSame) return { events: [] };
    const data = verdictConfig === undefined ? {} : { verdictConfig };
    return { events: [{ kind: 'verdict.configured' as const, at: ports.clock.now(), data }] };
  });
  return isRefusal(changed) ? changed : changed.state;
}

/** Registers the server that shows a review; false when another one does. */
async function register(
  { id, position }: ReviewState,
  { ports, reviews, server, directory }: StartRequest,
): Promise<boolean> {
  if (server === undefined) return true;
  const startedAt = ports.clock.now();
  return reviews.running.register({
    ...server,
    room: `review:${id}`,
    directory,
    startedAt,
    position,
  });
}

async function startNew(request: StartRequest, earlier: Earlier): Promise<ReviewState | Refusal> {
  const { inputs, ports, reviews } = request;
  const texts = new Map(inputs.files.map(({ text }) => [ports.sha256(text), text]));
  const startedAt = ports.clock.now();
  const data = await startedReview(request, earlier);
  const started = { kind: 'review.started', at: startedAt, data } as const;
  const threads = await firstThreads(request, started);
  if (isRefusal(threads)) return threads;
  const { mode, sourceFile, round } = data;
  const { inputsKey } = inputs;
  const state = await reviews.log.start(
    omitUndefined({ id: ports.ids.uuid(), mode, sourceFile, round, startedAt, inputsKey }),
    { events: [started, ...threads], texts },
  );
  await register(state, request);
  return state;
}

async function startedReview(
  { options, inputs, ports, reviews }: StartRequest,
  { reviews: [last], previous }: Earlier,
): Promise<StartedReview> {
  const speakers = inlineSpeakers(options);
  const before = last === undefined ? undefined : await earlierState(reviews.log, last.id);
  const formerly = (realPath: string): readonly string[] => {
    if (before === undefined) return [];
    const was = previous?.moved.find(({ to }) => to === realPath)?.from ?? realPath;
    return namesBefore(before, was, realPath);
  };
  return omitUndefined({
    mode: inputs.mode,
    sourceFile: inputs.sourceFile,
    files: inputs.files.map(({ path, kind, text, realPath }, index) => ({
      id: `f-${index + 1}`,
      path,
      kind,
      textHash: ports.sha256(text),
      ...(realPath === undefined ? {} : { realPath, ...listed(formerly(realPath)) }),
    })),
    historyName: inputs.historyName,
    round: (last?.round ?? 0) + 1,
    ...(previous === undefined || inputs.inputsKey === undefined
      ? {}
      : { inputs: { from: previous.inputsKey, to: inputs.inputsKey } }),
    gitArgs: inputs.gitArgs,
    git: inputs.git,
    speakers,
    ...(options.writeBack === true ? { writeBack: true } : {}),
    verdictConfig: options.verdict,
  });
}

function listed(formerly: readonly string[]): { readonly formerly?: readonly string[] } {
  return formerly.length === 0 ? {} : { formerly };
}

/** Who speaks in the files: the person at the page, and the names of the configuration. */
function inlineSpeakers({
  reviewerName,
  speakers,
}: StartRequest['options']): InlineSpeakers | undefined {
  if (reviewerName === undefined && speakers === undefined) return undefined;
  return omitUndefined({
    ...(reviewerName === undefined ? {} : { known: [reviewerName] }),
    configured: speakers,
  });
}

/** A quick look that misses no inline discussion, so that a file without one is not parsed before the start. */
const discussionSign = /^[^\n]*>[^\n]*\*\*/m;

async function firstThreads(
  { options, inputs, ports }: StartRequest,
  started: Extract<NewEvent, { kind: 'review.started' }>,
): Promise<readonly NewEvent[] | Refusal> {
  const mayHold = inputs.files.some(
    ({ kind, text }) => kind === 'markdown' && discussionSign.test(text),
  );
  if (options.readThreads === undefined && !mayHold) return [];
  const threads = (await options.readThreads?.()) ?? [];
  if (isRefusal(threads)) return threads;
  const { prepareThreads } = await import('./prepare-threads.ts');
  return prepareThreads({ started, files: inputs.files, threads, sha256: ports.sha256 });
}
