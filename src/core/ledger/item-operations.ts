import { type Refusal, refuse } from '../refusal.ts';
import { invalidateDependents } from './dependencies.ts';
import type { BatchDraft } from './draft.ts';
import type { ItemState } from './item.ts';
import { newItem } from './new-item.ts';
import type {
  AddItem,
  AddTopLevel,
  AddUnderQuestion,
  Move,
  ReportDelivery,
  Revise,
  WithdrawOrRestore,
} from './operation.ts';
import { invalidInput, noItem, quote } from './refusals.ts';
import { addSummary, reviseSummary } from './summary-operations.ts';

/** Adds an item; something new touches only the question that it stands under. */
export function addItem(draft: BatchDraft, operation: AddItem): Refusal | undefined {
  const refusal = checkNewItem(draft, operation);
  if (refusal !== undefined) return refusal;
  if (operation.op === 'summary') return addSummary(draft, operation);
  return addPlainItem(draft, operation);
}

function addPlainItem(
  draft: BatchDraft,
  operation: AddTopLevel | AddUnderQuestion,
): Refusal | undefined {
  const refusal = operation.parent === undefined ? undefined : checkParent(draft, operation.parent);
  if (refusal !== undefined) return refusal;
  const isAnswer = operation.op === 'answer' || operation.op === 'reply';
  draft.insert(
    newItem(draft, operation, {
      parent: operation.parent ?? null,
      via: isAnswer ? (operation.via ?? 'typed') : null,
    }),
    operation.text,
  );
  invalidateDependents(draft, operation.parent);
  return undefined;
}

function checkNewItem(draft: BatchDraft, operation: AddItem): Refusal | undefined {
  if (draft.item(operation.id) !== undefined) {
    return refuse('item_exists', `the discussion already has an item ${quote(operation.id)}`, {
      field: draft.field('id'),
      details: { id: operation.id },
      next: 'give the new item another id, or revise the one that is there',
    });
  }
  const message = operation.message_id;
  if (message === undefined || !draft.isRecorded(message)) return undefined;
  return refuse(
    'message_recorded',
    `the message ${quote(message)} is already recorded in the discussion`,
    {
      field: draft.field('message_id'),
      details: { message_id: message },
      next: 'read the unassigned replies; where one message answers two questions, give message_id on the first only',
    },
  );
}

function checkParent(draft: BatchDraft, id: string): Refusal | undefined {
  const parent = draft.item(id);
  if (parent?.kind === 'question') return undefined;
  const reason = parent === undefined ? 'there is no such item' : `it is of kind ${parent.kind}`;
  return badParent(draft, id, `parent ${quote(id)} is not a question: ${reason}`);
}

function badParent(draft: BatchDraft, id: string, message: string): Refusal {
  return refuse('bad_parent', message, {
    field: draft.field('parent'),
    details: { parent: id },
    next: 'name a question of this discussion as parent',
  });
}

/** Replaces an item's text; the first one and the reason stay in the history. */
export function revise(draft: BatchDraft, operation: Revise): Refusal | undefined {
  const item = draft.item(operation.id);
  if (item === undefined) return noItem(operation.id, draft.field('id'));
  if (item.kind === 'summary') return reviseSummary(draft, operation);
  invalidateDependents(draft, item.id, item.parent);
  draft.change(item.id, { confirmed: false });
  draft.rewrite(item.id, operation.text);
  return undefined;
}

/** Withdraws an item or restores it. */
export function withdrawOrRestore(
  draft: BatchDraft,
  operation: WithdrawOrRestore,
): Refusal | undefined {
  const item = draft.item(operation.id);
  if (item === undefined) return noItem(operation.id, draft.field('id'));
  const withdrawn = operation.op === 'withdraw';
  invalidateDependents(draft, item.id, item.parent);
  if (item.kind === 'summary' && item.withdrawn !== withdrawn) {
    draft.countCitations(item.id, withdrawn ? -1 : 1);
  }
  draft.change(item.id, { withdrawn });
  return undefined;
}

/** Moves an item under another question or to another ordinal; a reply that gets a question becomes its answer. */
export function move(draft: BatchDraft, operation: Move): Refusal | undefined {
  const item = draft.item(operation.id);
  if (item === undefined) return noItem(operation.id, draft.field('id'));
  const refusal = checkMove(draft, operation, item);
  if (refusal !== undefined) return refusal;
  const parent = operation.parent ?? item.parent;
  const becomesAnswer = item.kind === 'reply' && operation.parent !== undefined;
  invalidateDependents(draft, item.id, item.parent, parent);
  draft.change(item.id, {
    parent,
    ordinal: operation.ordinal ?? item.ordinal,
    kind: becomesAnswer ? 'answer' : item.kind,
  });
  return undefined;
}

function checkMove(draft: BatchDraft, operation: Move, item: ItemState): Refusal | undefined {
  const { parent } = operation;
  if (parent === undefined) return checkHasTarget(draft, operation);
  const refusal = checkParent(draft, parent);
  if (refusal !== undefined) return refusal;
  if (draft.item(parent)?.withdrawn) {
    return badParent(draft, parent, `question ${quote(parent)} is withdrawn`);
  }
  const isFixed = item.kind === 'question' || item.kind === 'summary' || item.kind === 'gap';
  if (!isFixed || parent === item.parent) return undefined;
  return badParent(
    draft,
    parent,
    `${quote(item.id)} is of kind ${item.kind}; only options, answers and replies can be put under another question`,
  );
}

function checkHasTarget(draft: BatchDraft, operation: Move): Refusal | undefined {
  if (operation.ordinal !== undefined) return undefined;
  return invalidInput({
    path: draft.field(),
    expected: 'parent or ordinal to move the item to',
    fix: 'give parent, ordinal or both',
  });
}

/** Records the report that a question was shown in a message. Touches nothing. */
export function reportDelivery(draft: BatchDraft, operation: ReportDelivery): Refusal | undefined {
  const item = draft.item(operation.id);
  if (item === undefined) return noItem(operation.id, draft.field('id'));
  if (item.kind !== 'question') {
    return invalidInput({
      path: draft.field('id'),
      expected: `the id of a question, not of kind ${item.kind}`,
      fix: 'report delivery of questions only',
    });
  }
  draft.recordMessage(operation.message_id, item.id);
  draft.change(item.id, { delivery: 'reported_delivered', messageId: operation.message_id });
  return undefined;
}
