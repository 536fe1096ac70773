import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elicitationForm, readElicitation } from './elicitation-form.ts';

const question = {
  header: 'Scope',
  prompt: 'Which scope?',
  options: [
    { label: 'Minimal fix', description: 'One file.' },
    { label: 'Cleanup', description: 'Ten files.' },
  ],
  recommended: true,
};
const asking = { question, allowOther: true };
const read = (content: unknown) => readElicitation(asking, { action: 'accept', content });

describe('agents 2: the form of a question', () => {
  it('offers own words only where they are allowed', () => {
    const { properties } = elicitationForm({ question, allowOther: false }).requestedSchema;
    expect(Object.keys(properties)).toEqual(['choice']);
    expect(properties['choice']).toMatchObject({ oneOf: [{ const: '1' }, { const: '2' }] });
  });

  it('names the choices for revisions that know no titles in oneOf', () => {
    const { properties } = elicitationForm(asking, 'enumNames').requestedSchema;
    expect(properties['choice']).toMatchObject({
      enum: ['1', '2', 'other'],
      enumNames: ['Minimal fix (Recommended)', 'Cleanup', 'Other — specify'],
    });
    expect(properties['choice']).not.toHaveProperty('oneOf');
  });

  it('begins with the follow-up, where there is one', () => {
    const { message } = elicitationForm({ ...asking, followUp: 'What instead?' });
    expect(message).toMatch(/^What instead\?\n\nWhich scope\?\n\n1\. Minimal fix/);
  });
});

describe('agents 2: what a client sends back', () => {
  it.each([
    [{ choice: '1' }, { choice: 1, words: '' }],
    [
      { choice: 2, words: 'later' },
      { choice: 2, words: 'later' },
    ],
    [{ choice: 'Cleanup' }, { choice: 2, words: '' }],
    [{ choice: 'Minimal fix (Recommended)' }, { choice: 1, words: '' }],
    [{ choice: 'other', words: 'rewrite it' }, { words: 'rewrite it' }],
    [{ choice: 'Other — specify', words: 'rewrite it' }, { words: 'rewrite it' }],
    [{ choice: 'other', words: ' ' }, { words: 'other' }],
  ])('%j is given as %j', (content, given) => {
    expect(read(content)).toEqual({ kind: 'given', ...given });
  });

  it.each([undefined, null, {}, 7, 'yes', { choice: '' }, { choice: '3' }, { words: '2' }])(
    '%j chooses nothing',
    (content) => {
      expect(read(content)).toEqual({ kind: 'given', words: '' });
    },
  );

  it('is never more than there is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.record({ action: fc.constant('accept'), content: fc.anything() }), (sent) => {
        const reply = readElicitation(asking, sent);
        expect(reply.kind).toBe('given');
        if (reply.kind === 'given') expect([undefined, 1, 2]).toContain(reply.choice);
      }),
    );
  });

  it('is no answer when it was declined, cancelled, or is neither', () => {
    const kindOf = (action: unknown) => readElicitation(asking, { action }).kind;
    expect(['decline', 'cancel', 'maybe', undefined].map(kindOf)).toEqual([
      'declined',
      'cancelled',
      'failed',
      'failed',
    ]);
  });
});
