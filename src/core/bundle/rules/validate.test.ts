import { describe, expect, it } from 'vitest';
import {
  type Scenario,
  scenarioOf,
  scopeQuestion,
  startScenario,
  trackerId,
} from '../../../../test/support/bundle-scenario.ts';
import { isRefusal } from '../../refusal.ts';
import type { FileFault } from '../snapshot.ts';
import { answer } from '../transitions/answer.ts';
import { ask } from '../transitions/ask.ts';
import { checkpoint } from '../transitions/checkpoint.ts';
import { decide } from '../transitions/decide.ts';
import { finishAction } from '../transitions/finish-action.ts';
import { handoff } from '../transitions/handoff.ts';
import { startAction } from '../transitions/start-action.ts';
import { validateSnapshot, warnings } from './validate.ts';

/** A bundle with something of everything: answered and open questions, decisions, actions, phases. */
const full = (): Scenario => scenarioOf(fullTexts, 60);

function makeFull(): Scenario {
  const scenario = startScenario({ goal: 'A right parser' });
  scenario.do(ask, scopeQuestion());
  scenario.do(answer, { words: '1', via: 'typed' });
  scenario.do(decide, { text: 'one', from: 'Q001' });
  scenario.do(decide, { text: 'two', dependsOn: ['D001'] });
  const action = { scope: 'Notes', touches: ['a.md'], unneeded: 'asked for' };
  scenario.do(startAction, action);
  scenario.do(finishAction, { result: 'completed', changed: ['a.md'], checks: 'read' });
  scenario.do(handoff, { part: 'plan', text: '1. Fix' });
  scenario.do(handoff, { part: 'phase', title: 'One', text: 'x' });
  scenario.do(handoff, { part: 'phase', title: 'Two', text: 'x', dependsOn: ['P01'] });
  scenario.do(startAction, action);
  scenario.do(ask, scopeQuestion({ prompt: 'And then?' }));
  scenario.do(ask, scopeQuestion({ prompt: 'And after that?' }));
  return scenario;
}

const fullTexts = makeFull().texts;

const refusal = (text: string, files: readonly [string, string][] = []): string | undefined => {
  const validated = validateSnapshot({
    root: '/r',
    texts: new Map([['index.md', text], ...files]),
    faults: [],
  });
  return isRefusal(validated) ? `${validated.code}: ${validated.message}` : undefined;
};

describe('a bundle (bundle contract 3)', () => {
  it('made by the program is valid', () => {
    expect(startScenario().broken()).toEqual([]);
    expect(full().broken()).toEqual([]);
  });

  it('is none without index.md or its header', () => {
    expect(validateSnapshot({ root: '/r', texts: new Map(), faults: [] })).toMatchObject({
      code: 'not_a_bundle',
    });
    expect(refusal('# Discussion Record\n')).toContain('not_a_bundle');
    expect(
      refusal('```\n<!-- workflow-record version:4 kind:discuss tracker-id:x -->\n```\n'),
    ).toContain('not_a_bundle');
    expect(refusal('see <!-- workflow-record version:4 kind:discuss tracker-id:x -->')).toContain(
      'not_a_bundle',
    );
  });

  it('whose index.md is there and cannot be read is not valid', () => {
    const faults = [{ path: 'index.md', fault: 'not_utf8' as const }];
    expect(validateSnapshot({ root: '/r', texts: new Map(), faults })).toMatchObject({
      code: 'invalid_bundle',
      details: { findings: [{ rule: 'file_not_utf8', path: 'index.md' }] },
    });
  });

  it.each([
    ['version:3 kind:discuss', 'version 3'],
    ['version:5 kind:discuss', 'version 5'],
    ['kind:discuss', 'no version'],
    ['version:4 kind:plan', 'kind "plan"'],
  ])('of another version is refused with what was found: %s', (words, found) => {
    const told = refusal(`<!-- workflow-record ${words} tracker-id:x -->\n`);
    expect(told).toContain('wrong_version');
    expect(told).toContain(found);
  });
});

const marker = '<!-- workflow-manifest:end -->';
const snapshotEnd = '<!-- workflow-active-snapshot:end -->';

