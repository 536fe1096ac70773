import type { BatchInput, Operation } from '../../src/core/ledger/operation.ts';

/**
 * The rules of the ledger over one growing document, written for being read: no counters, no indexes, every
 * question answered by looking through everything. Tests compare the product with it.
 */
export interface PlainItem {
  id: string;
  kind: string;
  original: string;
  text: string;
  parent: string | null;
  refs: string[];
  stale: boolean;
  ordinal: number;
  revision: number;
  confirmed: boolean;
  withdrawn: boolean;
  message_id: string | null;
  delivery: string;
  via: string | null;
}

export interface PlainDiscussion {
  id: string;
  context: string;
  title: string;
  description: string;
  state: 'active' | 'paused' | 'closed';
  revision: number;
  items: PlainItem[];
  messages: string[];
  requests: { id: string; input: BatchInput; revision: number }[];
}

export type PlainOutcome =
  | { revision: number; replayed: boolean }
  | { code: string; blockers?: Record<string, string[]> };

class Refused extends Error {
  readonly code: string;
  readonly blockers: Record<string, string[]> | undefined;
  constructor(code: string, blockers?: Record<string, string[]>) {
    super(code);
    this.code = code;
    this.blockers = blockers;
  }
}

function refuseIf(condition: boolean, code: string): void {
  if (condition) throw new Refused(code);
}

export class PlainLedger {
  readonly discussions = new Map<string, PlainDiscussion>();

  apply(input: BatchInput): PlainOutcome {
    try {
      return this.#apply(input);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, blockers } = error;
      return blockers === undefined ? { code } : { code, blockers };
    }
  }

  boundTo(context: string): PlainDiscussion | undefined {
    return [...this.discussions.values()].find(
      (candidate) => candidate.state === 'active' && candidate.context === context,
    );
  }

  #apply(input: BatchInput): PlainOutcome {
    const stored = this.discussions.get(input.id);
    const first = input.operations[0]?.op;
    refuseIf(stored === undefined && first !== 'start', 'not_found');
    if (stored !== undefined && stored.context !== input.context) {
      const takesOver = first === 'resume' && input.from_context === stored.context;
      refuseIf(!takesOver, 'context_mismatch');
    }
    const earlier = stored?.requests.find(({ id }) => id === input.request_id);
    if (earlier !== undefined) {
      const same = JSON.stringify(earlier.input) === JSON.stringify(input);
      refuseIf(!same, 'request_id_reused');
      return { revision: earlier.revision, replayed: true };
    }
    refuseIf(input.if_revision !== (stored?.revision ?? 0), 'revision_conflict');
    if (stored !== undefined) {
      refuseIf(first === 'start', 'invalid_input');
      refuseIf(stored.state !== 'active' && first !== 'resume', 'not_active');
      const own = stored.context === input.context;
      refuseIf(stored.state === 'active' && own && first === 'resume', 'already_active');
    }
    if (first === 'start' || first === 'resume') {
      const bound = this.boundTo(input.context);
      refuseIf(bound !== undefined && bound.id !== input.id, 'context_bound');
    }
    const work = structuredClone(stored) ?? newDiscussion(input.id);
    work.context = input.context;
    work.revision += 1;
    for (const [index, operation] of input.operations.entries()) run(work, operation, index);
    work.requests.push({ id: input.request_id, input, revision: work.revision });
    this.discussions.set(work.id, work);
    return { revision: work.revision, replayed: false };
  }
}

function newDiscussion(id: string): PlainDiscussion {
  const nothing = { items: [], messages: [], requests: [] };
  return { id, context: '', title: '', description: '', state: 'active', revision: 0, ...nothing };
}

