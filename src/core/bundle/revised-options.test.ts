import { expect, it } from 'vitest';
import { beginStory, circumstancesAt, scopeQuestion } from '../../../test/support/bundle-story.ts';
import { revisedWarnings } from './revised-options.ts';
import { nextStep } from './status.ts';
import { answer } from './transitions/answer.ts';
import { ask } from './transitions/ask.ts';

const { sha256 } = circumstancesAt(0);

it('a pending question edited since it was asked is to be asked anew, and not put as it is (bundle contract 4)', () => {
  const story = beginStory();
  story.do(ask, scopeQuestion());
  expect(revisedWarnings(story.bundle(), sha256)).toEqual([]);
  story.edit('decisions.md', 'Broader cleanup', 'Rewrite');
  const warned = revisedWarnings(story.bundle(), sha256);
  expect(warned).toMatchObject([{ rule: 'options_changed', ids: ['Q001'], path: 'decisions.md' }]);
  const next = nextStep(story.bundle(), story.findings(), warned);
  expect(next).toMatchObject({ kind: 'ask', question: { id: 'Q001' } });
  expect(next.text).toMatch(/^The options of Q001 are not those that were asked; .*--revises Q001/);
  expect(story.refused(answer, { words: '2', via: 'typed' }).next).toContain('--revises Q001');
});
