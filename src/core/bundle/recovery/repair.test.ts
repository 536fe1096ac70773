import { expect, it } from 'vitest';
import {
  circumstancesAt,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import { isRefusal } from '../../refusal.ts';
import { ask } from '../transitions/ask.ts';
import { repairBundle } from './repair.ts';

it('separates a clash although the renumbered entry has a fault of its own (bundle contract 2)', () => {
  const scenario = startScenario();
  scenario.do(ask, scopeQuestion());
  const entry = /### Q001 [\s\S]*?specify\n/.exec(scenario.text('decisions.md'))?.[0] ?? '';
  const later = entry
    .replace(/key:\w+ shown:\w+/, 'key:zzzz9999')
    .replace('Status: Pending', 'Status: Deferred')
    .replace(/^- Recorded: .*$/m, '- Recorded: 2026-11-30T18:00:00+01:00')
    .replace(/^[23]\. .*\n/gm, '');
  scenario.edit('decisions.md', entry, `${entry}\n${later}`);
  expect(scenario.broken()).toEqual(['id_clash Q001', 'too_few_options Q001']);
  const { root, texts } = scenario;
  const healed = repairBundle({ root, texts, faults: [] }, circumstancesAt(90));
  if (isRefusal(healed)) throw new Error(healed.message);
  expect(healed.renumbered).toEqual([{ from: 'Q001', to: 'Q002', key: 'zzzz9999' }]);
  expect(healed.findings.map(({ rule, ids }) => [rule, ...ids].join(' '))).toEqual([
    'too_few_options Q002',
  ]);
});
