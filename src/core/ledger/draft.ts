import type { Batch, Discussion } from './discussion.ts';
import {
  type ItemState,
  type ItemWords,
  isActiveSummary,
  isGiven,
  isOpenQuestion,
  isUnassigned,
} from './item.ts';
import type { BatchBasis, LedgerChanges } from './ports/ledger-store.ts';
import type { Citations, ItemChange } from './ports/record.ts';

/** Counts that items add to the question above them. */
type Contribution = Pick<ItemState, 'answers' | 'citedBelow'>;

/**
 * A discussion as a batch changes it, operation by operation. Holds only what was loaded for the batch; keeps the
 * derived counts of items and head right with every change. Asking it for something that should have been loaded
 * and was not is a bug, and throws.
 */
export class Draft {
  discussion: Discussion;
  /** Index of the operation at work. */
  operation = 0;
  readonly #basis: BatchBasis;
  readonly #items: Map<string, ItemState>;
  readonly #refs: Map<string, readonly string[]>;
  readonly #resting = new Map<string, Set<string>>();
  /** The reverse of `#resting`; complete for the summaries that the batch lets cite something. */
  readonly #bases = new Map<string, string[]>();
  readonly #inserted = new Map<string, Omit<ItemWords, 'refs'>>();
  readonly #updated = new Set<string>();
  readonly #texts = new Map<string, string>();
  readonly #cited = new Set<string>();
  readonly #unrested = new Set<string>();
  readonly #messages = new Map<string, string>();
  readonly #history: ItemChange[] = [];

  /** `discussion` already carries the revision that the batch will have. */
  constructor(discussion: Discussion, basis: BatchBasis) {
    this.discussion = discussion;
    this.#basis = basis;
    this.#items = new Map(basis.items.map((item) => [item.id, item]));
    this.#refs = new Map(basis.refs);
    for (const { base, summary } of basis.resting) this.#rest(summary, [base]);
  }

  /** Path of the operation at work, or of one of its fields, as refusals name it. */
  field(name?: string): string {
    const path = `operations[${this.operation}]`;
    return name === undefined ? path : `${path}.${name}`;
  }

  item(id: string): ItemState | undefined {
    return this.#items.get(id);
  }

  items(): IterableIterator<ItemState> {
    return this.#items.values();
  }

  /** What a summary of this batch, or one that the batch changes, cites. */
  refs(summary: string): readonly string[] {
    return this.#refs.get(summary) ?? [];
  }

  isRecorded(message: string): boolean {
    return this.#basis.recorded.has(message) || this.#messages.has(message);
  }

