import type { Refusal } from '../refusal.ts';
import type { BatchDecision, BatchRequest } from './batch-decision.ts';
import type { Discussion } from './discussion.ts';
import { changeMetadata, close, notActive, pause, resume, start } from './discussion-operations.ts';
import { BatchDraft } from './draft.ts';
import { addItem, move, reportDelivery, revise, withdrawOrRestore } from './item-operations.ts';
import type { Operation } from './operation.ts';
import type { LoadedState } from './ports/ledger-store.ts';
import { confirm } from './summary-operations.ts';

/** Runs a batch's operations in order on a draft; the changes to be written, or the first refusal. */
export function runOperations(request: BatchRequest, loaded: LoadedState): BatchDecision | Refusal {
  const draft = new BatchDraft(nextHead(request, loaded.discussion), loaded);
  const refusal = runAll(draft, request.input.operations);
  if (refusal !== undefined) return refusal;
  checkRecord(draft);
  const batch = {
    revision: draft.discussion.revision,
    requestId: request.input.request_id,
    input: request.json,
    createdAt: request.at,
  };
  const changes = draft.changes(batch, loaded.discussion?.revision ?? 0);
  return { outcome: 'accepted', changes };
}

function nextHead({ input, at }: BatchRequest, stored: Discussion | undefined): Discussion {
  const base = stored ?? { ...emptyDiscussion, id: input.id, createdAt: at };
  return { ...base, context: input.context, revision: base.revision + 1, updatedAt: at };
}

const emptyDiscussion: Omit<Discussion, 'id' | 'createdAt'> = {
  context: '',
  title: '',
  description: '',
  state: 'active',
  revision: 0,
  items: 0,
  openQuestions: 0,
  unassigned: 0,
  activeSummaries: 0,
  batches: 0,
  reordered: false,
  updatedAt: '',
};

function runAll(draft: BatchDraft, operations: readonly Operation[]): Refusal | undefined {
  for (const [index, operation] of operations.entries()) {
    draft.operation = index;
    const { id, state } = draft.discussion;
    const idle = state !== 'active' && operation.op !== 'resume';
    if (idle) return notActive(id, state, draft.field('op'));
    const refusal = runOperation(draft, operation);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function runOperation(draft: BatchDraft, operation: Operation): Refusal | undefined {
  switch (operation.op) {
    case 'start':
      return start(draft, operation);
    case 'question':
    case 'gap':
    case 'reply':
    case 'answer':
    case 'option':
    case 'summary':
      return recordChange(draft, operation.id, addItem(draft, operation));
    case 'revise':
      return recordChange(draft, operation.id, revise(draft, operation));
    case 'withdraw':
    case 'restore':
      return recordChange(draft, operation.id, withdrawOrRestore(draft, operation));
    case 'move':
      return recordChange(draft, operation.id, move(draft, operation));
    case 'confirm':
      return recordChange(draft, operation.id, confirm(draft, operation));
    case 'delivery':
      return recordChange(draft, operation.id, reportDelivery(draft, operation));
    case 'metadata':
      return changeMetadata(draft, operation);
    case 'pause':
      return pause(draft);
    case 'resume':
      return resume(draft);
    case 'close':
      return close(draft);
  }
}

function recordChange(
  draft: BatchDraft,
  item: string,
  refusal: Refusal | undefined,
): Refusal | undefined {
  if (refusal === undefined) draft.recordChange(item, 'named');
  return refusal;
}

/** Throws when an invariant is broken that no accepted operations can break: a bug, so nothing may be written. */
function checkRecord(draft: BatchDraft): void {
  const { items, openQuestions, unassigned, activeSummaries } = draft.discussion;
  const counts = [openQuestions, unassigned, activeSummaries];
  if (counts.some((count) => count < 0 || count > items)) {
    throw new Error(`the counts of a discussion do not add up: ${counts.join(', ')} of ${items}`);
  }
  for (const item of draft.items()) {
    if (item.confirmed && item.stale) throw new Error('a stale summary is still confirmed');
    if (item.answers < 0 || item.cited < 0 || item.citedBelow < 0) {
      throw new Error('the derived counts of an item do not add up');
    }
  }
}
