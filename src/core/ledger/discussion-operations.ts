import { type Refusal, refuse } from '../refusal.ts';
import { closeBlockers } from './close-gate.ts';
import type { BatchDraft } from './draft.ts';
import type { ChangeMetadata, Start } from './operation.ts';
import { invalidInput, quote } from './refusals.ts';

/** Opens a discussion; only the first operation of a new one may. */
export function start(draft: BatchDraft, operation: Start): Refusal | undefined {
  if (draft.operation > 0) return misplacedStart(draft);
  draft.discussion = {
    ...draft.discussion,
    title: operation.text,
    description: operation.description ?? '',
    state: 'active',
  };
  return undefined;
}

/** Refuses a `start` that does not open a new discussion. */
export function misplacedStart(draft: Pick<BatchDraft, 'field'>): Refusal {
  return invalidInput({
    path: draft.field('op'),
    expected: 'start only as the first operation of a new discussion',
    fix: 'leave start out to go on with this discussion, or start one under another id',
  });
}

/** Changes title, description or both. */
export function changeMetadata(draft: BatchDraft, operation: ChangeMetadata): Refusal | undefined {
  const { text, description } = operation;
  if (text === undefined && description === undefined) {
    return invalidInput({
      path: draft.field(),
      expected: 'text or description',
      fix: 'give text, description or both',
    });
  }
  draft.discussion = {
    ...draft.discussion,
    title: text ?? draft.discussion.title,
    description: description ?? draft.discussion.description,
  };
  return undefined;
}

/** Sets the discussion aside; its context is free for another. */
export function pause(draft: BatchDraft): Refusal | undefined {
  draft.discussion = { ...draft.discussion, state: 'paused' };
  return undefined;
}

/** Goes on with a discussion, bound to the context of the batch. */
export function resume(draft: BatchDraft): Refusal | undefined {
  if (draft.operation > 0 && draft.discussion.state === 'active') {
    return alreadyActive(draft.discussion.id, draft.field('op'));
  }
  draft.discussion = { ...draft.discussion, state: 'active' };
  return undefined;
}

/** Refuses to resume what is going on. */
export function alreadyActive(id: string, field: string): Refusal {
  const message = `the discussion ${quote(id)} is active and bound to this context`;
  return refuse('already_active', message, {
    field,
    next: 'leave resume out and go on',
  });
}

/** Refuses to work on a discussion that is paused or closed. */
export function notActive(id: string, state: string, field: string): Refusal {
  return refuse('not_active', `the discussion ${quote(id)} is ${state}`, {
    field,
    details: { state },
    next: 'begin the batch with resume, giving a reason',
  });
}

/** Closes the discussion, when nothing is left open; permits nobody to implement anything. */
export function close(draft: BatchDraft): Refusal | undefined {
  const blockers = closeBlockers(draft);
  if (blockers.length > 0) {
    const counts = blockers.map(({ rule, ids }) =>
      ids.length > 0 ? `${rule} (${ids.length})` : rule,
    );
    return refuse('close_blocked', `the discussion cannot be closed yet: ${counts.join(', ')}`, {
      field: draft.field('op'),
      details: { blockers },
      next: 'answer or withdraw what is open, assign replies with move, revise stale summaries and cite every question and gap',
    });
  }
  draft.discussion = { ...draft.discussion, state: 'closed' };
  return undefined;
}
