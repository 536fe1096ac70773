import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
  sha256,
} from '../../../test/support/review-scenario.ts';
import { isRefusal } from '../refusal.ts';
import { acceptSuggestion, findSuggestion, placeAccepted } from './accept-suggestion.ts';
import { decideReattach } from './decide-place.ts';
import { readDocument } from './reviewed-document.ts';

const quote = { exact: 'we read', prefix: 'First ', suffix: '.' };

function suggested(): ReviewScenario {
  const scenario = beginReview();
  scenario.open({ quote, intent: 'suggestion', replacement: 'we look' });
  return scenario;
}

function accept(scenario: ReviewScenario, disk: string) {
  const suggestion = findSuggestion(scenario.state, 'u-1', undefined);
  if (isRefusal(suggestion)) throw new Error(suggestion.message);
  const document = readDocument({
    id: 'f-1',
    kind: 'markdown',
    path: 'plan.md',
    textHash: sha256(disk),
    text: disk,
  });
  return acceptSuggestion(suggestion, { disk: document, textOf: scenario.textOf });
}

describe('a suggestion (review contract 8)', () => {
  it('replaces exactly its span, wherever that is now', () => {
    for (const ahead of ['', 'More.\n\n']) {
      const accepted = accept(suggested(), ahead + scenarioText);
      if (isRefusal(accepted)) throw new Error(accepted.message);
      expect(accepted.text).toBe(ahead + scenarioText.replace('we read', 'we look'));
      expect(accepted.text.slice(accepted.source.start, accepted.source.end)).toBe('we look');
    }
  });

  it('is judged by the text that it was written on, not by where its thread stands now', () => {
    const scenario = suggested();
    scenario.do((state, context) => {
      const request = { threadId: 'u-1', anchorStart: 1, anchorEnd: 1 };
      const decided = decideReattach(state, request, { ...context, document: scenario.document() });
      return isRefusal(decided) ? decided : decided.events;
    });
    const accepted = accept(scenario, scenarioText);
    expect(isRefusal(accepted) ? accepted : accepted.text).toBe(
      scenarioText.replace('we read', 'we look'),
    );
  });

  it('is refused with what stands there when the span is another, or gone', () => {
    expect(accept(suggested(), scenarioText.replace('we read', 'we  read'))).toMatchObject({
      code: 'suggestion_conflict',
      details: { expected: 'we read' },
    });
    expect(accept(suggested(), '# Gone\n')).toMatchObject({
      code: 'suggestion_conflict',
      details: { expected: 'we read', found: null },
    });
  });

  it('that is meant is the last one of the thread, unless a message is named', () => {
    const { state } = suggested();
    expect(findSuggestion(state, 'u-1', undefined)).toMatchObject({ replacement: 'we look' });
    expect(findSuggestion(state, 'u-1', 'u-1')).toMatchObject({ replacement: 'we look' });
    expect(findSuggestion(state, 'u-1', 'r-1')).toMatchObject({ code: 'not_found' });
    const plain = beginReview();
    plain.open();
    expect(findSuggestion(plain.state, 'u-1', undefined)).toMatchObject({ code: 'not_found' });
  });

  it('leaves its thread on what replaced the text, if that shows anything', () => {
    const scenario = suggested();
    const thread = scenario.state.threads.get('u-1');
    if (thread === undefined) throw new Error('no thread');
    const text = scenarioText.replace('we read', 'we look');
    const document = readDocument({
      id: 'f-1',
      kind: 'markdown',
      path: 'plan.md',
      textHash: sha256(text),
      text,
    });
    const start = text.indexOf('we look');
    const place = placeAccepted(thread, document, { start, end: start + 7 })?.place;
    expect(place).toMatchObject({ anchorStart: 2, quote: { exact: 'we look' } });
    expect(placeAccepted(thread, document, { start, end: start })).toBeUndefined();
  });
});
