import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapReply, type Reply } from './reply.ts';

const options = [
  { label: 'Minimal fix', description: 'One file.' },
  { label: 'Broader cleanup', description: 'Ten files.' },
  { label: 'Planning only', description: 'No file.' },
];
const map = (words: string): Reply => mapReply({ options }, words);
const picked = (number: number, qualification?: string): Reply => ({
  kind: 'choice',
  number,
  label: options[number - 1]?.label ?? '',
  ...(qualification === undefined ? {} : { qualification }),
});

describe('a reply to a question (bundle contract 4)', () => {
  it.each([
    ['2', 2],
    [' 2 ', 2],
    ['2.', 2],
    ['(2)', 2],
    ['#2', 2],
    ['2!', 2],
    ['2', 2],
    ['option 3', 3],
    ['Option 1.', 1],
    ['No. 2', 2],
    ['2, thanks', 2],
    ['2 please', 2],
    ['2. Broader cleanup', 2],
    ['2 broader cleanup', 2],
    ['2) Broader cleanup.', 2],
    ['1. Minimal fix (Recommended)', 1],
    ['minimal fix', 1],
    ['Minimal fix (Recommended)', 1],
    ['Planning only.', 3],
    ['**Broader cleanup**', 2],
  ])('%j picks option %i by the saved order', (words, number) => {
    expect(map(words)).toEqual(picked(number));
  });

  it.each([
    ['2, but only the parser', 2, 'but only the parser'],
    ['2 but only the parser', 2, 'but only the parser'],
    ['2; only the parser', 2, 'only the parser'],
    ['2 - only the parser', 2, 'only the parser'],
    ['2. Only the parser', 2, 'Only the parser'],
    ['2) only the parser', 2, 'only the parser'],
    ['2\nbut only the parser', 2, 'but only the parser'],
    ['2. Broader cleanup, but only the parser', 2, 'but only the parser'],
    ['2 - Broader cleanup - only the parser', 2, 'only the parser'],
    ['2. Broader cleanups too', 2, 'Broader cleanups too'],
    ['option 1, with tests', 1, 'with tests'],
    ['2, 3 days at most', 2, '3 days at most'],
    ['2, but can the old flag stay?', 2, 'but can the old flag stay?'],
    ['Minimal fix, but with tests', 1, 'but with tests'],
    ['planning only — until Monday', 3, 'until Monday'],
  ])('%j picks with a qualification', (words, number, qualification) => {
    expect(map(words)).toEqual(picked(number, qualification));
  });

  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['Other', 'bare_other'],
    ['other.', 'bare_other'],
    ['Other — specify', 'bare_other'],
    ['none of these', 'bare_other'],
    ['4', 'out_of_range'],
    ['0', 'out_of_range'],
    ['-1', 'out_of_range'],
    ['99999999999999999999', 'out_of_range'],
    ['4, but only the parser', 'out_of_range'],
    ['1 and 2', 'several'],
    ['1, 2', 'several'],
    ['1 or 3', 'several'],
    ['2-3', 'several'],
    ['2?', 'asks_back'],
    ['why is that needed?', 'asks_back'],
    ['yes', 'bare_assent'],
    ['Ok.', 'bare_assent'],
    ['go ahead', 'bare_assent'],
  ])('%j picks nothing (%s) and yields one follow-up', (words, reason) => {
    const reply = map(words);
    expect(reply).toMatchObject({ kind: 'unclear', reason });
    expect(reply.kind === 'unclear' && reply.followUp).toMatch(/\?$/);
  });

  it.each([
    ['Other: rewrite it in two steps', 'rewrite it in two steps'],
    ['other, namely nothing', 'namely nothing'],
    ['rewrite it in two steps', 'rewrite it in two steps'],
    ['2 weeks is too long', '2 weeks is too long'],
    ['2.5 days of cleanup', '2.5 days of cleanup'],
    ['not 2', 'not 2'],
    ['1st of May', '1st of May'],
    ['other-worldly fix', 'other-worldly fix'],
  ])('%j is the free form', (words, said) => {
    expect(map(words)).toEqual({ kind: 'other', words: said });
  });

  it('keeps the lines of the free form', () => {
    expect(map('Other: one\ntwo')).toEqual({ kind: 'other', words: 'one\ntwo' });
  });

  it('has no free form where the asker allows none', () => {
    expect(mapReply({ options, allowOther: false }, 'rewrite it')).toMatchObject({
      kind: 'unclear',
      reason: 'no_such_option',
    });
  });

  it('that is the number of one option and the name of another picks nothing', () => {
    const ports = [
      { label: '2', description: 'two workers' },
      { label: '1', description: 'one worker' },
    ];
    expect(mapReply({ options: ports }, '2')).toMatchObject({
      kind: 'unclear',
      reason: 'ambiguous',
    });
  });

  it('takes the longest name that it begins with', () => {
    const named = [
      { label: 'Fix', description: 'small' },
      { label: 'Fix, then test', description: 'larger' },
    ];
    expect(mapReply({ options: named }, 'Fix, then test, but later')).toMatchObject({
      number: 2,
      qualification: 'but later',
    });
    expect(mapReply({ options: named }, 'fix, then test')).toMatchObject({ number: 2 });
  });

  it('takes yes where yes is an option', () => {
    const named = [
      { label: 'Yes', description: 'now' },
      { label: 'No', description: 'never' },
    ];
    expect(mapReply({ options: named }, 'yes')).toMatchObject({ kind: 'choice', number: 1 });
  });

  it('never picks an option that is not there, and always answers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer().map(String)), (words) => {
        const reply = map(words);
        if (reply.kind === 'choice') expect(options[reply.number - 1]?.label).toBe(reply.label);
        if (reply.kind === 'other') expect(words).toContain(reply.words);
      }),
    );
  });
});
