import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scenarioOf,
  scopeQuestion,
  startScenario,
} from '../../../test/support/bundle-scenario.ts';
import { isRefusal } from '../refusal.ts';
import { resolveReference } from './references.ts';
import { separateClashes } from './renumber.ts';
import { answer } from './transitions/answer.ts';
import { ask } from './transitions/ask.ts';
import { checkpoint } from './transitions/checkpoint.ts';
import { recordSource } from './transitions/context.ts';
import { decide } from './transitions/decide.ts';
import { recordEvidence } from './transitions/evidence.ts';
import { finishAction } from './transitions/finish-action.ts';
import { startAction } from './transitions/start-action.ts';
import { assume } from './transitions/statement.ts';

const repair = (scenario: Scenario) => {
  let made = 0;
  const separated = separateClashes(scenario.texts, () => {
    made += 1;
    return `fresh${made}`;
  });
  if (isRefusal(separated)) throw new Error(separated.message);
  scenario.texts = separated.texts;
  scenario.do(checkpoint, {});
  return separated.renumbered.map(({ from, to }) => [from, to]);
};

/** Joins two branches of a record, as a merge that keeps the lines of both sides does. */
function merge(base: Scenario, ours: Scenario, theirs: Scenario): Scenario {
  const texts = new Map(ours.texts);
  for (const [path, text] of theirs.texts) {
    if (path === 'index.md') continue;
    const before = base.text(path).split('\n');
    const added = text.split('\n').filter((line) => line.trim() !== '' && !before.includes(line));
    const merged = ours.text(path).split('\n');
    const from = text.split('\n');
    for (const line of added) {
      const following = from
        .slice(from.indexOf(line) + 1)
        .find((one) => one.startsWith('## ') && before.includes(one));
      const at = following === undefined ? merged.length - 1 : merged.indexOf(following);
      merged.splice(
        line.startsWith('#') ? at : at,
        0,
        ...(line.startsWith('###') ? ['', line, ''] : [line]),
      );
    }
    texts.set(path, merged.join('\n'));
  }
  return scenarioOf(texts, 300);
}

describe('two branches that made the same ids (bundle contract 2)', () => {
  const base = startScenario();
  base.do(assume, { text: 'shared' });
  const ours = scenarioOf(base.texts, 30);
  ours.do(decide, { text: 'ours', words: 'yes' });
  ours.do(decide, { text: 'on ours', dependsOn: ['D001'], words: 'yes' });
  ours.do(recordSource, { claim: 'ours', classification: 'inferred', source: 's' });
  const theirs = scenarioOf(base.texts, 60);
  theirs.do(decide, { text: 'theirs', words: 'yes' });
  theirs.do(assume, { text: 'on theirs', dependsOn: ['D001'] });
  theirs.do(recordSource, { claim: 'theirs', classification: 'inferred', source: 's' });
  const merged = () => merge(base, ours, theirs);

  it('are told apart by their keys and reported', () => {
    expect(
      merged()
        .broken()
        .filter((one) => one.startsWith('id_clash')),
    ).toEqual([
      'id_clash D001',
      'id_clash S001',
      'id_clash E003',
      'id_clash E004',
      'id_clash E005',
    ]);
  });

  it('are renumbered, the later one, and every reference follows its own entry', () => {
    const scenario = merged();
    const renumbered = repair(scenario);
    expect(renumbered).toContainEqual(['D001', 'D003']);
    expect(renumbered).toContainEqual(['S001', 'S002']);
    expect(scenario.broken()).toEqual([]);
    const bundle = scenario.bundle();
    const title = (id: string): string | undefined => {
      const all = [...bundle.decisions, ...bundle.assumptions];
      const [reference] = all.find((one) => one.id === id)?.dependsOn ?? [];
      return reference === undefined ? undefined : resolveReference(bundle, reference)?.title;
    };
    expect([title('D002'), title('A002')]).toEqual(['ours', 'theirs']);
    expect(scenario.text('evidence.md')).toMatch(/Accepted D003<!--k\w+-->: theirs/);
    expect(scenario.text('evidence.md')).toMatch(/Accepted D001<!--k\w+-->: ours/);
  });

  it('leave nothing to do the second time', () => {
    const scenario = merged();
    repair(scenario);
    expect(repair(scenario)).toEqual([]);
  });
});