function run(work: PlainDiscussion, operation: Operation, index: number): void {
  refuseIf(work.state !== 'active' && operation.op !== 'resume', 'not_active');
  const find = (id: string) => work.items.find((item) => item.id === id);
  const existing = (id: string): PlainItem => {
    const item = find(id);
    if (item === undefined) throw new Refused('item_missing');
    return item;
  };
  switch (operation.op) {
    case 'start':
      refuseIf(index > 0, 'invalid_input');
      work.title = operation.text;
      work.description = operation.description ?? '';
      return;
    case 'question':
    case 'gap':
    case 'reply':
    case 'answer':
    case 'option':
    case 'summary': {
      refuseIf(find(operation.id) !== undefined, 'item_exists');
      const message = operation.message_id ?? null;
      refuseIf(message !== null && work.messages.includes(message), 'message_recorded');
      const isSummary = operation.op === 'summary';
      const parent = isSummary ? null : (operation.parent ?? null);
      refuseIf(parent !== null && find(parent)?.kind !== 'question', 'bad_parent');
      const refs = isSummary ? [...new Set(operation.refs)] : [];
      if (isSummary) checkRefs(work, refs);
      refuseIf(isSummary && refs.length === 0, 'invalid_input');
      const answers = operation.op === 'answer' || operation.op === 'reply';
      work.items.push({
        id: operation.id,
        kind: operation.op,
        original: operation.text,
        text: operation.text,
        parent,
        refs,
        stale: false,
        ordinal: operation.ordinal ?? work.items.length,
        revision: work.revision,
        confirmed: false,
        withdrawn: false,
        message_id: message,
        delivery: 'prepared',
        via: answers ? (operation.via ?? 'typed') : null,
      });
      if (message !== null) work.messages.push(message);
      touch(work, [parent]);
      return;
    }
    case 'revise': {
      const item = existing(operation.id);
      if (item.kind === 'summary') {
        const refs = [...new Set(operation.refs ?? [])];
        refuseIf(refs.length === 0, 'invalid_input');
        checkRefs(work, refs);
        refuseIf(
          refs.some((ref) => cites(work, ref, item.id)),
          'reference_cycle',
        );
        touch(work, [item.id]);
        item.refs = refs;
        item.stale = false;
      } else {
        touch(work, [item.id, item.parent]);
      }
      item.text = operation.text;
      item.confirmed = false;
      item.revision = work.revision;
      return;
    }
    case 'withdraw':
    case 'restore': {
      const item = existing(operation.id);
      touch(work, [item.id, item.parent]);
      item.withdrawn = operation.op === 'withdraw';
      item.revision = work.revision;
      return;
    }
    case 'move': {
      const item = existing(operation.id);
      const { parent, ordinal } = operation;
      if (parent !== undefined) {
        const question = find(parent);
        refuseIf(question?.kind !== 'question' || question.withdrawn, 'bad_parent');
        const fixed = ['question', 'summary', 'gap'].includes(item.kind);
        refuseIf(fixed && parent !== item.parent, 'bad_parent');
      }
      refuseIf(parent === undefined && ordinal === undefined, 'invalid_input');
      touch(work, [item.id, item.parent, parent ?? null]);
      if (item.kind === 'reply' && parent !== undefined) item.kind = 'answer';
      item.parent = parent ?? item.parent;
      item.ordinal = ordinal ?? item.ordinal;
      item.revision = work.revision;
      return;
    }
    case 'confirm': {
      const item = existing(operation.id);
      refuseIf(item.kind !== 'summary' || item.stale, 'invalid_input');
      item.confirmed = operation.confirmed;
      item.revision = work.revision;
      return;
    }
    case 'delivery': {
      const item = existing(operation.id);
      refuseIf(item.kind !== 'question', 'invalid_input');
      item.delivery = 'reported_delivered';
      item.message_id = operation.message_id;
      item.revision = work.revision;
      work.messages.push(operation.message_id);
      return;
    }
    case 'metadata':
      refuseIf(
        operation.text === undefined && operation.description === undefined,
        'invalid_input',
      );
      work.title = operation.text ?? work.title;
      work.description = operation.description ?? work.description;
      return;
    case 'pause':
      work.state = 'paused';
      return;
    case 'resume':
      refuseIf(index > 0 && work.state === 'active', 'already_active');
      work.state = 'active';
      return;
    case 'close': {
      const blockers = blockersOf(work);
      if (Object.keys(blockers).length > 0) throw new Refused('close_blocked', blockers);
      work.state = 'closed';
      return;
    }
  }
}

function checkRefs(work: PlainDiscussion, refs: readonly string[]): void {
  const usable = (ref: string) =>
    work.items.some((item) => item.id === ref && !item.withdrawn && !item.stale);
  refuseIf(!refs.every(usable), 'bad_reference');
}

/** True when `from` is `target` or cites it, however far down. */
function cites(work: PlainDiscussion, from: string, target: string): boolean {
  if (from === target) return true;
  const item = work.items.find(({ id }) => id === from);
  return item?.refs.some((ref) => cites(work, ref, target)) ?? false;
}

/** Everything under a touched question is touched; who cites something touched is stale, and so on upward. */
function touch(work: PlainDiscussion, ids: readonly (string | null)[]): void {
  const touched = new Set(ids.filter((id) => id !== null));
  for (const id of touched) {
    for (const item of work.items) {
      if (item.parent === id) touched.add(item.id);
    }
  }
  const stale = new Set<string>();
  for (let grown = true; grown; ) {
    grown = false;
    for (const item of work.items) {
      const lost = item.refs.some((ref) => touched.has(ref) || stale.has(ref));
      if (!lost || stale.has(item.id)) continue;
      stale.add(item.id);
      grown = true;
    }
  }
  for (const item of work.items) {
    if (!stale.has(item.id) || item.stale) continue;
    item.stale = true;
    item.confirmed = false;
    item.revision = work.revision;
  }
}

/** Open questions of a discussion: active ones without an active answer that a person gave. */
export function openQuestions(work: PlainDiscussion): PlainItem[] {
  const answered = (question: PlainItem) =>
    work.items.some(
      (item) =>
        item.kind === 'answer' &&
        item.parent === question.id &&
        !item.withdrawn &&
        item.via !== 'timed_out' &&
        item.via !== 'assumed',
    );
  return inAskingOrder(work).filter(
    (item) => item.kind === 'question' && !item.withdrawn && !answered(item),
  );
}

/** What stands in the way of closing, by rule. */
export function blockersOf(work: PlainDiscussion): Record<string, string[]> {
  const active = inAskingOrder(work).filter((item) => !item.withdrawn);
  const summaries = active.filter((item) => item.kind === 'summary');
  const cited = new Set(summaries.flatMap((summary) => summary.refs));
  const covered = new Set([
    ...cited,
    ...work.items.filter((item) => cited.has(item.id)).map((item) => item.parent),
  ]);
  const ids = (items: readonly PlainItem[]) => items.map((item) => item.id);
  const found: Record<string, string[]> = {
    unanswered_question: ids(openQuestions(work)),
    unassigned_reply: ids(active.filter((item) => item.kind === 'reply')),
    stale_summary: ids(summaries.filter((item) => item.stale)),
    uncited_item: ids(
      active.filter((item) => ['question', 'gap'].includes(item.kind) && !covered.has(item.id)),
    ),
  };
  const blocking = Object.fromEntries(Object.entries(found).filter(([, list]) => list.length > 0));
  return summaries.length === 0 ? { ...blocking, no_summary: [] } : blocking;
}

function inAskingOrder(work: PlainDiscussion): PlainItem[] {
  return [...work.items].sort((first, second) => first.ordinal - second.ordinal);
}
