/**
 * The page's link to the review as a state machine. Everything it does follows from entering a state:
 *
 *   connecting ──opened──▶ live ──broken──▶ lost ──retry──▶ catching-up ──opened──▶ live
 *       └──────failed──────────────────────▶ ▲ └───────────────failed────────────────┘
 *   any state ──session done──▶ finished, for good
 *   any state ──another review──▶ replaced, for good
 *
 * connecting, catching-up: the snapshot is loaded, then the stream opened after its position
 * live: events are applied as they come
 * lost: a retry is scheduled; what is written waits
 * replaced: another review is at the page's address; nothing of this one is sent there
 */
export type LinkState = 'connecting' | 'live' | 'lost' | 'catching-up' | 'finished' | 'replaced';

/** What can happen to the link. */
export type LinkEvent =
  /** The stream is open after the snapshot's position. */
  | 'opened'
  /** Snapshot or stream failed, or the server has been silent. */
  | 'failed'
  /** Time for another attempt, or a reason to believe in one: the tab came to the front, the network came back. */
  | 'retry'
  /** The review has ended. */
  | 'done'
  /** The server that answers shows another review. */
  | 'replaced';

/** The next state for every state and event. */
export const linkTable: Record<LinkState, Record<LinkEvent, LinkState>> = {
  connecting: row('live', 'lost', 'connecting'),
  live: row('live', 'lost', 'live'),
  lost: row('lost', 'lost', 'catching-up'),
  'catching-up': row('live', 'lost', 'catching-up'),
  finished: always('finished'),
  replaced: always('replaced'),
};

function row(opened: LinkState, failed: LinkState, retry: LinkState): Record<LinkEvent, LinkState> {
  return { opened, failed, retry, done: 'finished', replaced: 'replaced' };
}

function always(state: LinkState): Record<LinkEvent, LinkState> {
  return { opened: state, failed: state, retry: state, done: state, replaced: state };
}

/** Whether a request has a chance to arrive in this state. */
export function canSend(state: LinkState): boolean {
  return state === 'live';
}

/** Milliseconds before the n-th attempt in a row, counted from 1. */
export function retryDelay(attempt: number): number {
  return Math.min(5_000, 250 * 2 ** (attempt - 1));
}
