import { isAnswerOfPerson } from '../question/provenance.ts';
import type { Batch, Discussion } from './discussion.ts';
import {
  type ItemState,
  type ItemText,
  isActiveSummary,
  isOpenQuestion,
  isUnassigned,
  withQuestionsAbove,
} from './item.ts';
import type { LedgerChanges, LoadedState } from './ports/ledger-store.ts';
import type { ItemChange } from './ports/record.ts';

/** Counts that items add to the question above them. */
type Contribution = Pick<ItemState, 'answers' | 'citedBelow'>;

/**
 * A discussion as a batch changes it, operation by operation. Holds only what was loaded for the batch; keeps the
 * derived counts of items and head right with every change. Throws when it is asked for something that should have
 * been loaded and was not.
 */
export class BatchDraft {
  discussion: Discussion;
  /** Index of the current operation. */
  operation = 0;
  readonly #loaded: LoadedState;
  readonly #items: Map<string, ItemState>;
  readonly #refs: Map<string, readonly string[]>;
  readonly #dependents = new Map<string, Set<string>>();
  /** The reverse of `#dependents`; complete for the summaries that the batch lets cite something. */
  readonly #dependencies = new Map<string, string[]>();
  readonly #inserted = new Map<string, Omit<ItemText, 'refs'>>();
  readonly #updated = new Set<string>();
  readonly #texts = new Map<string, string>();
  readonly #cited = new Set<string>();
  readonly #invalidated = new Set<string>();
  readonly #messages = new Map<string, string>();
  readonly #history: ItemChange[] = [];

  /** `discussion` already carries the revision that the batch will have. */
  constructor(discussion: Discussion, loaded: LoadedState) {
    this.discussion = discussion;
    this.#loaded = loaded;
    this.#items = new Map(loaded.items.map((item) => [item.id, item]));
    this.#refs = new Map(loaded.refs);
    for (const { base, summary } of loaded.dependencies) this.#addDependencies(summary, [base]);
  }

