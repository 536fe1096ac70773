import type { WirePreviousThread, WireRounds } from '../../core/review/wire.ts';
import { anchorOfThread, type PageAnchor } from '../state/page-anchor.ts';
import { messageOf, type PageThread, threadOf } from '../state/review-state.ts';

/** A thread of the review before that has not been taken over. */
export interface PreviousThread {
  /** Its name on the page; never the id of a thread of this review. */
  readonly key: string;
  /** The round to which it belongs: the last of its review. */
  readonly round: number;
  /** Its id in that review. */
  readonly id: string;
  /** What was said, at its place in the present text. */
  readonly thread: PageThread;
  /** What it was about when it was handed over. */
  readonly was: PageAnchor;
}

/** The threads of the last round that stand beside a file of this review, without those that go on in it. */
export function previousThreadsOf(
  rounds: WireRounds,
  isTakenOver: (previous: { readonly reviewId: string; readonly id: string }) => boolean,
): readonly PreviousThread[] {
  return rounds.rounds.flatMap(({ round, reviewId, threads = [] }) =>
    threads.flatMap((wire) => {
      const taken = wire.carriedAs !== undefined || isTakenOver({ reviewId, id: wire.id });
      return taken || !wire.now ? [] : [previousThread(wire, round)];
    }),
  );
}

function previousThread(wire: WirePreviousThread, round: number): PreviousThread {
  const key = `previous|${round}|${wire.id}`;
  const said = [
    ...wire.replies.map((reply) => messageOf(reply, 'reply')),
    ...wire.takes.map((take) => messageOf(take, 'take')),
  ];
  const { now, ...then } = wire;
  const { orphaned: _, moved: __, lineRange: ___, range: ____, ...kept } = then;
  const thread = threadOf({ ...kept, ...now }, said);
  return {
    key,
    round,
    id: wire.id,
    thread: { ...thread, id: key, resolution: wire.resolution },
    was: anchorOfThread(wire),
  };
}
