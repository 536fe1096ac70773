import type { Discussions, Thread } from './discussion.ts';
import { normaliseText } from './normalise.ts';
import { speakerKey } from './speaker.ts';

/** One way to read `Speaker: text`: names may hold colons themselves. */
export interface RootReading {
  readonly speaker: string;
  readonly text: string;
}

/** The ways in which a root text can be read, shortest name first. */
export function readRootText(rootText: string): readonly RootReading[] {
  const line = normaliseText(rootText);
  const readings: RootReading[] = [];
  for (let at = line.indexOf(':'); at !== -1 && at <= 200; at = line.indexOf(':', at + 1)) {
    const name = line.slice(0, at).replace(/\s*\[[^[\]]*\]$/, '');
    const next = line[at + 1];
    if (name === '' || (next !== undefined && next !== ' ')) continue;
    readings.push({ speaker: speakerKey(name), text: line.slice(at + 2) });
  }
  return readings;
}

/** A thread and its root's text, normalised. */
export interface IndexedThread {
  readonly thread: Thread;
  readonly text: string;
  /** How often each of 32 classes of characters occurs in `text`. */
  readonly counts: Uint16Array;
}

/** The threads of a document by speaker and by exact text. Made once, however many threads are looked for. */
export class ThreadIndex {
  readonly #bySpeaker = new Map<string, IndexedThread[]>();
  readonly #exact = new Map<string, Thread[]>();

  constructor({ threads }: Discussions) {
    for (const thread of threads) {
      const { speakerKey: speaker } = thread.root;
      const text = normaliseText(thread.root.text);
      add(this.#bySpeaker, speaker, { thread, text, counts: countCharacters(text) });
      add(this.#exact, `${speaker}\0${text}`, thread);
    }
  }

  exactly({ speaker, text }: RootReading): readonly Thread[] {
    return this.#exact.get(`${speaker}\0${text}`) ?? [];
  }

  of(speaker: string): readonly IndexedThread[] {
    return this.#bySpeaker.get(speaker) ?? [];
  }
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Counts characters by class; texts that are few edits apart have nearly the same counts. */
export function countCharacters(text: string): Uint16Array {
  const counts = new Uint16Array(32);
  for (let at = 0; at < text.length; at++) {
    const place = text.charCodeAt(at) & 31;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/** A number of edits that the two texts are apart at the very least. */
export function fewestEdits(one: Uint16Array, other: Uint16Array): number {
  let more = 0;
  let less = 0;
  for (let place = 0; place < one.length; place++) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference > 0) more += difference;
    else less -= difference;
  }
  return Math.max(more, less);
}
