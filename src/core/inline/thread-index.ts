import type { Discussions, InlineThread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import { speakerKey } from './speaker.ts';

/** One way to parse `Speaker: text`; names may contain colons. */
export interface RootCandidate {
  readonly speaker: string;
  readonly text: string;
}

/** Returns the ways to parse a root text, shortest name first. */
export function parseRootText(rootText: string): readonly RootCandidate[] {
  const line = normaliseText(rootText);
  const candidates: RootCandidate[] = [];
  for (const { index: position } of line.slice(0, 201).matchAll(/:/g)) {
    const name = line.slice(0, position).replace(/\s*\[[^[\]]*\]$/, '');
    const next = line[position + 1];
    if (name === '' || (next !== undefined && next !== ' ')) continue;
    candidates.push({ speaker: speakerKey(name), text: line.slice(position + 2) });
  }
  return candidates;
}

/** A thread and its root's text, normalised. */
export interface IndexedThread {
  readonly thread: InlineThread;
  readonly text: string;
  /** How often each of 32 classes of characters occurs in `text`. */
  readonly counts: Uint16Array;
}

/** The threads of a document by speaker and by exact text. */
export class ThreadIndex {
  readonly #bySpeaker = new Map<string, IndexedThread[]>();
  readonly #exact = new Map<string, InlineThread[]>();

  constructor({ threads }: Discussions) {
    for (const thread of threads) {
      const { speakerKey: speaker } = thread.root;
      const text = normaliseText(thread.root.text);
      add(this.#bySpeaker, speaker, { thread, text, counts: countCharacters(text) });
      add(this.#exact, `${speaker}\0${text}`, thread);
    }
  }

  findExact({ speaker, text }: RootCandidate): readonly InlineThread[] {
    return this.#exact.get(`${speaker}\0${text}`) ?? [];
  }

  findBySpeaker(speaker: string): readonly IndexedThread[] {
    return this.#bySpeaker.get(speaker) ?? [];
  }
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Returns counts of characters by class; texts that are few edits apart have nearly the same counts. */
export function countCharacters(text: string): Uint16Array {
  const counts = new Uint16Array(32);
  for (let position = 0; position < text.length; position++) {
    const bucket = text.charCodeAt(position) & 31;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

/** Returns a lower bound of the edit distance of two texts, from their counts. */
export function minEdits(first: Uint16Array, second: Uint16Array): number {
  let surplus = 0;
  let deficit = 0;
  for (let bucket = 0; bucket < first.length; bucket++) {
    const difference = (first[bucket] ?? 0) - (second[bucket] ?? 0);
    if (difference > 0) surplus += difference;
    else deficit -= difference;
  }
  return Math.max(surplus, deficit);
}
