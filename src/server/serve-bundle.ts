import { actions } from '../actions/index.ts';
import type { Ports } from '../core/ports.ts';
import { openEventStream } from '../http/event-stream.ts';
import type { Listening } from '../http/listen.ts';
import { followBundle } from '../session/follow/follow-bundle.ts';
import { followQuestions, type QuestionsFollower } from './follow-questions.ts';
import { type RequestContext, roomApp } from './room-app.ts';

/** Longest wait for open requests when a server stops, in milliseconds. */
const stopPatience = 1000;

/** How often a record is read while nobody tells of a change, in milliseconds. */
const pollInterval = 1000;

/** What the server of a record is made of. */
export interface BundleServing {
  readonly listening: Listening;
  readonly ports: Ports;
  /** The bundle's folder. */
  readonly root: string;
  /** Folder that relative paths are meant from. */
  readonly directory: string;
  readonly webFolder: string;
  /** Path under which everything stands; empty for the root. */
  readonly prefix: string;
  /** Aborted when the process is asked to stop. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** Shows a record until the process is asked to stop, then ends the streams and the socket. */
export async function serveBundle(serving: BundleServing): Promise<void> {
  const { listening, ports, root, directory, signal, onError } = serving;
  const room = { kind: 'bundle', id: root } as const;
  const context = { caller: 'http', directory, ports } as const;
  // Nobody tells of a file that has gone, such as the journal of a write that was repaired.
  const record = followBundle({ ports, root, pollInterval, onError });
  const questions = followQuestions({ ...context, room, signal }, onError);
  const app = roomApp({
    room,
    actions,
    context,
    webFolder: serving.webFolder,
    page: 'bundle.html',
    prefix: serving.prefix,
    addRoutes: (routes) =>
      routes.stream('/api/events', async (request) => streamRecord(request, { record, questions })),
    isShuttingDown: () => signal.aborted,
    onBug: onError,
  });
  listening.answerWith(app.handler);
  if (!signal.aborted) {
    await new Promise((stop) => signal.addEventListener('abort', stop, { once: true }));
  }
  app.endStreams();
  await listening.close(stopPatience);
}

interface Followers {
  readonly record: ReturnType<typeof followBundle>;
  readonly questions: QuestionsFollower;
}

/** Sends `record.changed {}` at once and at each change of the files, and `questions.changed {questions}`. */
function streamRecord({ env }: RequestContext, { record, questions }: Followers): () => void {
  const closers: Array<() => void> = [];
  const close = (): void => {
    for (const end of closers) end();
  };
  const stream = openEventStream(env.outgoing, close);
  closers.push(
    record.follow(() => stream.send({ name: 'record.changed', data: '{}' })),
    questions.follow((waiting) =>
      stream.send({ name: 'questions.changed', data: JSON.stringify({ questions: waiting }) }),
    ),
  );
  if (env.outgoing.closed) close();
  return () => stream.end();
}
