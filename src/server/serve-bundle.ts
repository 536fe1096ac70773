import { actions } from '../actions/index.ts';
import { openEventStream } from '../http/event-stream.ts';
import { followBundle } from '../session/follow/follow-bundle.ts';
import { followQuestions, type QuestionsFollower } from './follow-questions.ts';
import { type RequestContext, roomApp } from './room-app.ts';
import { type RoomServing, serveUntilStopped } from './room-serving.ts';

/** How often a record is read while nobody tells of a change, in milliseconds. */
const pollInterval = 1000;

/** What the server of a record is made of. */
export interface BundleServing extends RoomServing {
  /** The bundle's folder. */
  readonly root: string;
}

/** Shows a record until the process is asked to stop, then ends the streams and the socket. */
export async function serveBundle(serving: BundleServing): Promise<void> {
  const { ports, root, directory, signal, onError } = serving;
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
    privatePath: serving.privatePath,
    addRoutes: (routes) =>
      routes.stream('/api/events', async (request) => streamRecord(request, { record, questions })),
    isShuttingDown: () => signal.aborted,
    onBug: onError,
  });
  await serveUntilStopped(app, serving);
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