const indexRows: readonly [string, string | RegExp, string, string][] = [
  [
    'two headers',
    /$/,
    `<!-- workflow-record version:4 kind:discuss tracker-id:${trackerId} -->\n`,
    'header_repeated',
  ],
  ['another tracker id in its field', /^Tracker ID: .*$/m, 'Tracker ID: x', 'tracker_id'],
  ['no snapshot', snapshotEnd, '', 'snapshot_missing'],
  [
    'a snapshot of another version',
    'snapshot:start version:2',
    'snapshot:start version:1',
    'snapshot_missing',
  ],
  [
    'two snapshots',
    /$/,
    `<!-- workflow-active-snapshot:start version:2 -->\n${snapshotEnd}\n`,
    'snapshot_repeated',
  ],
  [
    'a snapshot over 64 KiB',
    snapshotEnd,
    `${'é'.repeat(33_000)}\n${snapshotEnd}`,
    'snapshot_too_large',
  ],
  ['no checkpoint', '## Resume Checkpoint', '## Checkpoint', 'checkpoint_missing'],
  ['two checkpoints', /$/, '\n## Resume Checkpoint\n', 'checkpoint_repeated'],
  ['a missing field', /^Workspace: .*\n/m, '', 'field_missing'],
  ['a missing field of the snapshot', /^Goal: .*\n/m, '', 'field_missing'],
  ['a missing field of the checkpoint', /^- Deferred work: .*\n/m, '', 'field_missing'],
  ['a field twice', /^(Workspace: .*\n)/m, 'Workspace: a\nWorkspace: b\n', 'field_repeated'],
  ['a value left out', /^Workspace: .*$/m, 'Workspace:', 'field_blank'],
  [
    'fields out of order',
    /^(Created: .*)\n(Last updated: .*)$/m,
    'Last updated: Unknown\nCreated: Unknown',
    'field_order',
  ],
  ['a time without zone', /^Created: .*$/m, 'Created: 2026-11-30T09:00:00', 'field_value'],
  ['another mode', 'Mode: discuss', 'Mode: plan', 'field_value'],
  ['another mode status', /^Mode status: .*$/m, 'Mode status: Done', 'field_value'],
  ['another readiness', 'Not ready', 'Nearly', 'field_value'],
  ['another execute mode', 'Inactive', 'Sleeping', 'field_value'],
  ['another profile', 'Lightweight', 'Light', 'field_value'],
  [
    'a status before the handoff',
    /^Mode status: .*$/m,
    'Mode status: Awaiting decision\nStatus: Approved',
    'status_early',
  ],
  [
    'Active while a material question waits',
    /^Mode status: .*$/m,
    'Mode status: Active',
    'mode_status Q002',
  ],
  ['two next actions', /(?<=^Next safe action: ).*$/m, 'Something else', 'next_action'],
  ['no tracker reference', 'references/tracker.md, ', '', 'required_references'],
  ['no actions reference while one is open', ', references/actions.md', '', 'required_references'],
  [
    'no response reference while a question waits',
    ', references/response-workflow.md',
    '',
    'required_references',
  ],
  [
    'an accepted decision that is left out',
    'Accepted decisions: D001',
    'Accepted decisions: None',
    'index_stale D001',
  ],
  [
    'an open question that is left out',
    /^Open items: .*$/m,
    'Open items: Q002, D002',
    'index_stale Q003',
  ],
  [
    'an answered question as an open item',
    'Open items: Q002',
    'Open items: Q001, Q002',
    'index_stale Q001',
  ],
  [
    'no active action while one is open',
    /^Active action: .*$/m,
    'Active action: None',
    'index_stale ACT-002',
  ],
  [
    'an unknown id in the snapshot',
    'Accepted decisions: D001',
    'Accepted decisions: D001, D009',
    'id_unknown D009',
  ],
  ['no manifest', marker, '', 'manifest_missing'],
  ['two manifests', /$/, `<!-- workflow-manifest:start -->\n${marker}\n`, 'manifest_repeated'],
  [
    'a manifest without index.md first',
    'index.md\ncontext.md',
    'context.md\nindex.md',
    'manifest_first',
  ],
  ['a file declared twice', 'plan.md\n', 'plan.md\nplan.md\n', 'manifest_duplicate'],
  ['a path that leaves the root', marker, `../x.md\n${marker}`, 'manifest_path'],
  ['an absolute path', marker, `/x.md\n${marker}`, 'manifest_path'],
  ['a path with backslashes', marker, `a\\x.md\n${marker}`, 'manifest_path'],
  ['a file that is no Markdown', marker, `x.txt\n${marker}`, 'manifest_path'],
  ['a declared file that is not there', marker, `x.md\n${marker}`, 'file_missing'],
  ['a standard file that is not declared', 'evidence.md\n', '', 'file_undeclared'],
];

