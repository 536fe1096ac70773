import type { Needs } from '../../core/needs/needs.ts';
import type { ReviewHeader } from '../../core/needs/review-store.ts';
import type { Reviews } from '../../core/needs/reviews.ts';
import type { RunningServer } from '../../core/needs/running-servers.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { InlineSpeakers, NewEvent, StartedReview } from '../../core/review/events.ts';
import type { ReviewState } from '../../core/review/state.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import type { ReviewInputs } from './read-inputs.ts';
import type { ReviewWords } from './review-words.ts';

/** What a review begins from. */
export interface Beginning {
  readonly words: ReviewWords;
  readonly settings: Settings;
  readonly inputs: ReviewInputs;
  readonly needs: Needs;
  readonly reviews: Reviews;
  readonly terminal: Terminal;
}

/** A review that has begun, or gone on. */
export interface BegunReview {
  readonly state: ReviewState;
  readonly resumed: boolean;
}

/**
 * Goes on with the unfinished review of the same inputs, unless it still runs or a fresh one is wanted; begins a
 * new one otherwise. Says on stderr which.
 */
export async function beginReview(beginning: Beginning): Promise<BegunReview | Refusal> {
  const { words, inputs, reviews, terminal } = beginning;
  const earlier =
    inputs.inputsKey === undefined ? [] : await reviews.store.list({ inputsKey: inputs.inputsKey });
  const unfinished = earlier.find(({ finishedAt }) => finishedAt === undefined);
  if (unfinished === undefined) {
    if (words.unfinished !== 'resume') return startFresh(beginning, earlier);
    return refuse('not_found', `no unfinished review of ${inputs.sourceFile} to resume`, {
      next: 'leave --resume out to start a new one',
    });
  }
  const running = await findRunning(unfinished, beginning);
  if (running !== undefined) {
    terminal.tell(`discuss: a review of the same files runs at ${running.url}; this is a new one`);
    return startFresh(beginning, earlier);
  }
  if (words.unfinished === 'fresh') return startFresh(beginning, earlier);
  return resume(unfinished, beginning);
}

async function resume(
  header: ReviewHeader,
  { reviews, terminal }: Beginning,
): Promise<BegunReview | Refusal> {
  const state = await reviews.log.state(header.id);
  if (isRefusal(state)) return state;
  const count = [...state.threads.values()].filter(({ deletedAt }) => deletedAt === null).length;
  terminal.tell(
    `discuss: resuming the review of ${header.sourceFile} from ${header.startedAt} (threads: ${count}); --fresh starts a new one`,
  );
  return { state, resumed: true };
}

async function findRunning(
  { id }: ReviewHeader,
  { needs, reviews }: Beginning,
): Promise<RunningServer | undefined> {
  const { running } = reviews;
  const registered = (await running.list()).filter(({ room }) => room === `review:${id}`);
  const servers = await needs.servers();
  for (const server of registered) {
    if (await servers.isAlive(server)) return server;
    await running.unregister(server.room, server.pid);
  }
  return undefined;
}

async function startFresh(
  beginning: Beginning,
  earlier: readonly ReviewHeader[],
): Promise<BegunReview | Refusal> {
  const { inputs, needs, reviews } = beginning;
  const texts = new Map(inputs.files.map(({ text }) => [needs.sha256(text), text]));
  const startedAt = needs.clock.now();
  const data = startedReview(beginning, (earlier[0]?.round ?? 0) + 1);
  const started = { kind: 'review.started', at: startedAt, data } as const;
  const threads = await preparedThreads(beginning, started);
  if (isRefusal(threads)) return threads;
  const { mode, sourceFile, round } = data;
  const { inputsKey } = inputs;
  const state = await reviews.log.start(
    {
      id: needs.ids.uuid(),
      mode,
      sourceFile,
      round,
      startedAt,
      ...(inputsKey === undefined ? {} : { inputsKey }),
    },
    { events: [started, ...threads], texts },
  );
  return { state, resumed: false };
}

function startedReview(beginning: Beginning, round: number): StartedReview {
  const { words, inputs, needs } = beginning;
  const speakers = inlineSpeakers(beginning);
  return {
    mode: inputs.mode,
    sourceFile: inputs.sourceFile,
    files: inputs.files.map(({ path, kind, text, realPath }, index) => ({
      id: `f-${index + 1}`,
      path,
      kind,
      textHash: needs.sha256(text),
      ...(realPath === undefined ? {} : { realPath }),
    })),
    historyName: inputs.historyName,
    round,
    ...(inputs.gitArgs === undefined ? {} : { gitArgs: inputs.gitArgs }),
    ...(inputs.git === undefined ? {} : { git: inputs.git }),
    ...(speakers === undefined ? {} : { speakers }),
    ...(words.verdict === undefined ? {} : { verdictConfig: words.verdict }),
  };
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
  { words, inputs, terminal, needs }: Beginning,
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
  return prepareThreads({ started, files: inputs.files, threads, sha256: needs.sha256 });
}
