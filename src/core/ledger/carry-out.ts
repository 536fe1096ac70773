import type { Refusal } from '../refusal.ts';
import type { Admission, BatchRequest } from './admission.ts';
import type { Discussion } from './discussion.ts';
import { changeMetadata, close, notActive, pause, resume, start } from './discussion-operations.ts';
import { Draft } from './draft.ts';
import { addItem, move, reportDelivery, revise, withdrawOrRestore } from './item-operations.ts';
import type { Operation } from './operation.ts';
import type { BatchBasis } from './ports/ledger-store.ts';
import { confirm } from './summary-operations.ts';

/** Carries a batch's operations out in order, on a draft; all of them or none. */
export function carryOut(request: BatchRequest, basis: BatchBasis): Admission | Refusal {
  const draft = new Draft(headOf(request, basis.discussion), basis);
  const refusal = runOperations(draft, request.input.operations);
  if (refusal !== undefined) return refusal;
  checkRecord(draft);
  const batch = {
    revision: draft.discussion.revision,
    requestId: request.input.request_id,
    input: request.json,
    createdAt: request.at,
  };
  const changes = draft.changes(batch, basis.discussion?.revision ?? 0);
  return { outcome: 'accepted', changes };
}

function headOf({ input, at }: BatchRequest, stored: Discussion | undefined): Discussion {
  const base = stored ?? { ...unwritten, id: input.id, createdAt: at };
  return { ...base, context: input.context, revision: base.revision + 1, updatedAt: at };
}

const unwritten: Omit<Discussion, 'id' | 'createdAt'> = {
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

function runOperations(draft: Draft, operations: readonly Operation[]): Refusal | undefined {
  for (const [index, operation] of operations.entries()) {
    draft.operation = index;
    const { id, state } = draft.discussion;
    const idle = state !== 'active' && operation.op !== 'resume';
    if (idle) return notActive(id, state, draft.field('op'));
    const refusal = run(draft, operation);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function run(draft: Draft, operation: Operation): Refusal | undefined {
  switch (operation.op) {
    case 'start':
      return start(draft, operation);
    case 'question':
    case 'gap':
    case 'reply':
    case 'answer':
    case 'option':
    case 'summary':
      return noting(draft, operation.id, addItem(draft, operation));
    case 'revise':
      return noting(draft, operation.id, revise(draft, operation));
    case 'withdraw':
    case 'restore':
      return noting(draft, operation.id, withdrawOrRestore(draft, operation));
    case 'move':
      return noting(draft, operation.id, move(draft, operation));
    case 'confirm':
      return noting(draft, operation.id, confirm(draft, operation));
    case 'delivery':
      return noting(draft, operation.id, reportDelivery(draft, operation));
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

function noting(draft: Draft, item: string, refusal: Refusal | undefined): Refusal | undefined {
  if (refusal === undefined) draft.note(item, 'named');
  return refusal;
}

/** What no sequence of accepted operations can break; a record that does is a bug, and nothing of it is kept. */
function checkRecord(draft: Draft): void {
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
