import { describe, expect, it } from 'vitest';
import { startScenario } from '../../../test/support/bundle-scenario.ts';
import { overview } from './overview.ts';
import { ask } from './transitions/ask.ts';

describe('a record in lines', () => {
  it('has each entry with its title and where it stands, whoever wrote it', () => {
    const scenario = startScenario();
    scenario.do(ask, {
      header: 'Scope',
      prompt: 'Which scope?',
      options: [
        { label: 'Minimal', description: 'One file.' },
        { label: 'Broad', description: 'Ten files.' },
      ],
    });
    scenario.edit(
      'decisions.md',
      '## Decisions',
      '## Decisions\n\n- D001: Keep the flag. Accepted',
    );
    scenario.edit('decisions.md', '## Requirements', '## Requirements\n\n- R001 — Never slower');
    scenario.edit('actions.md', /$/, '\n## ACT-001 — Patch\n\n- Action status: Completed\n');
    expect(overview(scenario.bundle())).toEqual([
      { id: 'Q001', kind: 'question', title: 'Scope', status: 'Pending', path: 'decisions.md' },
      {
        id: 'D001',
        kind: 'decision',
        title: 'Keep the flag. Accepted',
        status: 'Accepted',
        path: 'decisions.md',
      },
      {
        id: 'R001',
        kind: 'requirement',
        title: 'Never slower',
        status: 'Required',
        path: 'decisions.md',
      },
      { id: 'ACT-001', kind: 'action', title: 'Patch', status: 'Completed', path: 'actions.md' },
    ]);
  });
});
