import { type Refusal, refuse } from '../refusal.ts';
import { anchorLikeness } from './anchor-likeness.ts';
import { closestRoots } from './closest-roots.ts';
import type { Discussions, Thread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import { type ThreadHints, tupleOf } from './thread-hints.ts';
import { type RootReading, readRootText, ThreadIndex } from './thread-index.ts';

/** A thread that was found, and how sure that is: 0 where it was expected, 1 exactly, 2 by likeness. */
export interface LocatedThread {
  readonly thread: Thread;
  readonly level: 0 | 1 | 2;
  /** Set when the number that was given belongs to another thread by now. */
  readonly idDisagrees?: { readonly given: string; readonly found: string };
}

const askAgain = 'run query again, and pass what it says';

/** Finds threads of one document by number or by what is remembered of them. */
export class ThreadLocator {
  readonly #discussions: Discussions;
  readonly #index: ThreadIndex;

  constructor(discussions: Discussions) {
    this.#discussions = discussions;
    this.#index = new ThreadIndex(discussions);
  }

  /** The thread that the hints mean. A thread of another speaker or a likeness without a clear lead is never given. */
  locate(hints: ThreadHints): LocatedThread | Refusal {
    const { threadId, rootText } = hints;
    if (rootText === undefined) {
      if (threadId !== undefined) return this.#byNumber(threadId, hints);
      return refuse('missing_thread', 'a thread needs a thread id or the text of its root', {
        field: 'thread_id',
      });
    }
    const readings = readRootText(rootText);
    const exact = readings.flatMap((reading) => this.#index.exactly(reading));
    const found = exact.length > 0 ? this.#choose(exact, hints) : this.#closest(readings, hints);
    if ('refused' in found || threadId === undefined) return found;
    if (sameNumber(threadId, found.thread.id)) return found;
    return { ...found, idDisagrees: { given: threadId, found: found.thread.id } };
  }

  #byNumber(threadId: string, hints: ThreadHints): LocatedThread | Refusal {
    const { threads } = this.#discussions;
    const thread = threads.find(({ id }) => sameNumber(threadId, id));
    if (thread === undefined) {
      return this.#notFound(`no thread ${threadId}: the file has ${countOf(threads.length)}`);
    }
    if (this.#contradicts(thread, hints)) {
      return this.#ambiguous(`${threadId} is not where the hints say; the file has changed`, [
        thread,
      ]);
    }
    return { thread, level: 0 };
  }

  /** Whether hints about places were given and none of them fits. */
  #contradicts(thread: Thread, hints: ThreadHints): boolean {
    const drift = this.#drift(hints);
    const fits: boolean[] = [];
    if (hints.rootLine !== undefined) fits.push(thread.root.line === hints.rootLine + drift);
    if (hints.anchorLine !== undefined) fits.push(thread.anchorLine === hints.anchorLine + drift);
    if (hints.anchorText !== undefined) {
      fits.push(this.#anchorLikeness(thread, normaliseText(hints.anchorText)) > 0);
    }
    return fits.length > 0 && !fits.includes(true);
  }

  #drift({ totalLines }: ThreadHints): number {
    return totalLines === undefined ? 0 : this.#discussions.totalLines - totalLines;
  }

  #anchorLikeness(thread: Thread, wanted: string): number {
    return anchorLikeness(this.#discussions, thread, wanted);
  }

  /** One of the threads whose roots have exactly the speaker and text. */
  #choose(exact: readonly Thread[], hints: ThreadHints): LocatedThread | Refusal {
    const expected = hints.rootLine === undefined ? undefined : hints.rootLine + this.#drift(hints);
    const anchored = this.#withBestAnchor(exact, hints.anchorText);
    const here = exact.find(({ root }) => root.line === expected);
    if (here !== undefined && (anchored.length === 0 || anchored.includes(here))) {
      return { thread: here, level: 0 };
    }
    const [only, another] = exact.length === 1 ? exact : anchored;
    if (only !== undefined && another === undefined) {
      const rival = this.#rivalUnderTheAnchor(only, hints.anchorText);
      if (rival === undefined) return { thread: only, level: 1 };
      return this.#ambiguous('the text is found here and the anchor there', [only, rival]);
    }
    const nearest = only === undefined ? undefined : this.#nearest(anchored, hints);
    if (nearest !== undefined) return { thread: nearest, level: 1 };
    return this.#ambiguous(`${exact.length} threads begin with exactly this text`, exact);
  }

  /** Those with the anchor text that comes closest to what was given; all when none was, none when none is like it. */
  #withBestAnchor(threads: readonly Thread[], given: string | undefined): readonly Thread[] {
    if (given === undefined || threads.length === 1) return threads;
    const wanted = normaliseText(given);
    const likeness = threads.map((thread) => this.#anchorLikeness(thread, wanted));
    const best = Math.max(...likeness);
    return best === 0 ? [] : threads.filter((_, index) => likeness[index] === best);
  }

  /** Another thread of the speaker that stands exactly under the anchor, where this one stands under other text. */
  #rivalUnderTheAnchor(thread: Thread, given: string | undefined): Thread | undefined {
    if (given === undefined) return undefined;
    const wanted = normaliseText(given);
    if (wanted === '' || this.#anchorLikeness(thread, wanted) > 0) return undefined;
    const others = this.#index.of(thread.root.speakerKey);
    return others.find((other) => this.#anchorLikeness(other.thread, wanted) === 1)?.thread;
  }

  #nearest(threads: readonly Thread[], hints: ThreadHints): Thread | undefined {
    const drift = this.#drift(hints);
    const wanted = hints.rootLine ?? hints.anchorLine;
    if (wanted === undefined) return undefined;
    const lineOf = ({ root, anchorLine }: Thread): number =>
      hints.rootLine === undefined ? anchorLine : root.line;
    const byDistance = threads
      .map((thread) => ({ thread, distance: Math.abs(lineOf(thread) - wanted - drift) }))
      .sort((one, other) => one.distance - other.distance);
    const [first, second] = byDistance;
    return first !== undefined && first.distance !== second?.distance ? first.thread : undefined;
  }

  #closest(readings: readonly RootReading[], hints: ThreadHints): LocatedThread | Refusal {
    const drift = this.#drift(hints);
    const { anchorLine, rootLine } = hints;
    const at = anchorLine ?? rootLine;
    const window =
      at === undefined
        ? undefined
        : { line: at, reach: Math.max(Math.abs(drift) + 5, 10), byRoot: anchorLine === undefined };
    const found = closestRoots(this.#index, readings, window);
    if (found.kind === 'one') {
      const { thread } = found;
      const unlike =
        hints.anchorText !== undefined &&
        this.#anchorLikeness(thread, normaliseText(hints.anchorText)) === 0;
      if (!unlike) return { thread, level: 2 };
      return this.#ambiguous('one thread begins much like this, under other text', [thread]);
    }
    if (found.kind === 'several') {
      return this.#ambiguous('several threads begin much like this', found.threads);
    }
    const speakers = readings.map(({ speaker }) => speaker);
    const known = speakers.find((speaker) => this.#index.of(speaker).length > 0);
    if (known === undefined) {
      return this.#notFound('no thread was opened by the speaker of this root text');
    }
    const theirs = this.#index.of(known).map(({ thread }) => thread);
    const expected = (rootLine ?? anchorLine ?? 0) + drift;
    const nearest = theirs.toSorted(
      (one, other) => Math.abs(one.root.line - expected) - Math.abs(other.root.line - expected),
    );
    const text = normaliseText(hints.rootText ?? '');
    return this.#notFound(`no thread of this speaker begins like "${text}"`, nearest);
  }

  #notFound(message: string, like: readonly Thread[] = []): Refusal {
    return this.#refuse('thread_not_found', message, like.slice(0, 5));
  }

  #ambiguous(message: string, threads: readonly Thread[]): Refusal {
    return this.#refuse('thread_ambiguous', message, threads.slice(0, 20));
  }

  #refuse(code: string, message: string, threads: readonly Thread[]): Refusal {
    const candidates = threads.map((thread) => tupleOf(this.#discussions, thread));
    return refuse(code, `${message}; ${askAgain}`, { details: { candidates } });
  }
}

/** `T-2` and `t-002` are the same number. */
function sameNumber(given: string, id: string): boolean {
  const digits = /^T-?0*(\d+)$/i.exec(given.trim())?.[1];
  return digits !== undefined && id === `T-${digits.padStart(3, '0')}`;
}

function countOf(threads: number): string {
  if (threads === 0) return 'no threads';
  return threads === 1 ? 'one thread, T-001' : `${threads} threads`;
}