describe('index.md (bundle contract 2, 3)', () => {
  it.each(indexRows)('with %s is not valid', (...row) => {
    const [, from, words, finding] = row;
    const scenario = full();
    scenario.edit('index.md', from, words);
    expect(scenario.broken()).toContain(finding);
  });

  it('with its parts out of order is not valid', () => {
    const scenario = startScenario();
    const [part = ''] =
      /<!-- workflow-manifest:start[\s\S]*$/.exec(scenario.text('index.md')) ?? [];
    scenario.edit('index.md', part, '');
    scenario.edit('index.md', '<!-- workflow-active', `${part}\n<!-- workflow-active`);
    expect(scenario.broken()).toEqual(['index_order']);
  });

  it('may say $discuss and /discuss, and is written as discuss', () => {
    for (const mode of ['$discuss', '/discuss']) {
      const scenario = startScenario();
      scenario.edit('index.md', 'Mode: discuss', `Mode: ${mode}`);
      expect(scenario.broken()).toEqual([]);
      scenario.do(checkpoint, {});
      expect(scenario.text('index.md')).toContain('\nMode: discuss\n');
    }
  });

  it('that waits for no question is not Awaiting decision', () => {
    const scenario = startScenario();
    scenario.edit('index.md', 'Mode status: Active', 'Mode status: Awaiting decision');
    expect(scenario.broken()).toEqual(['mode_status']);
  });

  it('that names another place than where it is gives a warning and no finding', () => {
    const scenario = startScenario();
    const snapshot = { root: '/elsewhere', texts: scenario.texts, faults: [] };
    expect(warnings(scenario.bundle(), snapshot).map(({ rule }) => rule)).toEqual(['root_differs']);
    expect(warnings(scenario.bundle(), { ...snapshot, root: scenario.root })).toEqual([]);
    expect(scenario.broken()).toEqual([]);
  });
});

describe('the files (bundle contract 3)', () => {
  it('are all declared', () => {
    const scenario = full();
    scenario.add('notes/extra.md', 'x');
    expect(scenario.broken()).toEqual(['file_undeclared']);
  });

  it.each<[FileFault]>([['symlink'], ['not_regular'], ['not_utf8'], ['unreadable'], ['too_large']])(
    'are regular, readable UTF-8: %s',
    (fault) => {
      const scenario = full();
      scenario.fault('plan.md', fault);
      expect(scenario.findings().map(({ rule, path }) => [rule, path])).toEqual([
        [`file_${fault}`, 'plan.md'],
      ]);
    },
  );

  it('are no more than 2 MiB together', () => {
    const scenario = full();
    scenario.add('plan.md', `1. x\n${'é'.repeat(1024 * 1024)}`);
    expect(scenario.broken()).toEqual(['bundle_too_large']);
  });

  it('hold no marks of a merge conflict, except where they are shown', () => {
    const scenario = full();
    scenario.edit('context.md', '## Risks', '```\n<<<<<<< ours\n```\n\n## Risks');
    expect(scenario.broken()).toEqual([]);
    scenario.edit('context.md', '## Risks', '<<<<<<< ours\n=======\n>>>>>>> theirs\n\n## Risks');
    expect(scenario.broken()).toEqual(['merge_conflict']);
  });
});

