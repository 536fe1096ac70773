import { describe, expect, it } from 'vitest';
import {
  beginReview,
  scenarioText,
  sha256,
  timeAt,
} from '../../../test/support/review-scenario.ts';
import { isRefusal } from '../refusal.ts';
import { decideDraft, type RequestedDraft } from './decide-draft.ts';
import type { DraftChange } from './draft.ts';

const context = { at: timeAt(9), sha256 };
const place = { scope: 'newThread', anchorStart: 2, anchorEnd: 2 } as const;

function changeOf(request: RequestedDraft): DraftChange {
  const scenario = beginReview();
  scenario.open();
  const change = decideDraft(scenario.state, request, context);
  if (isRefusal(change)) throw new Error(change.message);
  return change;
}

describe('a draft (review contract 4 and 5)', () => {
  const quote = { exact: 'we', prefix: 'First ', suffix: ' read.' };
  const hash = sha256('we\nFirst \n read.').slice(0, 12);

  it.each<[string, RequestedDraft, string]>([
    ['a new thread', place, 'f-1|2-2'],
    ['a range of blocks', { ...place, anchorEnd: 3 }, 'f-1|2-3'],
    ['lines', { ...place, lineRange: { start: 3, end: 5 } }, 'f-1|2-2|L3-5'],
    ['a phrase', { ...place, quote }, `f-1|2-2|Q${hash}`],
    ['a reply', { scope: 'followup', threadId: 'u-1' }, 'u-1'],
  ])('of %s has the key that the state shows', (_, request, key) => {
    expect(changeOf({ ...request, text: 'abc' })).toMatchObject({
      key,
      text: 'abc',
      at: context.at,
    });
  });

  it('of one place has one key, whatever else is said with it', () => {
    const plain = changeOf({ ...place, text: 'a' });
    const rich = changeOf({
      ...place,
      text: 'b',
      intent: 'question',
      range: { startOffset: 0, endOffset: 1 },
    });
    expect(rich.key).toBe(plain.key);
    expect(rich.target).toMatchObject({
      intent: 'question',
      range: { startOffset: 0, endOffset: 1 },
    });
  });

  it('keeps its text exactly', () => {
    expect(changeOf({ ...place, text: ' a\r\n ' }).text).toBe(' a\r\n ');
  });

  it.each([undefined, '', ' \n'])('is cleared by the text %j, there or not', (text) => {
    expect(changeOf({ ...place, text }).text).toBeNull();
    expect(changeOf({ scope: 'followup', threadId: 'u-1', text }).text).toBeNull();
  });

  it.each<[string, RequestedDraft, object]>([
    ['an unknown thread', { scope: 'followup', threadId: 'u-9' }, { code: 'not_found' }],
    ['an unknown file', { ...place, fileId: 'f-9' }, { code: 'unknown_file' }],
    ['an anchor that is none', { ...place, anchorStart: 0 }, { code: 'validation_error' }],
    [
      'lines that are none',
      { ...place, lineRange: { start: 2, end: 1 } },
      { code: 'validation_error', field: 'lineRange' },
    ],
  ])('is refused for %s', (_, request, refusal) => {
    const scenario = beginReview();
    scenario.open();
    expect(decideDraft(scenario.state, { ...request, text: 'a' }, context)).toMatchObject(refusal);
  });

  it('needs a file id when there are several files', () => {
    const { state } = beginReview({ files: { 'plan.md': scenarioText, 'notes.md': '# Notes\n' } });
    expect(decideDraft(state, { ...place, text: 'a' }, context)).toMatchObject({
      code: 'missing_file_id',
    });
    expect(decideDraft(state, { ...place, fileId: 'f-2', text: 'a' }, context)).toMatchObject({
      key: 'f-2|2-2',
    });
  });
});
