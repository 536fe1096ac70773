import { describe, expect, it } from 'vitest';
import {
  circumstancesAt,
  type Scenario,
  scenarioOf,
  scopeQuestion,
  startScenario,
} from '../../../../test/support/bundle-scenario.ts';
import { isRefusal } from '../../refusal.ts';
import { planWrite, recoveredTexts } from '../journal.ts';
import { ask } from '../transitions/ask.ts';
import { decide } from '../transitions/decide.ts';
import { type ChosenRecovery, chooseRecovery } from './recover.ts';
import { repairBundle } from './repair.ts';

const about = { trackerId: 't', at: '2026-11-30T09:00:00+01:00' };
const before = startScenario();
const after = scenarioOf(before.texts, 1);
after.do(ask, scopeQuestion());
const journal = planWrite(before.texts, after.texts, about);
const snapshotOf = (texts: Scenario['texts']) => ({ root: before.root, texts, faults: [] });
const chosen = (texts: Scenario['texts'], with_ = journal): ChosenRecovery => {
  const way = chooseRecovery(snapshotOf(texts), with_);
  if (isRefusal(way)) throw new Error(way.message);
  return way;
};

describe('an interrupted write (bundle contract 3)', () => {
  it('is finished from whatever state it was left in', () => {
    const paths = journal.files.map(({ path }) => path);
    for (let done = 0; done <= paths.length; done += 1) {
      const texts = new Map(before.texts);
      for (const path of paths.slice(0, done)) texts.set(path, after.text(path));
      const way = chosen(texts);
      expect(way.method).toBe('finish');
      expect(recoveredTexts(texts, way)).toEqual(after.texts);
    }
  });

  it('is finished around a harmless change of another hand, which is kept', () => {
    const texts = new Map(before.texts).set(
      'context.md',
      `${before.text('context.md')}\nA remark.\n`,
    );
    expect(chosen(texts).method).toBe('finish');
    const logged = new Map(before.texts).set(
      'evidence.md',
      `${before.text('evidence.md')}\nA remark.\n`,
    );
    expect(chosen(logged)).toMatchObject({ method: 'finish', kept: ['evidence.md'] });
  });

  it('is rolled back when the change of another hand does not go with what was begun', () => {
    const texts = new Map(before.texts)
      .set('decisions.md', `${before.text('decisions.md')}\nA remark.\n`)
      .set('evidence.md', after.text('evidence.md'));
    const way = chosen(texts);
    expect(way).toMatchObject({ method: 'roll back', kept: ['decisions.md'] });
    expect(way.writes).toEqual(new Map([['evidence.md', before.text('evidence.md')]]));
  });

  it('is left as it stands once a person has put the files right', () => {
    const own = scenarioOf(before.texts, 30);
    own.do(decide, { text: 'by hand' });
    expect(chosen(own.texts)).toMatchObject({ method: 'keep' });
    expect(chosen(before.texts, 'unreadable' as never)).toMatchObject({ method: 'keep', kept: [] });
  });

  it('is finished too when something else is amiss that the write has no part in', () => {
    const texts = new Map(before.texts)
      .set('stray.md', 'x')
      .set('decisions.md', after.text('decisions.md'));
    expect(chosen(texts)).toMatchObject({ method: 'finish', kept: [] });
  });

  it('with no sound way out is refused with the differences, and nothing is lost', () => {
    const texts = new Map(before.texts)
      .set('index.md', before.text('index.md').replace(/^Goal: .*\n/m, ''))
      .set('decisions.md', after.text('decisions.md'));
    expect(chooseRecovery(snapshotOf(texts), journal)).toMatchObject({
      code: 'interrupted_write',
      details: {
        differences: [{ path: 'evidence.md' }, { path: 'index.md' }],
        findings: expect.any(Array),
      },
    });
    expect(chooseRecovery(snapshotOf(texts), 'unreadable')).toMatchObject({
      code: 'interrupted_write',
    });
  });

  it('of a bundle that never came to be is finished', () => {
    const creation = planWrite(new Map(), before.texts, about);
    const way = chosen(new Map(), creation);
    expect(way.method).toBe('finish');
    expect(recoveredTexts(new Map(), way)).toEqual(before.texts);
  });
});

describe('what a doctor heals (bundle contract 2)', () => {
  const healed = (scenario: Scenario) => {
    const outcome = repairBundle(snapshotOf(scenario.texts), circumstancesAt(99));
    if (isRefusal(outcome)) throw new Error(outcome.message);
    return outcome;
  };

  it('is clashes and lines that follow from other files', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one', words: 'yes' });
    scenario.edit(
      'decisions.md',
      '## Requirements',
      '### D001: again\n\n- Status: Accepted\n\n## Requirements',
    );
    const { renumbered, findings, texts } = healed(scenario);
    expect(renumbered).toMatchObject([{ from: 'D001', to: 'D002' }]);
    expect(findings).toEqual([]);
    expect(texts.get('index.md')).toContain('\nAccepted decisions: D001, D002\n');
    expect(texts.get('evidence.md')).toContain('— Repaired D001 renumbered to D002\n');
  });

  it('is nothing in a bundle that is whole', () => {
    const scenario = startScenario();
    expect(healed(scenario)).toEqual({ texts: scenario.texts, renumbered: [], findings: [] });
  });

  it('leaves to a person what takes a decision', () => {
    const scenario = startScenario();
    scenario.add('stray.md', 'x');
    const outcome = healed(scenario);
    expect(outcome.texts).toBe(scenario.texts);
    expect(outcome.findings.map(({ rule }) => rule)).toEqual(['file_undeclared']);
    scenario.edit(
      'decisions.md',
      '## Decisions\n\nNone',
      '## Decisions\n\n### D001: x\n\n- Status: Accepted',
    );
    expect(healed(scenario).findings.map(({ rule }) => rule)).toEqual(['file_undeclared']);
    expect(healed(scenario).texts.get('index.md')).toContain('\nAccepted decisions: D001\n');
  });
});
