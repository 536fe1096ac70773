import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type DecisionContext, stamp } from './decision.ts';
import type { NewEvent } from './events.ts';
import type { ReviewState } from './state.ts';
import type { VerdictOption, WireVerdict } from './wire.ts';

/** What a client sends to finish: the verdict, where one was asked. */
export interface RequestedVerdict {
  readonly optionId: string;
  readonly feedback?: string | undefined;
}

/** Finishes a review; a verdict is checked where one was asked and ignored where none was. */
export function decideDone(
  state: ReviewState,
  requested: RequestedVerdict | undefined,
  context: DecisionContext,
): readonly NewEvent[] | Refusal {
  const options = state.started.verdictConfig?.options;
  if (options === undefined) return [{ kind: 'session.done', ...stamp(context), data: {} }];
  const verdict = checkVerdict(options, requested, context.at);
  if (isRefusal(verdict)) return verdict;
  return [{ kind: 'session.done', ...stamp(context), data: { verdict } }];
}

function checkVerdict(
  options: readonly VerdictOption[],
  requested: RequestedVerdict | undefined,
  at: string,
): WireVerdict | Refusal {
  const ids = options.map(({ id }) => id).join(', ');
  if (requested === undefined) {
    return refuse('invalid_input', `a verdict is needed, one of ${ids}`, { field: 'verdict' });
  }
  const option = options.find(({ id }) => id === requested.optionId);
  if (option === undefined) {
    const message = `no verdict option "${requested.optionId}"; the options are ${ids}`;
    return refuse('validation_error', message, { field: 'verdict.optionId' });
  }
  const feedback = requested.feedback?.trim() ?? '';
  if (option.feedbackRequired && feedback === '') {
    return refuse('validation_error', `the verdict "${option.label}" needs feedback`, {
      field: 'verdict.feedback',
    });
  }
  const { id: optionId, label } = option;
  return { optionId, label, ...(feedback === '' ? {} : { feedback }), decidedAt: at };
}
