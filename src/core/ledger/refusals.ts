import { type Refusal, refuse } from '../refusal.ts';
import type { Discussion } from './discussion.ts';

/** One thing that is wrong with an input. */
export interface InputProblem {
  /** Such as `operations[2].text`. */
  readonly path: string;
  readonly expected: string;
  readonly fix: string;
}

/** Refuses an input with everything that is wrong with it; the message names the first. */
export function invalidInput(first: InputProblem, ...others: readonly InputProblem[]): Refusal {
  const suffix = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return refuse('invalid_input', `${first.path}: expected ${first.expected}${suffix}`, {
    field: first.path,
    details: [first, ...others],
    next: first.fix,
  });
}

/** Refuses a read or a batch for a discussion that is not there. */
export function noDiscussion(id: string): Refusal {
  return refuse('not_found', `no discussion has the id ${quote(id)}`, {
    field: 'id',
    details: { id },
    next: 'list the discussions of this context, or start a new one',
  });
}

/** Refuses an id under which the discussion has no item. */
export function noItem(id: string, field: string): Refusal {
  return refuse('item_missing', `the discussion has no item ${quote(id)}`, {
    field,
    details: { id },
    next: 'show the discussion to see the ids of its items',
  });
}

/** Refuses a context that does not own the discussion. The owner's token is not disclosed. */
export function contextMismatch(discussion: Discussion): Refusal {
  const unbound = discussion.context === '';
  const message = `the discussion ${quote(discussion.id)} ${unbound ? 'is bound to no context' : 'belongs to another context'}`;
  return refuse('context_mismatch', message, {
    field: 'context',
    next: unbound
      ? 'to take it up, begin the batch with resume and give from_context as an empty string'
      : 'to take it over, begin the batch with resume and name its context in from_context; ask the user first',
  });
}

/** An id as messages show it. */
export function quote(id: string): string {
  return JSON.stringify(id);
}
