import { expect, it } from 'vitest';
import {
  circumstancesAt,
  scopeQuestion,
  startScenario,
} from '../../../test/support/bundle-scenario.ts';
import { revisedWarnings } from './revised-options.ts';
import { nextStep } from './status.ts';
import { answer } from './transitions/answer.ts';
import { ask } from './transitions/ask.ts';

const { sha256 } = circumstancesAt(0);

it('a pending question edited since it was asked is to be asked anew, and not put as it is (bundle contract 4)', () => {
  const scenario = startScenario();
  scenario.do(ask, scopeQuestion());
  expect(revisedWarnings(scenario.bundle(), sha256)).toEqual([]);
  scenario.edit('decisions.md', 'Broader cleanup', 'Rewrite');
  const warned = revisedWarnings(scenario.bundle(), sha256);
  expect(warned).toMatchObject([{ rule: 'options_changed', ids: ['Q001'], path: 'decisions.md' }]);
  const next = nextStep(scenario.bundle(), scenario.findings(), warned);
  expect(next).toMatchObject({ kind: 'ask', question: { id: 'Q001' } });
  expect(next.text).toMatch(/^The options of Q001 are not those that were asked; .*--revises Q001/);
  expect(scenario.refused(answer, { words: '2', via: 'typed' }).next).toContain('--revises Q001');
});
