import type { Draft } from '../../core/review/draft.ts';
import type { ReviewEvent } from '../../core/review/events.ts';
import { mergeEntries } from '../../core/review/log-entries.ts';
import { inputsMoved, sourceRenamed } from '../../core/review/moved-inputs.ts';
import type {
  ReviewChanges,
  ReviewHeader,
  ReviewStore,
} from '../../core/review/ports/review-store.ts';
import { roundsBegun } from '../../core/review/rounds.ts';

interface StoredReview {
  header: ReviewHeader;
  events: ReviewEvent[];
  drafts: Map<string, Draft>;
  lastPosition: number;
}

/** Keeps reviews as long as the process lives; for tests and for programs that want no file. */
export function memoryReviewStore(): ReviewStore {
  const reviews = new Map<string, StoredReview>();
  const texts = new Map<string, string>();
  const storedReview = (id: string): StoredReview => {
    const review = reviews.get(id);
    if (review === undefined) throw new Error(`the store holds no review ${id}`);
    return review;
  };
  const add = (review: StoredReview, changes: ReviewChanges): ReviewEvent[] => {
    for (const [hash, text] of changes.texts ?? []) texts.set(hash, text);
    const events = changes.events.map((event): ReviewEvent => {
      review.lastPosition += 1;
      return { ...structuredClone(event), position: review.lastPosition };
    });
    review.events.push(...events);
    const done = changes.events.find(({ kind }) => kind === 'session.done');
    const sourceFile = sourceRenamed(changes.events) ?? review.header.sourceFile;
    const round = review.header.round + roundsBegun(changes.events);
    review.header = { ...review.header, round, sourceFile };
    if (done !== undefined) review.header = { ...review.header, finishedAt: done.at };
    for (const { from, to } of inputsMoved(changes.events)) {
      for (const stored of reviews.values()) {
        if (stored.header.inputsKey === from) stored.header = { ...stored.header, inputsKey: to };
      }
    }
    return events;
  };
  return {
    create: async (header, changes) => {
      if (reviews.has(header.id)) throw new Error(`the store holds a review ${header.id} already`);
      const review = { header, events: [], drafts: new Map(), lastPosition: 0 };
      reviews.set(header.id, review);
      return add(review, changes);
    },
    append: async (id, expected, changes) => {
      const review = storedReview(id);
      const lastEvent = review.events.at(-1)?.position ?? 0;
      if (lastEvent !== expected) return { ok: false, lastEvent };
      return { ok: true, events: add(review, changes) };
    },
    header: async (id) => reviews.get(id)?.header,
    list: async ({ inputsKey, limit } = {}) =>
      [...reviews.values()]
        .map(({ header }) => header)
        .filter((header) => inputsKey === undefined || header.inputsKey === inputsKey)
        .reverse()
        .slice(0, limit),
    events: async (id, after) => storedReview(id).events.filter(({ position }) => position > after),
    text: async (hash) => texts.get(hash),
    saveDraft: async (id, change) => {
      const review = storedReview(id);
      review.lastPosition += 1;
      const draft = { ...structuredClone(change), position: review.lastPosition };
      review.drafts.set(`${change.target.scope} ${change.key}`, draft);
      return draft;
    },
    drafts: async (id) =>
      [...storedReview(id).drafts.values()]
        .filter(({ text }) => text !== null)
        .sort((left, right) => left.position - right.position),
    entries: async (id, after) => {
      const { events, drafts } = storedReview(id);
      const later = ({ position }: { position: number }) => position > after;
      return mergeEntries(events.filter(later), [...drafts.values()].filter(later));
    },
  };
}
