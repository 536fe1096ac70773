import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { WireRound, WireRoundChanges, WireRounds } from '../../core/review/wire.ts';
import type { ApiClient, Failure } from '../link/api-client.ts';
import type { PageReview } from '../state/review-state.ts';
import { without } from '../state/without.ts';
import { type PreviousThread, previousThreadsOf } from './previous-thread.ts';
import { usualBase } from './round-times.ts';

/** What is known of a file's changes since a round. */
export type FileChanges =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  /** The file was not under review in that round. */
  | { readonly kind: 'new-file'; readonly sourceVersion: number }
  | ({ readonly kind: 'known' } & WireRoundChanges);

/** The rounds of the review, what changed since one of them, and the threads of the round before. */
export interface RoundsStore {
  /** Oldest first; empty until known, and while there is but one. */
  readonly rounds: ReadonlySignal<readonly WireRound[]>;
  /** The round that is compared with; null while there is only one. */
  readonly base: ReadonlySignal<number | null>;
  /** Whether what changed is marked in the text. */
  readonly marking: Signal<boolean>;
  /** Threads of the last review that nobody has taken over, for every file. */
  readonly previous: ReadonlySignal<readonly PreviousThread[]>;
  /** Previous threads that are being taken over, or why they could not be. */
  readonly taking: ReadonlySignal<ReadonlyMap<string, 'sending' | string>>;
  /** Compares with this round from now on. */
  choose(round: number): void;
  /** What changed in a file since a round; asked for when it is first wanted. */
  changes(fileId: string, round: number): ReadonlySignal<FileChanges>;
  /**
   * Asks for the rounds as of a snapshot, and again for what changed in a file that is shown. Returns what puts the
   * responses in place, so that they can appear together with the text that they are about.
   */
  prepare(review: PageReview, fileId: string): Promise<() => void>;
  /** Takes a previous thread over; returns the id under which it goes on. */
  takeOver(previous: PreviousThread): Promise<string | null>;
  /** Asks again for what could not be had. */
  retry(): void;
}

const loading: FileChanges = { kind: 'loading' };

/** A store that knows of no rounds. `state` is the review that the page shows. */
export function createRoundsStore(api: ApiClient, state: () => PageReview | null): RoundsStore {
  const loaded: Signal<WireRounds | null> = signal(null);
  const chosen: Signal<number | null> = signal(null);
  const takenOver: Signal<ReadonlySet<string>> = signal(new Set());
  const taking: Signal<ReadonlyMap<string, string>> = signal(new Map());
  const changes = new Map<string, Signal<FileChanges>>();
  const rounds = computed(() => loaded.value?.rounds ?? []);
  const marking = signal(false);
  let asOf = '';
  let asked = 0;
  let newest = 0;

  const baseOf = (
    candidates: readonly WireRound[],
    { review, threads }: Pick<PageReview, 'review' | 'threads'>,
  ): number | null => {
    const picked = candidates.find(({ round }) => round === chosen.value && round < review.round);
    return picked?.round ?? usualBase(candidates, review.round, threads.values());
  };

  const base = computed(() => {
    const shown = state();
    return loaded.value && shown && baseOf(rounds.value, shown);
  });

  const isTakenOver = ({ reviewId, id }: { reviewId: string; id: string }): boolean => {
    const name = `review:${reviewId}#${id}`;
    const threads = [...(state()?.threads.values() ?? [])];
    return takenOver.value.has(name) || threads.some(({ carriedFrom }) => carriedFrom === name);
  };

  const ask = async (key: string): Promise<FileChanges> => {
    const [fileId = '', round = ''] = key.split('|');
    const path = `api/rounds/${round}/changes?fileId=${encodeURIComponent(fileId)}`;
    const response = await api.send<WireRoundChanges>({ method: 'GET', path });
    if (response.ok) return { kind: 'known', ...response.value };
    return isUnknownFile(response.failure)
      ? { kind: 'new-file', sourceVersion: state()?.sourceVersion ?? 0 }
      : { kind: 'failed' };
  };

  const fill = async (key: string, target: Signal<FileChanges>): Promise<void> => {
    const response = await ask(key);
    if (changes.get(key) === target) target.value = response;
  };

  const setTaking = (key: string, value: string | null): void => {
    taking.value =
      value === null ? without(taking.value, key) : new Map(taking.value).set(key, value);
  };

  return {
    rounds,
    base,
    marking,
    previous: computed(() => (loaded.value ? previousThreadsOf(loaded.value, isTakenOver) : [])),
    taking,
    choose(round) {
      chosen.value = round;
    },
    changes(fileId, round) {
      const key = `${fileId}|${round}`;
      const entry = changes.get(key) ?? signal(loading);
      if (!changes.has(key)) {
        changes.set(key, entry);
        void fill(key, entry);
      }
      return entry;
    },
    async prepare({ review, sourceVersion, threads }, fileId) {
      const name = `${review.id}|${review.round}|${sourceVersion}`;
      if (name === asOf || review.round < 2) return () => {};
      const turn = ++asked;
      const keys = [...changes.keys()].filter((key) => key.startsWith(`${fileId}|`));
      const [response, ...fileChanges] = await Promise.all([
        api.send<WireRounds>({ method: 'GET', path: 'api/rounds' }),
        ...keys.map(ask),
      ]);
      const next = new Map(keys.map((key, index) => [key, fileChanges[index] ?? loading]));
      const compared = response.ok ? baseOf(response.value.rounds, { review, threads }) : null;
      const key = `${fileId}|${compared}`;
      if (marking.peek() && compared !== null && !next.has(key)) next.set(key, await ask(key));
      return () =>
        batch(() => {
          if (turn < newest) return;
          newest = turn;
          if (response.ok) {
            asOf = name;
            loaded.value = response.value;
          }
          for (const key of [...changes.keys()]) if (!next.has(key)) changes.delete(key);
          for (const [key, value] of next) {
            const entry = changes.get(key);
            if (entry) entry.value = value;
            else changes.set(key, signal(value));
          }
        });
    },
    async takeOver({ key, round, id }) {
      setTaking(key, 'sending');
      const path = `api/rounds/${round}/threads/${encodeURIComponent(id)}/carry`;
      const response = await api.send<{ id: string }>({ method: 'POST', path });
      const goesOnAs = response.ok ? response.value.id : idOfImported(response.failure);
      batch(() => {
        if (goesOnAs === null) {
          setTaking(key, response.ok ? '' : reasonOf(response.failure));
          return;
        }
        setTaking(key, null);
        const reviewId = rounds.peek().find((candidate) => candidate.round === round)?.reviewId;
        takenOver.value = new Set(takenOver.peek()).add(`review:${reviewId}#${id}`);
      });
      return goesOnAs;
    },
    retry() {
      for (const [key, entry] of changes) {
        if (entry.peek().kind === 'failed') void fill(key, entry);
      }
    },
  };
}

function isUnknownFile(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'not_found';
}

/** A thread that was taken over meanwhile, by another page: where it goes on. */
function idOfImported(failure: Failure): string | null {
  if (failure.kind !== 'refused' || failure.code !== 'already_carried') return null;
  const { details } = failure;
  const isNamed = typeof details === 'object' && details !== null && 'threadId' in details;
  return isNamed ? String(details.threadId) : null;
}

function reasonOf(failure: Failure): string {
  return failure.kind === 'unreachable'
    ? 'The server does not answer.'
    : `It could not be taken over: ${failure.message}`;
}
