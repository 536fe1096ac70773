import { type Refusal, refuse } from '../refusal.ts';
import { similarity } from '../text/similarity.ts';
import { chooseExact } from './choose-exact.ts';
import { closestRoots, type SearchWindow } from './closest-roots.ts';
import type { Discussions, InlineThread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import { ThreadEvidence } from './thread-evidence.ts';
import { type ThreadHints, tupleOf } from './thread-hints.ts';
import { parseRootText, type RootCandidate, ThreadIndex } from './thread-index.ts';

/** A located thread, and how: 0 on its expected line, 1 with exactly its text, 2 with similar text. */
export interface LocatedThread {
  readonly thread: InlineThread;
  readonly level: 0 | 1 | 2;
  /** Set when the given number belongs to another thread by now. */
  readonly idDisagrees?: { readonly given: string; readonly found: string };
}

/** Shorter texts, such as `Please clarify.`, occur more than once. */
const distinctiveLength = 24;
/** How like another root must be to be the one meant, rewritten. */
const rewrittenLikeness = 0.5;
const askAgain = 'run query again, and pass what it says';

/** Locates threads of one document by number or by hints. */
export class ThreadLocator {
  readonly #discussions: Discussions;
  readonly #index: ThreadIndex;

  constructor(discussions: Discussions) {
    this.#discussions = discussions;
    this.#index = new ThreadIndex(discussions);
  }

  /** Returns the thread that the hints mean, never one of another speaker or a similar one without a clear lead. */
  locate(hints: ThreadHints): LocatedThread | Refusal {
    const { threadId, rootText } = hints;
    const evidence = new ThreadEvidence(this.#discussions, hints);
    if (rootText === undefined) {
      if (threadId !== undefined) return this.#byNumber(threadId, evidence);
      return refuse('missing_thread', 'a thread needs a thread id or the text of its root', {
        field: 'thread_id',
      });
    }
    const roots = parseRootText(rootText);
    const exact = roots.flatMap((root) => this.#index.findExact(root));
    const located =
      exact.length > 0 ? this.#locateExact(exact, evidence) : this.#locateSimilar(roots, evidence);
    if ('refused' in located || threadId === undefined) return located;
    if (isSameNumber(threadId, located.thread.id)) return located;
    return { ...located, idDisagrees: { given: threadId, found: located.thread.id } };
  }

  #byNumber(threadId: string, evidence: ThreadEvidence): LocatedThread | Refusal {
    const { threads } = this.#discussions;
    const thread = threads.find(({ id }) => isSameNumber(threadId, id));
    if (thread === undefined) {
      return this.#notFound(`no thread ${threadId}: the file has ${countOf(threads.length)}`);
    }
    if (!evidence.contradicts(thread)) return { thread, level: 0 };
    const message = `${threadId} is not where the hints say; the file has changed`;
    return this.#ambiguous(message, [thread]);
  }

  #locateExact(exact: readonly InlineThread[], evidence: ThreadEvidence): LocatedThread | Refusal {
    const chosen = chooseExact(exact, evidence);
    if (chosen === undefined) {
      return this.#ambiguous(`${exact.length} threads begin with exactly this text`, exact);
    }
    if (chosen.level === 0 || this.#isCertain(chosen.thread, evidence)) return chosen;
    const rival = this.#rivalOf(chosen.thread, evidence);
    if (rival === undefined) return chosen;
    // What stands below a closing fence, in other words, says nothing against the only thread with these words.
    const isRewritten = similarity(rival.root.text, chosen.thread.root.text) >= rewrittenLikeness;
    if (exact.length === 1 && !evidence.isAnchorDistinctive && !isRewritten) return chosen;
    const message = 'the text is found here, and another thread where it was';
    return this.#ambiguous(message, [chosen.thread, rival]);
  }

  /** Whether the thread is below its anchor, and not by chance: the anchor is distinctive, or the lines agree. */
  #isCertain(thread: InlineThread, evidence: ThreadEvidence): boolean {
    const isDistinctive =
      evidence.isAnchorDistinctive ||
      (thread.root.text.length >= distinctiveLength && evidence.isExplainedByDrift(thread));
    return isDistinctive && evidence.anchorSimilarity(thread) === 1;
  }

  /**
   * Another thread of the speaker on the expected line below the expected text: its root may have been rewritten, and
   * the located thread may be a duplicate.
   */
  #rivalOf(thread: InlineThread, evidence: ThreadEvidence): InlineThread | undefined {
    const ofSpeaker = this.#index.findBySpeaker(thread.root.speakerKey);
    return ofSpeaker.find((rival) => rival.thread !== thread && evidence.isUnchanged(rival.thread))
      ?.thread;
  }

  #locateSimilar(
    candidates: readonly RootCandidate[],
    evidence: ThreadEvidence,
  ): LocatedThread | Refusal {
    const closest = closestRoots(this.#index, candidates, searchWindow(evidence));
    if (closest.kind === 'several') {
      return this.#ambiguous('several threads begin much like this', closest.threads);
    }
    if (closest.kind === 'none') return this.#noneSimilar(candidates, evidence);
    const { thread } = closest;
    if (evidence.anchorSimilarity(thread) === 0) {
      return this.#ambiguous('one thread begins much like this, under other text', [thread]);
    }
    const rival = this.#rivalOf(thread, evidence);
    if (rival === undefined) return { thread, level: 2 };
    const message = 'one thread begins much like this, and another stands where it was';
    return this.#ambiguous(message, [thread, rival]);
  }

  #noneSimilar(candidates: readonly RootCandidate[], evidence: ThreadEvidence): Refusal {
    const ofSpeaker = candidates.flatMap(({ speaker }) => this.#index.findBySpeaker(speaker));
    if (ofSpeaker.length === 0) {
      return this.#notFound('no thread was opened by the speaker of this root text');
    }
    const nearest = ofSpeaker
      .map(({ thread }) => ({ thread, distance: evidence.distanceOf(thread) ?? 0 }))
      .sort((first, second) => first.distance - second.distance);
    const text = normaliseText(evidence.hints.rootText ?? '');
    const message = `no thread of this speaker begins like "${text}"`;
    return this.#notFound(
      message,
      nearest.map(({ thread }) => thread),
    );
  }

  #notFound(message: string, similar: readonly InlineThread[] = []): Refusal {
    return this.#refuse('thread_not_found', message, similar.slice(0, 5));
  }

  #ambiguous(message: string, threads: readonly InlineThread[]): Refusal {
    return this.#refuse('thread_ambiguous', message, threads.slice(0, 20));
  }

  #refuse(code: string, message: string, threads: readonly InlineThread[]): Refusal {
    const candidates = threads.map((thread) => tupleOf(this.#discussions, thread));
    return refuse(code, `${message}; ${askAgain}`, { details: { candidates } });
  }
}

/** The lines around the anchor, or around the root when the hints have no anchor line. */
function searchWindow({ hints, drift }: ThreadEvidence): SearchWindow | undefined {
  const { anchorLine, rootLine } = hints;
  const line = anchorLine ?? rootLine;
  if (line === undefined) return undefined;
  return { line, reach: Math.max(Math.abs(drift) + 5, 10), byRoot: anchorLine === undefined };
}

/** `T-2` and `t-002` are the same number. */
function isSameNumber(number: string, id: string): boolean {
  const digits = /^T-?0*(\d+)$/i.exec(number.trim())?.[1];
  return digits !== undefined && id === `T-${digits.padStart(3, '0')}`;
}

function countOf(threads: number): string {
  if (threads === 0) return 'no threads';
  return threads === 1 ? 'one thread, T-001' : `${threads} threads`;
}
