import { describe, expect, it } from 'vitest';
import { beginStory, type Story, scopeQuestion } from '../../../../test/support/bundle-story.ts';
import { staleEntries } from '../staleness.ts';
import { answer } from './answer.ts';
import { ask } from './ask.ts';
import { accept, decide } from './decide.ts';
import { assume, require } from './statement.ts';

const answered = (): Story => {
  const story = beginStory();
  story.do(ask, scopeQuestion());
  story.do(answer, { words: '1', via: 'typed' });
  return story;
};

describe('deciding (bundle contract 2, 4)', () => {
  it('accepts with the answer to a question, and lists the decision in the snapshot', () => {
    const story = answered();
    const recorded = story.do(decide, {
      text: 'Fix one file',
      rationale: 'Least risk',
      from: 'Q001',
    });
    expect(recorded).toMatchObject({ id: 'D001', status: 'Accepted', superseded: [] });
    expect(story.text('index.md')).toContain('\nAccepted decisions: D001\n');
    const decisions = story.text('decisions.md');
    expect(decisions).toContain(
      '### D001 — Fix one file <!-- key:k0003001 -->\n\n- Status: Accepted\n- Rationale: Least risk\n',
    );
    expect(decisions).toContain(
      '- Rests on: Q001<!--k0001001-->\n- Supersedes: None\n- Confirmed by: Q001<!--k0001001-->\n',
    );
    expect(story.broken()).toEqual([]);
  });

  it('accepts with the words of the user, kept to the letter', () => {
    const story = beginStory();
    expect(story.do(decide, { text: 'x', words: 'yes,  do that' }).status).toBe('Accepted');
    expect(story.text('decisions.md')).toContain('- Words of the user:\n  > yes,  do that\n');
  });

  it('keeps the words beside the question that they go with', () => {
    const story = answered();
    story.do(decide, { text: 'x', from: 'Q001', words: 'the first, yes' });
    expect(story.text('decisions.md')).toContain(
      '- Confirmed by: Q001<!--k0001001-->\n- Words of the user:\n  > the first, yes\n',
    );
    story.do(decide, { text: 'y', from: 'Q001', words: ' ' });
    expect(story.text('decisions.md').match(/Words of the user/g)).toHaveLength(1);
  });

  it('is no more than a proposal without the consent of the user', () => {
    const story = beginStory();
    expect(story.do(decide, { text: 'x' }).status).toBe('Proposed');
    expect(story.refused(decide, { text: 'x', status: 'accepted' }).code).toBe('not_authorized');
    expect(story.refused(accept, { id: 'D001' }).code).toBe('not_authorized');
    expect(story.refused(decide, { text: ' ' }).code).toBe('invalid_input');
    expect(story.text('index.md')).toContain('\nAccepted decisions: None\nOpen items: D001\n');
    expect(story.do(accept, { id: 'd1', words: 'yes' })).toMatchObject({
      id: 'D001',
      status: 'Accepted',
    });
    expect(story.refused(accept, { id: 'D001', words: 'yes' }).code).toBe('not_authorized');
  });

  it('never takes what was assumed for the user’s answer', () => {
    const story = beginStory();
    story.do(ask, scopeQuestion({ material: false, default: '1' }));
    expect(story.refused(decide, { text: 'x', from: 'Q001' }).code).toBe('question_pending');
    story.do(answer, { words: '', via: 'timed_out' });
    expect(story.refused(decide, { text: 'x', from: 'Q001' }).code).toBe('not_authorized');
  });

  it('puts what it supersedes out of force, and leaves it in the record', () => {
    const story = answered();
    story.do(decide, { text: 'one', from: 'Q001' });
    expect(
      story.do(decide, { text: 'two', words: 'no, two', supersedes: ['D001'] }).superseded,
    ).toEqual(['D001']);
    expect(story.bundle().decisions.map(({ id, status }) => [id, status])).toEqual([
      ['D001', 'Superseded'],
      ['D002', 'Accepted'],
    ]);
    expect(story.text('decisions.md')).toContain('- Superseded by: D002<!--');
    expect(story.text('index.md')).toContain('\nAccepted decisions: D002\n');
  });

  it('lets a proposal supersede only once it is accepted', () => {
    const story = answered();
    story.do(decide, { text: 'one', from: 'Q001' });
    story.do(decide, { text: 'two', supersedes: ['D001'] });
    expect(story.bundle().decisions[0]?.status).toBe('Accepted');
    expect(story.do(accept, { id: 'D002', words: 'yes' }).superseded).toEqual(['D001']);
    expect(story.bundle().decisions[0]?.status).toBe('Superseded');
    expect(story.broken()).toEqual([]);
  });

  it('makes stale whatever rests on what went out of force, through others too', () => {
    const story = answered();
    story.do(decide, { text: 'one', from: 'Q001' });
    story.do(assume, { text: 'a', dependsOn: ['D001'] });
    story.do(require, { text: 'r', dependsOn: ['A001'] });
    story.do(decide, { text: 'free', words: 'yes' });
    expect(staleEntries(story.bundle()).size).toBe(0);
    story.do(ask, scopeQuestion({ prompt: 'Which scope now?', revises: 'Q001' }));
    const stale = [...staleEntries(story.bundle())].map(([{ id }, cause]) => [id, cause]);
    expect(stale.sort()).toEqual([
      ['A001', 'D001'],
      ['D001', 'Q001'],
      ['R001', 'A001'],
    ]);
  });

  it.each([
    ['decide', decide],
    ['assume', assume],
    ['require', require],
  ])('%s is refused while a material question blocks everything', (_, transition) => {
    const story = beginStory();
    story.do(ask, scopeQuestion());
    const refusal = story.refused(transition, { text: 'x' });
    expect(refusal).toMatchObject({
      code: 'question_pending',
      details: { question: { id: 'Q001' } },
    });
  });

  it('is refused on what a pending question blocks, and on nothing else', () => {
    const story = beginStory();
    story.do(decide, { text: 'one' });
    story.do(decide, { text: 'two' });
    story.do(ask, scopeQuestion({ blocks: ['D001'] }));
    expect(story.refused(accept, { id: 'D001', words: 'yes' }).code).toBe('question_pending');
    expect(story.refused(decide, { text: 'x', dependsOn: ['D001'] }).code).toBe('question_pending');
    expect(story.refused(decide, { text: 'x', supersedes: ['D001'] }).code).toBe(
      'question_pending',
    );
    expect(story.refused(decide, { text: 'x', dependsOn: ['Q001'] }).code).toBe('question_pending');
    expect(story.do(accept, { id: 'D002', words: 'yes' }).status).toBe('Accepted');
    expect(story.do(decide, { text: 'three', dependsOn: ['D002'] }).id).toBe('D003');
  });

  it('is free while a question that is not material waits', () => {
    const story = beginStory();
    story.do(ask, scopeQuestion({ material: false, default: '1' }));
    expect(story.do(decide, { text: 'x' }).id).toBe('D001');
  });

  it('rests only on what is in the record', () => {
    const story = beginStory();
    expect(story.refused(decide, { text: 'x', dependsOn: ['S001'] }).code).toBe('not_found');
    expect(story.refused(decide, { text: 'x', supersedes: ['A001'] }).code).toBe('not_found');
    expect(story.refused(decide, { text: 'x', from: 'Q001' }).code).toBe('not_found');
  });

  it('keeps long words whole below a short title', () => {
    const story = beginStory();
    const text = `Keep the parser as it is\n\n${'because '.repeat(40)}`.trim();
    story.do(decide, { text });
    expect(story.text('decisions.md')).toContain('### D001 — Keep the parser as it is <!-- key:');
    expect(story.text('decisions.md')).toContain(
      '- Decision:\n  > Keep the parser as it is\n  >\n  > because because',
    );
    const long = 'word '.repeat(60).trim();
    story.do(decide, { text: long });
    expect(story.bundle().decisions[1]?.title).toMatch(/^(?:word )+word…$/);
  });

  it('never gives an id twice, even when its entry was deleted by hand', () => {
    const story = beginStory();
    story.do(decide, { text: 'one' });
    story.do(decide, { text: 'two' });
    story.edit('decisions.md', /### D002[\s\S]*?(?=\n## )/, '');
    story.edit('index.md', 'Open items: D001, D002', 'Open items: D001');
    expect(story.do(decide, { text: 'three' }).id).toBe('D003');
  });

  it('gives an entry written by hand its key when it is next written', () => {
    const story = beginStory();
    story.edit(
      'decisions.md',
      '## Decisions\n\nNone',
      '## Decisions\n\n### D001: By hand\n\nStatus: Proposed\n\nSee the issue.',
    );
    story.do(accept, { id: 'D001', words: 'yes' });
    expect(story.text('decisions.md')).toContain(
      '### D001: By hand <!-- key:k0001001 -->\n\nStatus: Accepted\n\nSee the issue.\n',
    );
  });

  it('is refused at an entry that cannot take it, naming the place', () => {
    const story = beginStory();
    const entry = '## Decisions\n\n### D001: By hand\n\nStatus: Proposed\nStatus: Proposed';
    story.edit('decisions.md', '## Decisions\n\nNone', entry);
    const refusal = story.refused(accept, { id: 'D001', words: 'yes' });
    expect(refusal.code).toBe('invalid_bundle');
    expect(refusal.message).toContain('`Status:` in the entry D001');
  });
});