  /** Path of the current operation, or of one of its fields, as refusals name it. */
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
    return this.#loaded.recorded.has(message) || this.#messages.has(message);
  }

  /** The fresh summaries that depend on an item. */
  dependentsOf(item: string): readonly string[] {
    return [...(this.#dependents.get(item) ?? [])];
  }

  insert(item: Omit<ItemState, 'position' | 'revision'>, text: string): void {
    const position = this.discussion.items;
    this.discussion = { ...this.discussion, items: position + 1 };
    this.#inserted.set(item.id, { original: text, text });
    this.#put({ ...item, position, revision: this.discussion.revision });
  }

  change(id: string, patch: Partial<Omit<ItemState, 'id' | 'position' | 'revision'>>): void {
    this.#put({ ...this.#loadedItem(id), ...patch, revision: this.discussion.revision });
  }

  rewrite(id: string, text: string): void {
    const inserted = this.#inserted.get(id);
    if (inserted === undefined) this.#texts.set(id, text);
    else this.#inserted.set(id, { ...inserted, text });
  }

  /** Replaces what a summary cites; it depends on these items from now on. */
  cite(summary: string, refs: readonly string[]): void {
    const isActive = isActiveSummary(this.#loadedItem(summary));
    if (isActive) this.countCitations(summary, -1);
    this.#clearDependencies(summary);
    const unique = [...new Set(refs)];
    this.#refs.set(summary, unique);
    this.#cited.add(summary);
    const parentOf = (id: string) => this.#loadedItem(id).parent;
    const bases = new Set(unique.flatMap((ref) => withQuestionsAbove(ref, parentOf)));
    this.#addDependencies(summary, [...bases]);
    if (isActive) this.countCitations(summary, 1);
  }

  /** Counts what a summary cites once more (1) or once less (-1), when it comes into play or leaves it. */
  countCitations(summary: string, delta: 1 | -1): void {
    for (const ref of this.refs(summary)) {
      const item = this.#loadedItem(ref);
      this.#put({ ...item, cited: item.cited + delta });
    }
  }

  /** Marks a summary as stale; it depends on nothing until it is revised. */
  invalidate(summary: string): void {
    this.change(summary, { stale: true, confirmed: false });
    this.#clearDependencies(summary);
    this.recordChange(summary, 'staled');
  }

  recordMessage(message: string, item: string): void {
    if (!this.isRecorded(message)) this.#messages.set(message, item);
  }

  /** Records the current operation in an item's history. */
  recordChange(item: string, effect: ItemChange['effect']): void {
    this.#history.push({ item, operation: this.operation, effect });
  }

  /** What has to be written when the batch is accepted. */
  changes(batch: Batch, expectedRevision: number): LedgerChanges {
    const inserted = [...this.#inserted].map(([id, words]) => ({
      ...this.#loadedItem(id),
      ...words,
    }));
    const updated = [...this.#updated].filter((id) => !this.#inserted.has(id));
    return {
      discussion: { ...this.discussion, batches: this.discussion.batches + 1 },
      expectedRevision,
      batch,
      inserted,
      updated: updated.map((id) => this.#loadedItem(id)),
      texts: this.#texts,
      citations: [...this.#cited].map((summary) => ({
        summary,
        refs: this.refs(summary),
        dependencies: this.#dependencies.get(summary) ?? [],
      })),
      invalidated: [...this.#invalidated].filter((summary) => !this.#cited.has(summary)),
      messages: [...this.#messages].map(([id, item]) => ({ id, item })),
      history: this.#history,
    };
  }

  #loadedItem(id: string): ItemState {
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
    this.#updateParents(before, after);
  }

  #count(item: ItemState, delta: 1 | -1): void {
    const head = this.discussion;
    this.discussion = {
      ...head,
      openQuestions: head.openQuestions + (isOpenQuestion(item) ? delta : 0),
      unassigned: head.unassigned + (isUnassigned(item) ? delta : 0),
      activeSummaries: head.activeSummaries + (isActiveSummary(item) ? delta : 0),
    };
  }

  /** A parent's own contribution does not depend on these counts, so this ends one step up. */
  #updateParents(before: ItemState | undefined, after: ItemState): void {
    const oldCounts = before === undefined ? noContribution : contribution(before);
    const newCounts = contribution(after);
    const sameParent = before?.parent === after.parent;
    if (
      sameParent &&
      oldCounts.answers === newCounts.answers &&
      oldCounts.citedBelow === newCounts.citedBelow
    )
      return;
    this.#addTo(before?.parent, oldCounts, -1);
    this.#addTo(after.parent, newCounts, 1);
  }

  #addTo(parent: string | null | undefined, counts: Contribution, delta: 1 | -1): void {
    if (parent === null || parent === undefined) return;
    if (counts.answers === 0 && counts.citedBelow === 0) return;
    const item = this.#loadedItem(parent);
    this.#put({
      ...item,
      answers: item.answers + delta * counts.answers,
      citedBelow: item.citedBelow + delta * counts.citedBelow,
    });
  }

  #addDependencies(summary: string, items: readonly string[]): void {
    for (const item of items) {
      const dependents = this.#dependents.get(item) ?? new Set();
      this.#dependents.set(item, dependents.add(summary));
    }
    this.#dependencies.set(summary, [...(this.#dependencies.get(summary) ?? []), ...items]);
  }

  #clearDependencies(summary: string): void {
    for (const item of this.#dependencies.get(summary) ?? [])
      this.#dependents.get(item)?.delete(summary);
    this.#dependencies.delete(summary);
    this.#invalidated.add(summary);
  }
}

const noContribution: Contribution = { answers: 0, citedBelow: 0 };

function contribution(item: ItemState): Contribution {
  const answers = item.kind === 'answer' && !item.withdrawn && isAnswerOfPerson(item.via) ? 1 : 0;
  return { answers, citedBelow: item.cited };
}
