import { describe, expect, it } from 'vitest';
import { beginReview } from '../../../test/support/review-scenario.ts';
import { decideDone, type RequestedVerdict } from './decide-done.ts';

const verdictConfig = {
  options: [
    { id: 'approve', label: 'Approve', style: 'positive', feedbackRequired: false },
    { id: 'decline', label: 'No', style: 'negative', feedbackRequired: true },
  ],
} as const;

describe('finishing a review without verdict options (review contract 5)', () => {
  it.each<RequestedVerdict | undefined>([undefined, { optionId: 'approve', feedback: 'x' }])(
    'ignores the verdict %j',
    (verdict) => {
      const scenario = beginReview();
      scenario.do((state, context) => decideDone(state, verdict, context));
      expect(scenario.state).toMatchObject({ finishedAt: '2026-11-30T10:01:00.000Z' });
      expect(scenario.state.verdict).toBeUndefined();
    },
  );
});

describe('finishing a review with verdict options (review contract 5 and 6)', () => {
  it.each<[RequestedVerdict, object]>([
    [{ optionId: 'approve' }, { optionId: 'approve', label: 'Approve' }],
    [
      { optionId: 'approve', feedback: ' ' },
      { optionId: 'approve', label: 'Approve' },
    ],
    [
      { optionId: 'decline', feedback: ' Too\nearly. ' },
      { optionId: 'decline', label: 'No', feedback: 'Too\nearly.' },
    ],
  ])('keeps %j as a verdict with its label, the feedback trimmed', (requested, verdict) => {
    const scenario = beginReview({ started: { verdictConfig } });
    scenario.do((state, context) => decideDone(state, requested, context));
    expect(scenario.state.verdict).toEqual({ ...verdict, decidedAt: '2026-11-30T10:01:00.000Z' });
    expect(scenario.state.finishedAt).toBeDefined();
  });

  it.each<[RequestedVerdict | undefined, object]>([
    [undefined, { code: 'invalid_input', field: 'verdict' }],
    [{ optionId: 'maybe' }, { code: 'validation_error', field: 'verdict.optionId' }],
    [{ optionId: 'Approve' }, { code: 'validation_error', field: 'verdict.optionId' }],
    [{ optionId: 'decline' }, { code: 'validation_error', field: 'verdict.feedback' }],
    [
      { optionId: 'decline', feedback: ' \n' },
      { code: 'validation_error', field: 'verdict.feedback' },
    ],
  ])('refuses %j and changes nothing', (requested, refusal) => {
    const scenario = beginReview({ started: { verdictConfig } });
    expect(
      scenario.refused((state, context) => decideDone(state, requested, context)),
    ).toMatchObject(refusal);
    expect(scenario.state.finishedAt).toBeUndefined();
  });
});
