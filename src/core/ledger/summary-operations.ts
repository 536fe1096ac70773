import { type Refusal, refuse } from '../refusal.ts';
import { dependsOn, invalidateDependents } from './dependencies.ts';
import type { BatchDraft } from './draft.ts';
import { newItem } from './new-item.ts';
import type { AddSummary, Confirm, Revise } from './operation.ts';
import { invalidInput, noItem, quote } from './refusals.ts';

/** Adds a conclusion; it is fresh and nobody has confirmed it. */
export function addSummary(draft: BatchDraft, operation: AddSummary): Refusal | undefined {
  const refusal = checkRefs(draft, operation.refs);
  if (refusal !== undefined) return refusal;
  draft.insert(newItem(draft, operation, { parent: null, via: null }), operation.text);
  draft.cite(operation.id, operation.refs);
  return undefined;
}

/** Replaces a conclusion's text and what it cites, which makes it fresh and unconfirmed. */
export function reviseSummary(draft: BatchDraft, operation: Revise): Refusal | undefined {
  const refs = operation.refs ?? [];
  const refusal = checkRefs(draft, refs) ?? checkAcyclic(draft, operation.id, refs);
  if (refusal !== undefined) return refusal;
  invalidateDependents(draft, operation.id);
  draft.change(operation.id, { stale: false, confirmed: false });
  draft.rewrite(operation.id, operation.text);
  draft.cite(operation.id, refs);
  return undefined;
}

/** Records the user's confirmation of a conclusion, or its withdrawal. Touches nothing. */
export function confirm(draft: BatchDraft, operation: Confirm): Refusal | undefined {
  const item = draft.item(operation.id);
  if (item === undefined) return noItem(operation.id, draft.field('id'));
  if (item.kind !== 'summary') {
    return notConfirmable(draft, {
      expected: `the id of a summary, not of kind ${item.kind}`,
      fix: 'confirm summaries only',
    });
  }
  if (item.stale) {
    return notConfirmable(draft, {
      expected: 'a summary that is not stale',
      fix: 'revise the summary with current refs, then let the user confirm it',
    });
  }
  draft.change(item.id, { confirmed: operation.confirmed });
  return undefined;
}

function notConfirmable(draft: BatchDraft, problem: { expected: string; fix: string }): Refusal {
  return invalidInput({ path: draft.field('id'), ...problem });
}

function checkRefs(draft: BatchDraft, refs: readonly string[]): Refusal | undefined {
  if (refs.length === 0) {
    return invalidInput({
      path: draft.field('refs'),
      expected: 'one or more ids that the summary cites',
      fix: 'cite the questions, answers and other items that the summary rests on',
    });
  }
  const unusable = refs.flatMap((ref) => refProblems(draft, ref));
  const [first] = unusable;
  if (first === undefined) return undefined;
  const message = `the summary cannot cite ${quote(first.id)}: it ${first.problem}`;
  return refuse('bad_reference', message, {
    field: draft.field('refs'),
    details: { refs: unusable },
    next: 'cite items that are in play; revise stale summaries before citing them',
  });
}

function refProblems(draft: BatchDraft, ref: string): { id: string; problem: string }[] {
  const item = draft.item(ref);
  if (item === undefined) return [{ id: ref, problem: 'does not exist' }];
  if (item.withdrawn) return [{ id: ref, problem: 'is withdrawn' }];
  if (item.stale) return [{ id: ref, problem: 'is stale' }];
  return [];
}

/**
 * What a fresh item depends on is fresh all the way down, so a path from a citable item back to the summary runs
 * over fresh summaries alone, whose dependencies are all recorded.
 */
function checkAcyclic(
  draft: BatchDraft,
  summary: string,
  refs: readonly string[],
): Refusal | undefined {
  const cyclic = refs.find((ref) => dependsOn(draft, ref, summary));
  if (cyclic === undefined) return undefined;
  const message = `summary ${quote(summary)} cannot cite ${quote(cyclic)}, which rests on it`;
  return refuse('reference_cycle', message, {
    field: draft.field('refs'),
    details: { summary, ref: cyclic },
    next: 'cite what both rest on instead',
  });
}
