import { describe, expect, it } from 'vitest';
import { beginReview } from '../../../test/support/review-scenario.ts';
import { decideResolve, decideUnresolve } from './decide-thread-change.ts';
import { wireThread } from './wire-forms.ts';

const sage = { name: 'Sage', kind: 'person' } as const;
const twins = [
  'The queue holds 500 jobs.',
  '',
  '> **Sage:** Is this right?',
  '>> **Omar:** Yes.',
  '',
  'Jobs end after an hour.',
  '',
  '> **Sage:** Is this right?',
  '>> **Omar:** Yes.',
  '',
].join('\n');

function begin(text: string) {
  const scenario = beginReview({
    files: { 'plan.md': '' },
    started: { writeBack: true, speakers: { known: ['Sage'] } },
  });
  scenario.save(text);
  return scenario;
}

describe('writing into the file (inline contract 5 and 7)', () => {
  it('resolves the comment that was resolved, and not its twin', () => {
    const scenario = begin(twins);
    scenario.do((state, context) =>
      decideResolve(state, { threadId: 'u-2' }, { ...context, author: sage }),
    );
    scenario.write();
    const [first, second] = twins.split('Jobs end');
    expect(scenario.document().text).toBe(
      `${first}Jobs end${second?.replace('**Sage:**', '**Sage [RESOLVED]:**')}`,
    );
    expect(scenario.state.threads.get('u-1')?.resolution).toBeNull();
    expect(scenario.state.threads.get('u-2')?.statusDue).toBe(false);
  });

  it('opens a thread of equal words on another paragraph', () => {
    const scenario = begin(`${twins.split('Jobs')[0]}Jobs end after an hour.\n`);
    const id = scenario.open({ anchorStart: 2, anchorEnd: 2, text: 'Is this right?' });
    scenario.write();
    expect(scenario.document().text).toBe(twins.slice(0, twins.lastIndexOf('>> **Omar')));
    expect([...scenario.state.threads.keys()]).toEqual(['u-1', id]);
  });

  it('adds a decision as the last reply', () => {
    const scenario = begin(twins);
    const request = { threadId: 'u-1', decision: 'Keep 500.' };
    scenario.do((state, context) => decideResolve(state, request, { ...context, author: sage }));
    scenario.write();
    expect(scenario.document().text).toContain(
      '> **Sage [RESOLVED]:** Is this right?\n>> **Omar:** Yes.\n>>> **Sage:** Keep 500.\n\nJobs',
    );
    scenario.do((state, context) => decideUnresolve(state, 'u-1', context));
    scenario.write();
    expect(scenario.document().text).toContain('> **Sage [REOPEN]:** Is this right?');
  });

  it.each([
    ['on front matter', '---\ntitle: a\n---\n\nText.\n', 1],
    ['behind an unclosed fence', 'Text.\n\n```\ncode\n', 2],
  ])(
    'keeps a comment %s in the review, with the reason, and writes the others',
    (_, text, block) => {
      const scenario = begin(text);
      const other = 3 - block;
      const held = scenario.open({ anchorStart: block, anchorEnd: block, text: 'Held.' });
      scenario.reply(held, 'Held as well.');
      const written = scenario.open({ anchorStart: other, anchorEnd: other, text: 'Written.' });
      scenario.write();
      const wire = (id: string) => {
        const thread = scenario.state.threads.get(id);
        return thread && wireThread(thread, scenario.state);
      };
      expect(scenario.document().text).toContain('> **Sage:** Written.');
      expect(scenario.document().text).not.toContain('Held');
      expect(wire(held)).toMatchObject({ writeBack: 'none', writeBackReason: expect.any(String) });
      expect(wire(written)).not.toHaveProperty('writeBack');
    },
  );

  it('brings a removed thread and a removed reply back under their ids', () => {
    const scenario = begin(twins);
    scenario.save(
      twins.replace('>> **Omar:** Yes.\n', '').replace(/\n> \*\*Sage[^\n]*\n>>.*\n$/, ''),
    );
    expect(scenario.state.threads.get('u-1')?.replies[0]?.removedIn).toBe(scenario.state.round);
    expect(scenario.state.threads.get('u-2')?.deletedAt).not.toBeNull();
    scenario.save(twins);
    expect([...scenario.state.threads.keys()]).toEqual(['u-1', 'u-2']);
    expect(scenario.state.threads.get('u-1')?.replies).toMatchObject([{ id: 'r-1', text: 'Yes.' }]);
    expect(scenario.state.threads.get('u-1')?.replies[0]).not.toHaveProperty('removedIn');
    expect(scenario.state.threads.get('u-2')).toMatchObject({ deletedAt: null });
  });
});