  /** The fresh summaries that rest on an item. */
  restingOn(base: string): readonly string[] {
    return [...(this.#resting.get(base) ?? [])];
  }

  insert(item: Omit<ItemState, 'position' | 'revision'>, text: string): void {
    const position = this.discussion.items;
    this.discussion = { ...this.discussion, items: position + 1 };
    this.#inserted.set(item.id, { original: text, text });
    this.#put({ ...item, position, revision: this.discussion.revision });
  }

  change(id: string, patch: Partial<Omit<ItemState, 'id' | 'position' | 'revision'>>): void {
    this.#put({ ...this.#known(id), ...patch, revision: this.discussion.revision });
  }

  rewrite(id: string, text: string): void {
    const inserted = this.#inserted.get(id);
    if (inserted === undefined) this.#texts.set(id, text);
    else this.#inserted.set(id, { ...inserted, text });
  }

  /** Lets a summary cite these items in place of what it cited, resting on them from now on. */
  cite(summary: string, refs: readonly string[]): void {
    const counts = isActiveSummary(this.#known(summary));
    if (counts) this.countCitations(summary, -1);
    this.#unrest(summary);
    const unique = [...new Set(refs)];
    this.#refs.set(summary, unique);
    this.#cited.add(summary);
    this.#rest(summary, [...new Set(unique.flatMap((ref) => this.#withQuestionsAbove(ref)))]);
    if (counts) this.countCitations(summary, 1);
  }

  /** Counts what a summary cites once more (1) or once less (-1), when it comes into play or leaves it. */
  countCitations(summary: string, by: 1 | -1): void {
    for (const ref of this.refs(summary)) {
      const item = this.#known(ref);
      this.#put({ ...item, cited: item.cited + by });
    }
  }

  /** Marks a summary that has lost its ground. */
  makeStale(summary: string): void {
    this.change(summary, { stale: true, confirmed: false });
    this.#unrest(summary);
    this.note(summary, 'staled');
  }

  record(message: string, item: string): void {
    if (!this.isRecorded(message)) this.#messages.set(message, item);
  }

  /** Puts the operation at work into an item's history. */
  note(item: string, effect: ItemChange['effect']): void {
    this.#history.push({ item, operation: this.operation, effect });
  }

  /** What has to be written when the batch is accepted. */
  changes(batch: Batch, expectedRevision: number): LedgerChanges {
    const inserted = [...this.#inserted].map(([id, words]) => ({ ...this.#known(id), ...words }));
    const updated = [...this.#updated].filter((id) => !this.#inserted.has(id));
    return {
      discussion: { ...this.discussion, batches: this.discussion.batches + 1 },
      expectedRevision,
      batch,
      inserted,
      updated: updated.map((id) => this.#known(id)),
      texts: this.#texts,
      citations: [...this.#cited].map((summary) => this.#citations(summary)),
      unrested: [...this.#unrested].filter((summary) => !this.#cited.has(summary)),
      messages: [...this.#messages].map(([id, item]) => ({ id, item })),
      history: this.#history,
    };
  }

  #citations(summary: string): Citations {
    return { summary, refs: this.refs(summary), bases: this.#bases.get(summary) ?? [] };
  }

  #known(id: string): ItemState {
    const item = this.#items.get(id);
    if (item === undefined) throw new Error('an item that the batch needs was not loaded');
    return item;
  }

  #put(after: ItemState): void {
    const before = this.#items.get(after.id);
    const reordered = this.discussion.reordered || after.ordinal !== after.position;
    this.discussion = { ...this.discussion, reordered };
    this.#items.set(after.id, after);
    this.#updated.add(after.id);
    if (before !== undefined) this.#count(before, -1);
    this.#count(after, 1);
    this.#tellParents(before, after);
  }

  #count(item: ItemState, by: 1 | -1): void {
    const head = this.discussion;
    this.discussion = {
      ...head,
      openQuestions: head.openQuestions + (isOpenQuestion(item) ? by : 0),
      unassigned: head.unassigned + (isUnassigned(item) ? by : 0),
      activeSummaries: head.activeSummaries + (isActiveSummary(item) ? by : 0),
    };
  }

  /** A parent's own contribution does not depend on these counts, so this ends one step up. */
  #tellParents(before: ItemState | undefined, after: ItemState): void {
    const old = before === undefined ? nothing : contribution(before);
    const now = contribution(after);
    const sameParent = before?.parent === after.parent;
    if (sameParent && old.answers === now.answers && old.citedBelow === now.citedBelow) return;
    this.#addTo(before?.parent, old, -1);
    this.#addTo(after.parent, now, 1);
  }

  #addTo(parent: string | null | undefined, counts: Contribution, by: 1 | -1): void {
    if (parent === null || parent === undefined) return;
    if (counts.answers === 0 && counts.citedBelow === 0) return;
    const item = this.#known(parent);
    this.#put({
      ...item,
      answers: item.answers + by * counts.answers,
      citedBelow: item.citedBelow + by * counts.citedBelow,
    });
  }

  #rest(summary: string, bases: readonly string[]): void {
    for (const base of bases) {
      const resting = this.#resting.get(base) ?? new Set();
      this.#resting.set(base, resting.add(summary));
    }
    this.#bases.set(summary, [...(this.#bases.get(summary) ?? []), ...bases]);
  }

  #unrest(summary: string): void {
    for (const base of this.#bases.get(summary) ?? []) this.#resting.get(base)?.delete(summary);
    this.#bases.delete(summary);
    this.#unrested.add(summary);
  }

  #withQuestionsAbove(id: string): string[] {
    const chain: string[] = [];
    for (let at: string | null = id; at !== null; at = this.#known(at).parent) chain.push(at);
    return chain;
  }
}

const nothing: Contribution = { answers: 0, citedBelow: 0 };

function contribution(item: ItemState): Contribution {
  const answers = item.kind === 'answer' && !item.withdrawn && isGiven(item.via) ? 1 : 0;
  return { answers, citedBelow: item.cited };
}
