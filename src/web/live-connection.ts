/**
 * The page's link to the review as a state machine. Everything it does follows from entering a state:
 *
 *   connecting ──opened──▶ live ──broken──▶ lost ──retry──▶ catching-up ──opened──▶ live
 *       └──────failed──────────────────────▶ ▲ └───────────────failed────────────────┘
 *   any state ──session done──▶ finished, for good
 *
 * connecting, catching-up: the snapshot is loaded, then the stream opened after its position
 * live: events are applied as they come
 * lost: a retry is scheduled; what is written waits
 */
export type LinkState = 'connecting' | 'live' | 'lost' | 'catching-up' | 'finished';

/** What can happen to the link. */
export type LinkEvent =
  /** The stream is open after the snapshot's position. */
  | 'opened'
  /** Snapshot or stream failed, or the server has been silent. */
  | 'failed'
  /** Time for another attempt, or a reason to believe in one: the tab came to the front, the network came back. */
  | 'retry'
  /** The review has ended. */
  | 'done';

/** The next state for every state and event. */
export const linkTable: Record<LinkState, Record<LinkEvent, LinkState>> = {
  connecting: { opened: 'live', failed: 'lost', retry: 'connecting', done: 'finished' },
  live: { opened: 'live', failed: 'lost', retry: 'live', done: 'finished' },
  lost: { opened: 'lost', failed: 'lost', retry: 'catching-up', done: 'finished' },
  'catching-up': { opened: 'live', failed: 'lost', retry: 'catching-up', done: 'finished' },
  finished: { opened: 'finished', failed: 'finished', retry: 'finished', done: 'finished' },
};

/** Whether a request has a chance to arrive in this state. */
export function canSend(state: LinkState): boolean {
  return state === 'live';
}

/** Milliseconds before the n-th attempt in a row, counted from 1. */
export function retryDelay(attempt: number): number {
  return Math.min(5_000, 250 * 2 ** (attempt - 1));
}