describe('other clashes', () => {
  it('of an entry without a key leave plain references with the earlier one', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one', words: 'yes' });
    scenario.edit(
      'decisions.md',
      '## Requirements',
      '### D001: by hand\n\n- Status: Proposed\n- Rests on: D001\n\n## Requirements',
    );
    expect(repair(scenario)).toEqual([['D001', 'D002']]);
    const [first, second] = scenario.bundle().decisions;
    expect([first?.title, second?.title, second?.key]).toEqual(['one', 'by hand', 'fresh1']);
    expect(second?.dependsOn.map(({ id }) => id)).toEqual(['D001']);
  });

  it('of an entry copied with its key give the copy an id and a key of its own', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one', words: 'yes' });
    scenario.do(assume, { text: 'a', dependsOn: ['D001'] });
    const [entry = ''] = /### D001[\s\S]*?(?=\n## )/.exec(scenario.text('decisions.md')) ?? [];
    scenario.edit('decisions.md', '## Requirements', `${entry}\n## Requirements`);
    expect(repair(scenario)).toEqual([['D001', 'D002']]);
    expect(scenario.bundle().decisions.map(({ id, key }) => [id, key])).toEqual([
      ['D001', 'k0001001'],
      ['D002', 'fresh1'],
    ]);
    expect(scenario.bundle().assumptions[0]?.dependsOn[0]).toMatchObject({
      id: 'D001',
      key: 'k0001001',
    });
  });

  it('leave its id to the earlier entry by the recorded times, wherever it stands', () => {
    const scenario = startScenario();
    const entry = (title: string, key: string, time: string): string =>
      `### D001 — ${title} <!-- key:${key} -->\n\n- Status: Accepted\n- Recorded: ${time}\n`;
    const late = entry('late', 'late0001', '2026-11-30T11:00:00+02:00');
    const early = entry('early', 'early001', '2026-11-30T09:30:00+01:00');
    scenario.edit('decisions.md', '## Decisions\n\nNone\n', `## Decisions\n\n${late}\n${early}`);
    expect(repair(scenario)).toEqual([['D001', 'D002']]);
    expect(scenario.bundle().decisions.map(({ id, title }) => [id, title])).toEqual([
      ['D002', 'late'],
      ['D001', 'early'],
    ]);
  });

  it('of a key under two ids give the later one a key and leave its id', () => {
    const scenario = startScenario();
    scenario.do(decide, { text: 'one', words: 'yes' });
    scenario.do(decide, { text: 'two', words: 'yes' });
    scenario.edit('decisions.md', 'key:k0002001', 'key:k0001001');
    expect(repair(scenario)).toEqual([['D002', 'D002']]);
    expect(scenario.broken()).toEqual([]);
  });

  it('of actions take their markers along', () => {
    const base = startScenario();
    const start = { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' };
    const done = { result: 'failed' as const, changed: [], checks: 'read' };
    const [one, two] = [scenarioOf(base.texts, 30), scenarioOf(base.texts, 60)];
    for (const scenario of [one, two]) {
      scenario.do(startAction, start);
      scenario.do(finishAction, done);
    }
    const scenario = scenarioOf(one.texts, 300);
    const [, section = ''] = two.text('actions.md').split(/\n(?=## )/);
    scenario.edit('actions.md', /$/, `\n${section}`);
    const [marker = ''] = /<!-- workflow-action.*\n/.exec(two.text('evidence.md')) ?? [];
    scenario.edit('evidence.md', /$/, marker);
    expect(scenario.broken()).toEqual(['id_clash ACT-001']);
    expect(repair(scenario)).toEqual([['ACT-001', 'ACT-002']]);
    expect(scenario.bundle().markers.map(({ id, status }) => [id, status])).toEqual([
      ['ACT-001', 'failed'],
      ['ACT-002', 'failed'],
    ]);
    expect(scenario.broken()).toEqual([]);
  });

  it('are named by key when a command cannot know which is meant', () => {
    const scenario = startScenario();
    scenario.do(ask, scopeQuestion());
    scenario.do(answer, { words: '1', via: 'typed' });
    scenario.do(recordEvidence, { text: 'x' });
    scenario.edit(
      'decisions.md',
      /$/,
      '\n### Q001 — again <!-- key:other001 -->\n\nWhat?\n\n1. a: x\n2. b: y\n',
    );
    const refusal = scenario.refused(answer, { id: 'Q001', words: '1', via: 'typed' });
    expect(refusal).toMatchObject({
      code: 'not_found',
      details: { candidates: ['Q001~k0001001', 'Q001~other001'] },
    });
  });
});
