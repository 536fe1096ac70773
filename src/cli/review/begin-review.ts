import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { decideRenames } from '../../core/review/decide-rename.ts';
import type { InlineSpeakers, NewEvent, StartedReview } from '../../core/review/events.ts';
import type { ReviewHeader } from '../../core/review/ports/review-store.ts';
import type { RunningServer } from '../../core/review/ports/running-servers.ts';
import { namesBefore } from '../../core/review/rounds.ts';
import type { ReviewState } from '../../core/review/state.ts';
import { earlierState } from '../../session/earlier-reviews.ts';
import type { FormerInputs } from './find-former.ts';
import type { Beginning, BegunReview } from './review-run.ts';

/**
 * Begins a new review, or goes on with the last one of the same inputs when that is unfinished and no process runs it;
 * an older one is gone on with only when that is asked for. Says on stderr which. The review is registered as running.
 */
export async function beginReview(beginning: Beginning): Promise<BegunReview | Refusal> {
  const { words, inputs } = beginning;
  const { reviews: earlier, former } = await findEarlier(beginning);
  const unfinished = earlier.filter(({ finishedAt }) => finishedAt === undefined);
  if (unfinished.length === 0 && words.unfinished === 'resume') {
    return refuse('not_found', `no unfinished review of ${inputs.sourceFile} to resume`, {
      next: 'leave --resume out to start a new one',
    });
  }
  for (const header of words.unfinished === 'resume' ? unfinished : unfinished.slice(0, 1)) {
    const isLast = header.id === earlier[0]?.id;
    const begun = await goOn(header, { ...beginning, former, isLast });
    if (begun !== undefined) return begun;
  }
  return startFresh(beginning, { reviews: earlier, former });
}

/** The reviews of the same inputs, the last one first, also of those that these were before files were renamed. */
interface Earlier {
  readonly reviews: readonly ReviewHeader[];
  readonly former: FormerInputs | undefined;
}

async function findEarlier(beginning: Beginning): Promise<Earlier> {
  const { inputs, reviews } = beginning;
  const { inputsKey } = inputs;
  if (inputsKey === undefined) return { reviews: [], former: undefined };
  const same = await reviews.store.list({ inputsKey });
  if (same.length > 0) return { reviews: same, former: undefined };
  const others = await reviews.store.list({ limit: 1 });
  if (others.length === 0) return { reviews: [], former: undefined };
  const { findFormer } = await import('./find-former.ts');
  const former = await findFormer(beginning);
  if (former === undefined) return { reviews: [], former };
  return { reviews: await reviews.store.list({ inputsKey: former.inputsKey }), former };
}

/** A review that may be gone on with. */
interface GoingOn extends Beginning {
  readonly former: FormerInputs | undefined;
  readonly isLast: boolean;
}

/** Goes on with an unfinished review; nothing when it runs already, or is not what the command line wants. */
async function goOn(
  header: ReviewHeader,
  beginning: GoingOn,
): Promise<BegunReview | Refusal | undefined> {
  const { words, terminal, isLast } = beginning;
  for (;;) {
    const running = await findRunning(header, beginning);
    if (running !== undefined) {
      terminal.tell(
        `discuss: a review of the same files runs at ${running.url}; this is a new one`,
      );
      return undefined;
    }
    if (words.unfinished === 'fresh') return undefined;
    if (!isLast && words.unfinished === undefined) {
      terminal.tell(
        `discuss: there is an older unfinished review from ${header.startedAt}; --resume goes on with it`,
      );
      return undefined;
    }
    const begun = await resume(header, beginning);
    // Another process may have been faster; the next look finds it.
    if (begun !== undefined) return begun;
  }
}

async function resume(
  header: ReviewHeader,
  beginning: GoingOn,
): Promise<BegunReview | Refusal | undefined> {
  const { reviews, terminal, words } = beginning;
  const found = await reviews.log.state(header.id);
  if (isRefusal(found)) return found;
  if (!(await register(found, beginning))) return undefined;
  const renamed = await followRenames(found, beginning);
  const state = isRefusal(renamed) ? renamed : await askVerdict(renamed, beginning);
  if (isRefusal(state)) return state;
  if (words.threadsFile !== undefined) {
    terminal.tell(
      'discuss: --threads has no effect on a review that goes on; --fresh starts a new one',
    );
  }
  const count = [...state.threads.values()].filter(({ deletedAt }) => deletedAt === null).length;
  terminal.tell(
    `discuss: resuming the review of ${header.sourceFile} from ${header.startedAt} (threads: ${count}); --fresh starts a new one`,
  );
  return { state, resumed: true };
}

/** Lets a review go on with files that were renamed while it did not run. */
async function followRenames(
  found: ReviewState,
  { reviews, former, inputs, ports }: GoingOn,
): Promise<ReviewState | Refusal> {
  if (former === undefined) return found;
  const { inputsKey, moved } = former;
  const changed = await reviews.log.change(found.id, (state) => {
    const places = moved.flatMap(({ from, to }) => {
      const file = [...state.files.values()].find(({ realPath }) => realPath === from);
      const path = inputs.files.find(({ realPath }) => realPath === to)?.path ?? to;
      return file === undefined ? [] : [{ fileId: file.id, path, realPath: to }];
    });
    return { events: decideRenames(state, places, { at: ports.clock.now(), inputsKey }) };
  });
  return isRefusal(changed) ? changed : changed.state;
}

