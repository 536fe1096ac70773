import { actions } from '../actions/index.ts';
import type { LedgerReader } from '../core/ledger/ports/ledger-reader.ts';
import { openEventStream } from '../http/event-stream.ts';
import { followLedger } from '../session/follow/follow-ledger.ts';
import type { StateFollower } from '../session/follow/follow-state.ts';
import { type RequestContext, roomApp } from './room-app.ts';
import { type RoomServing, serveUntilStopped } from './room-serving.ts';

/** What the server of a discussion is made of. */
export interface LedgerServing extends RoomServing {
  /** Reads the discussion's revision for as long as it is served. */
  readonly store: Pick<LedgerReader, 'head'>;
  readonly discussionId: string;
}

/** Shows a discussion of the ledger until the process is asked to stop, then ends the streams and the socket. */
export async function serveLedger(serving: LedgerServing): Promise<void> {
  const { ports, directory, store, discussionId, signal, onError } = serving;
  const head = () => store.head(discussionId);
  const revisions = followLedger({ ports, directory, head, onError });
  const app = roomApp({
    room: { kind: 'ledger', id: discussionId },
    actions,
    context: { caller: 'http', directory, ports },
    webFolder: serving.webFolder,
    page: 'ledger.html',
    privatePath: serving.privatePath,
    addRoutes: (routes) =>
      routes.stream('/api/events', async (context) => streamRevisions(context, revisions)),
    isShuttingDown: () => signal.aborted,
    onBug: onError,
  });
  await serveUntilStopped(app, serving);
}

/** Sends `ledger.changed {revision}`: the present revision at once, then each new one. */
function streamRevisions({ env }: RequestContext, revisions: StateFollower<number>): () => void {
  let stopFollowing: () => void = () => undefined;
  const stream = openEventStream(env.outgoing, () => stopFollowing());
  stopFollowing = revisions.follow((revision) =>
    stream.send({ name: 'ledger.changed', data: JSON.stringify({ revision }), id: revision }),
  );
  if (env.outgoing.closed) stopFollowing();
  return () => stream.end();
}
