import { type Refusal, refuse } from '../refusal.ts';
import { closestRoots, type SearchWindow } from './closest-roots.ts';
import type { Discussions, Thread } from './discussion.ts';
import { chooseExact } from './exact-thread.ts';
import { normaliseText } from './normalise.ts';
import { ThreadEvidence } from './thread-evidence.ts';
import { type ThreadHints, tupleOf } from './thread-hints.ts';
import { type RootReading, readRootText, ThreadIndex } from './thread-index.ts';

/** A thread that was found, and how sure that is: 0 where it was expected, 1 exactly, 2 by likeness. */
export interface LocatedThread {
  readonly thread: Thread;
  readonly level: 0 | 1 | 2;
  /** Set when the number that was given belongs to another thread by now. */
  readonly idDisagrees?: { readonly given: string; readonly found: string };
}

/** Shorter texts, such as `Please clarify.`, are said more than once. */
const tellingLength = 24;
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
    const evidence = new ThreadEvidence(this.#discussions, hints);
    if (rootText === undefined) {
      if (threadId !== undefined) return this.#byNumber(threadId, evidence);
      return refuse('missing_thread', 'a thread needs a thread id or the text of its root', {
        field: 'thread_id',
      });
    }
    const readings = readRootText(rootText);
    const exact = readings.flatMap((reading) => this.#index.exactly(reading));
    const found =
      exact.length > 0 ? this.#exactly(exact, evidence) : this.#alike(readings, evidence);
    if ('refused' in found || threadId === undefined) return found;
    if (sameNumber(threadId, found.thread.id)) return found;
    return { ...found, idDisagrees: { given: threadId, found: found.thread.id } };
  }

  #byNumber(threadId: string, evidence: ThreadEvidence): LocatedThread | Refusal {
    const { threads } = this.#discussions;
    const thread = threads.find(({ id }) => sameNumber(threadId, id));
    if (thread === undefined) {
      return this.#notFound(`no thread ${threadId}: the file has ${countOf(threads.length)}`);
    }
    if (!evidence.contradicts(thread)) return { thread, level: 0 };
    const message = `${threadId} is not where the hints say; the file has changed`;
    return this.#ambiguous(message, [thread]);
  }

  #exactly(exact: readonly Thread[], evidence: ThreadEvidence): LocatedThread | Refusal {
    const chosen = chooseExact(exact, evidence);
    if (chosen === undefined) {
      return this.#ambiguous(`${exact.length} threads begin with exactly this text`, exact);
    }
    if (chosen.level === 0 || this.#isSure(chosen.thread, evidence)) return chosen;
    const rival = this.#rivalOf(chosen.thread, evidence);
    if (rival === undefined) return chosen;
    const message = 'the text is found here, and another thread where it was';
    return this.#ambiguous(message, [chosen.thread, rival]);
  }

  /** Whether the thread stands under its anchor, and that is no chance: the anchor says enough, or the lines agree. */
  #isSure(thread: Thread, evidence: ThreadEvidence): boolean {
    const tells =
      evidence.anchorIsTelling ||
      (thread.root.text.length >= tellingLength && evidence.canHaveMovedTo(thread));
    return tells && evidence.anchorLikeness(thread) === 1;
  }

  /**
   * Another thread of the speaker on the line and under the text where the wanted one was: its root may have been
   * rewritten, and what was found may be a twin.
   */
  #rivalOf(thread: Thread, evidence: ThreadEvidence): Thread | undefined {
    const theirs = this.#index.of(thread.root.speakerKey);
    return theirs.find((other) => other.thread !== thread && evidence.standsThere(other.thread))
      ?.thread;
  }

  #alike(readings: readonly RootReading[], evidence: ThreadEvidence): LocatedThread | Refusal {
    const found = closestRoots(this.#index, readings, searchWindow(evidence));
    if (found.kind === 'several') {
      return this.#ambiguous('several threads begin much like this', found.threads);
    }
    if (found.kind === 'none') return this.#nothingAlike(readings, evidence);
    const { thread } = found;
    if (evidence.anchorLikeness(thread) === 0) {
      return this.#ambiguous('one thread begins much like this, under other text', [thread]);
    }
    const rival = this.#rivalOf(thread, evidence);
    if (rival === undefined) return { thread, level: 2 };
    const message = 'one thread begins much like this, and another stands where it was';
    return this.#ambiguous(message, [thread, rival]);
  }

  #nothingAlike(readings: readonly RootReading[], evidence: ThreadEvidence): Refusal {
    const theirs = readings.flatMap(({ speaker }) => this.#index.of(speaker));
    if (theirs.length === 0) {
      return this.#notFound('no thread was opened by the speaker of this root text');
    }
    const nearest = theirs
      .map(({ thread }) => ({ thread, distance: evidence.distanceOf(thread) ?? 0 }))
      .sort((one, other) => one.distance - other.distance);
    const text = normaliseText(evidence.hints.rootText ?? '');
    const message = `no thread of this speaker begins like "${text}"`;
    return this.#notFound(
      message,
      nearest.map(({ thread }) => thread),
    );
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

/** The lines around the anchor, or where only the root is remembered, around that. */
function searchWindow({ hints, drift }: ThreadEvidence): SearchWindow | undefined {
  const { anchorLine, rootLine } = hints;
  const line = anchorLine ?? rootLine;
  if (line === undefined) return undefined;
  return { line, reach: Math.max(Math.abs(drift) + 5, 10), byRoot: anchorLine === undefined };
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