const entryRows: readonly [string, [string, string | RegExp, string], string][] = [
  ['two entries of one id', ['decisions.md', '### D002', '### D001'], 'id_clash D001'],
  [
    'one key in two entries',
    ['decisions.md', /key:k0004001/, 'key:k0003001'],
    'key_clash D001 D002',
  ],
  [
    'an unknown id in a field',
    ['decisions.md', 'Rests on: D001<', 'Rests on: D007<'],
    'id_unknown D007',
  ],
  [
    'a marker of an unknown action',
    ['evidence.md', /workflow-action:ACT-001/, 'workflow-action:ACT-007'],
    'id_unknown ACT-007',
  ],
  [
    'two pending questions',
    ['decisions.md', '- Status: Deferred', '- Status: Pending'],
    'pending_several Q002 Q003',
  ],
  ['an answer without a choice', ['decisions.md', /- Choice: .*\n/, ''], 'answer_missing Q001'],
  [
    'options with wrong numbers',
    ['decisions.md', /(?<=And then\?\n\n)1\. /, '2. '],
    'question_numbers Q002',
  ],
  [
    'a recommended option that is not first',
    ['decisions.md', /Planning only(?! \(R)/g, 'Planning only (Recommended)'],
    'two_recommended Q002',
  ],
  [
    'one option',
    ['decisions.md', /(?<=And then\?\n\n)1\. .*\n2\. .*\n3\. /, '1. '],
    'too_few_options Q002',
  ],
  [
    'an Other option',
    ['decisions.md', /(?<=And then\?\n\n1\. .*\n2\. .*\n)3\. Planning only/, '3. Other'],
    'other_by_hand Q002',
  ],
  [
    'a material question with a default',
    ['decisions.md', /(?<=### Q002[^#]*)- Default: None/, '- Default: 1'],
    'material_default Q002',
  ],
  [
    'a question that states no default',
    ['decisions.md', /(?<=### Q002[^#]*)- Material: Yes/, '- Material: No'],
    'default_missing Q002',
  ],
  [
    'two open actions',
    ['actions.md', 'Action status: Completed', 'Action status: Authorized'],
    'actions_open_several ACT-001 ACT-002',
  ],
  [
    'an action of no status',
    ['actions.md', 'Action status: Completed', 'Action status: Done'],
    'action_status ACT-001',
  ],
  [
    'a marker that says something else',
    ['evidence.md', 'status:completed', 'status:failed'],
    'action_marker ACT-001',
  ],
  [
    'no marker of an action',
    ['evidence.md', /<!-- workflow-action:ACT-002.*\n/, ''],
    'action_marker ACT-002',
  ],
  [
    'two markers of an action',
    ['evidence.md', /$/, '<!-- workflow-action:ACT-002 status:open -->\n'],
    'action_marker ACT-002',
  ],
  ['a phase of no id', ['phases/P01-one.md', '# P01 — One', '# One'], 'phase_id P01'],
  ['two phases of one id', ['phases/P02-two.md', '# P02', '# P01'], 'phase_id P01'],
  [
    'an unknown dependency',
    ['phases/P02-two.md', 'Depends on: P01', 'Depends on: P09'],
    'phase_dependency P02',
  ],
  ['a cycle', ['phases/P01-one.md', 'Depends on: None', 'Depends on: P02'], 'phase_cycle P01'],
  ['a wrong wave', ['phases/P02-two.md', 'Wave: 2', 'Wave: 1'], 'phase_wave P02'],
  ['no wave', ['phases/P02-two.md', 'Wave: 2\n', ''], 'phase_wave P02'],
];

describe('entries and phases (bundle contract 2–5)', () => {
  it.each(entryRows.filter(([name]) => name !== 'a phase of no id'))(
    'with %s are not valid',
    (...row) => {
      const [, [path, from, words], finding] = row;
      const scenario = full();
      scenario.edit(path, from, words);
      expect(scenario.broken()).toContain(finding);
    },
  );

  it('in a file whose name and heading give no id are not valid', () => {
    const scenario = full();
    const text = scenario.text('phases/P01-one.md').replace('# P01 — One', '# One');
    scenario.texts = new Map([...scenario.texts].filter(([path]) => path !== 'phases/P01-one.md'));
    scenario.add('phases/one.md', text);
    scenario.edit('index.md', 'phases/P01-one.md', 'phases/one.md');
    expect(scenario.broken()).toEqual(['phase_dependency P02', 'phase_id']);
  });

  it('of a phase whose file has another name are not valid', () => {
    const scenario = full();
    scenario.edit('phases/P01-one.md', '# P01', '# P03');
    expect(scenario.broken()).toContain('phase_path P03');
  });

  it('written by hand, without keys and in other forms, are valid', () => {
    const scenario = startScenario();
    scenario.edit(
      'decisions.md',
      '## Assumptions\n\nNone',
      '## Assumptions\n\n- **A001**: The flag is unused',
    );
    scenario.edit(
      'decisions.md',
      '## Decisions\n\nNone',
      '## Decisions\n\n| ID | Decision |\n|---|---|\n| D001 | Keep it, superseded |',
    );
    scenario.edit(
      'decisions.md',
      '## Requirements\n\nNone',
      '## Requirements\n\n### R001 - No slower\n\nRests on: A001',
    );
    expect(scenario.broken()).toEqual([]);
    expect(scenario.bundle().decisions.map(({ id, status }) => [id, status])).toEqual([
      ['D001', 'Superseded'],
    ]);
  });

  it('of questions that are closed are not measured by the style of open ones', () => {
    const scenario = full();
    scenario.edit('decisions.md', /(?<=### Q001[^#]*)2\. Broader cleanup/, '2. Other');
    expect(scenario.broken()).toEqual([]);
  });

  it('all tell what was found and what to do', () => {
    const scenario = full();
    scenario.edit('index.md', 'plan.md\n', '');
    scenario.edit('decisions.md', '### D002', '### D001');
    for (const finding of scenario.findings()) {
      expect(finding.detail).not.toBe('');
      expect(finding.next).not.toBe('');
      expect(finding.path).toMatch(/\.md$/);
    }
  });
});
