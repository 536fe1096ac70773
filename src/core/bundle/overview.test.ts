import { describe, expect, it } from 'vitest';
import { beginStory } from '../../../test/support/bundle-story.ts';
import { overview } from './overview.ts';
import { ask } from './transitions/ask.ts';

describe('a record in lines', () => {
  it('has each entry with its title and where it stands, whoever wrote it', () => {
    const story = beginStory();
    story.do(ask, {
      header: 'Scope',
      prompt: 'Which scope?',
      options: [
        { label: 'Minimal', description: 'One file.' },
        { label: 'Broad', description: 'Ten files.' },
      ],
    });
    story.edit('decisions.md', '## Decisions', '## Decisions\n\n- D001: Keep the flag. Accepted');
    story.edit('decisions.md', '## Requirements', '## Requirements\n\n- R001 — Never slower');
    story.edit('actions.md', /$/, '\n## ACT-001 — Patch\n\n- Action status: Completed\n');
    expect(overview(story.bundle())).toEqual([
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
