import { describe, expect, it } from 'vitest';
import { beginReview } from '../../../test/support/review-scenario.ts';
import { decideConfirm, decideReattach } from './decide-place.ts';

describe('re-attaching a thread (review contract 8)', () => {
  it('gives an orphaned thread a place again', () => {
    const scenario = beginReview();
    const threadId = scenario.open();
    scenario.push('# Other\n\nNew words.\n', { threadAnchors: [{ threadId, orphaned: true }] });
    const document = scenario.document();
    const request = { threadId, anchorStart: 2, anchorEnd: 2 };
    scenario.do((state, context) => decideReattach(state, request, { ...context, document }));
    expect(scenario.state.threads.get(threadId)).toMatchObject({
      orphaned: false,
      moved: false,
      snippet: 'New words.',
      breadcrumb: 'Other',
      place: { anchorStart: 2, textHash: document.textHash },
    });
  });

  it.each([
    ['an unknown thread', { threadId: 'u-9' }, 'not_found'],
    ['a place beyond the last block', { anchorEnd: 99 }, 'validation_error'],
    ['a place before the first', { anchorStart: 0 }, 'validation_error'],
  ])('is refused for %s', (_, wrong, code) => {
    const scenario = beginReview();
    const threadId = scenario.open();
    const request = { threadId, anchorStart: 1, anchorEnd: 1, ...wrong };
    const document = scenario.document();
    expect(
      scenario.refused((state, context) => decideReattach(state, request, { ...context, document }))
        .code,
    ).toBe(code);
  });
});

describe('confirming a place (review contract 8)', () => {
  it('is refused for a thread that has none', () => {
    const scenario = beginReview();
    const threadId = scenario.open();
    scenario.push('# Other\n', { threadAnchors: [{ threadId, orphaned: true }] });
    expect(
      scenario.refused((state, context) => decideConfirm(state, threadId, context)),
    ).toMatchObject({
      code: 'validation_error',
    });
  });
});