/** Lets the verdict options of the present command line hold for a review that goes on. */
async function askVerdict(
  found: ReviewState,
  { reviews, words, ports }: Beginning,
): Promise<ReviewState | Refusal> {
  const { verdict: verdictConfig } = words;
  const changed = await reviews.log.change(found.id, ({ started }) => {
    const isSame = JSON.stringify(started.verdictConfig) === JSON.stringify(verdictConfig);
    if (isSame) return { events: [] };
    const data = verdictConfig === undefined ? {} : { verdictConfig };
    return { events: [{ kind: 'verdict.configured' as const, at: ports.clock.now(), data }] };
  });
  return isRefusal(changed) ? changed : changed.state;
}

/** Registers this process as the one that runs a review; false when another one does. */
function register(state: ReviewState, { ports, reviews, url, terminal }: Beginning) {
  return reviews.running.register({
    room: `review:${state.id}`,
    url,
    pid: process.pid,
    directory: terminal.directory,
    startedAt: ports.clock.now(),
    position: state.position,
  });
}

/**
 * The server that shows a review now; registrations of servers that are gone are removed. Whoever listens at an address
 * itself, without answering yet, says so: what was registered there is gone.
 */
export async function findRunning(
  { id }: ReviewHeader,
  { ports, reviews, url }: Pick<Beginning, 'ports' | 'reviews'> & { readonly url?: string },
): Promise<RunningServer | undefined> {
  const { running } = reviews;
  const registered = (await running.list()).filter(({ room }) => room === `review:${id}`);
  const servers = await ports.servers();
  for (const server of registered) {
    const isOurs = url !== undefined && new URL(url).host === new URL(server.url).host;
    if (!isOurs && (await servers.isAlive(server))) return server;
    await running.unregister(server.room, server.pid);
  }
  return undefined;
}

async function startFresh(beginning: Beginning, earlier: Earlier): Promise<BegunReview | Refusal> {
  const { inputs, ports, reviews } = beginning;
  const texts = new Map(inputs.files.map(({ text }) => [ports.sha256(text), text]));
  const startedAt = ports.clock.now();
  const data = await startedReview(beginning, earlier);
  const started = { kind: 'review.started', at: startedAt, data } as const;
  const threads = await preparedThreads(beginning, started);
  if (isRefusal(threads)) return threads;
  const { mode, sourceFile, round } = data;
  const { inputsKey } = inputs;
  const state = await reviews.log.start(
    {
      id: ports.ids.uuid(),
      mode,
      sourceFile,
      round,
      startedAt,
      ...(inputsKey === undefined ? {} : { inputsKey }),
    },
    { events: [started, ...threads], texts },
  );
  await register(state, beginning);
  return { state, resumed: false };
}

async function startedReview(
  beginning: Beginning,
  { reviews: [last], former }: Earlier,
): Promise<StartedReview> {
  const { words, inputs, ports, reviews } = beginning;
  const speakers = inlineSpeakers(beginning);
  const before = last === undefined ? undefined : await earlierState(reviews.log, last.id);
  const formerly = (realPath: string): readonly string[] => {
    if (before === undefined) return [];
    const was = former?.moved.find(({ to }) => to === realPath)?.from ?? realPath;
    return namesBefore(before, was, realPath);
  };
  return {
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
    ...(former === undefined || inputs.inputsKey === undefined
      ? {}
      : { inputs: { from: former.inputsKey, to: inputs.inputsKey } }),
    ...(inputs.gitArgs === undefined ? {} : { gitArgs: inputs.gitArgs }),
    ...(inputs.git === undefined ? {} : { git: inputs.git }),
    ...(speakers === undefined ? {} : { speakers }),
    ...(beginning.settings.writeBack ? { writeBack: true } : {}),
    ...(words.verdict === undefined ? {} : { verdictConfig: words.verdict }),
  };
}

function listed(formerly: readonly string[]): { readonly formerly?: readonly string[] } {
  return formerly.length === 0 ? {} : { formerly };
}

/** Who speaks in the files: the person at the page, and the names of the configuration. */
function inlineSpeakers({ settings }: Beginning): InlineSpeakers | undefined {
  const { reviewerName, speakers } = settings;
  if (reviewerName === undefined && speakers === undefined) return undefined;
  return {
    ...(reviewerName === undefined ? {} : { known: [reviewerName] }),
    ...(speakers === undefined ? {} : { configured: speakers }),
  };
}

/** A quick look that misses no inline discussion, so that a file without one is not parsed before the start. */
const discussionSign = /^[^\n]*>[^\n]*\*\*/m;

async function preparedThreads(
  { words, inputs, terminal, ports }: Beginning,
  started: Extract<NewEvent, { kind: 'review.started' }>,
): Promise<readonly NewEvent[] | Refusal> {
  const mayHold = inputs.files.some(
    ({ kind, text }) => kind === 'markdown' && discussionSign.test(text),
  );
  if (words.threadsFile === undefined && !mayHold) return [];
  const { readThreads } = await import('./read-threads.ts');
  const threads = await readThreads({ words, inputs, terminal });
  if (isRefusal(threads)) return threads;
  const { prepareThreads } = await import('./prepare-threads.ts');
  return prepareThreads({ started, files: inputs.files, threads, sha256: ports.sha256 });
}
