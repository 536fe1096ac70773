import { describe, expect, it } from 'vitest';
import { isRefusal } from '../../../core/refusal.ts';
import { readQuestionArgs } from './question-args.ts';
import { namesBundle, readQuestion } from './question-request.ts';

const options = [
  { label: 'Minimal fix', description: 'One file.' },
  { label: 'Cleanup', description: 'Ten files.' },
];
const asked = { header: 'Scope', question: 'Which scope?', options };
const rulesOf = (read: ReturnType<typeof readQuestion>): string[] => {
  if (!isRefusal(read)) return [];
  return (read.details as { rules: { rule: string }[] }).rules.map(({ rule }) => rule);
};

describe('bundle 4: which option is recommended', () => {
  it.each([
    ['by number', { recommended: 1 }],
    ['by number as text', { recommended: '1' }],
    ['by label', { recommended: 'minimal fix' }],
    ['by label with its suffix', { recommended: 'Minimal fix (Recommended)' }],
    [
      'on the option',
      {
        options: [
          { label: 'Minimal fix', description: 'One file.', recommended: true },
          ...options.slice(1),
        ],
      },
    ],
    [
      'behind the label',
      {
        options: [
          { label: 'Minimal fix (Recommended)', description: 'One file.' },
          ...options.slice(1),
        ],
      },
    ],
  ])('is said %s', (_how, more) => {
    expect(readQuestion({ ...asked, ...more })).toMatchObject({
      question: { recommended: true, options: [{ label: 'Minimal fix' }, { label: 'Cleanup' }] },
    });
  });

  it('is refused when it is not the first, or none of them', () => {
    expect(rulesOf(readQuestion({ ...asked, recommended: 2 }))).toEqual(['recommended_not_first']);
    expect(rulesOf(readQuestion({ ...asked, recommended: 'Cleanup' }))).toEqual([
      'recommended_not_first',
    ]);
    for (const recommended of [0, 3, -1, 'Rewrite']) {
      expect(rulesOf(readQuestion({ ...asked, recommended }))).toEqual(['recommended_unknown']);
    }
  });

  it('is not needed', () => {
    expect(readQuestion(asked)).toMatchObject({ question: { recommended: false } });
  });
});

describe('a question as a command line gives it', () => {
  it('has options as LABEL: EFFECT', () => {
    const { value } = readQuestionArgs({
      question: 'Which scope?',
      option: ['Minimal fix (Recommended): One file', 'Cleanup: Ten files'],
      no_other: true,
      not_blocking: true,
    });
    expect(value).toEqual({
      question: 'Which scope?',
      options: [
        { label: 'Minimal fix', description: 'One file', recommended: true },
        { label: 'Cleanup', description: 'Ten files', recommended: false },
      ],
      allow_other: false,
      blocking: false,
    });
  });

  it('may be JSON, in its place or where its words are usual, and options fill what it leaves open', () => {
    const checked = { value: { ...asked, timeout: 5 }, isChecked: false };
    expect(readQuestionArgs({ input: asked, timeout: 5 })).toEqual(checked);
    expect(readQuestionArgs({ question: JSON.stringify(asked), timeout: 5 })).toEqual(checked);
    expect(readQuestionArgs({ question: '{what} is it?' }).isChecked).toBe(true);
    expect(readQuestionArgs({ input: [asked] })).toEqual({ value: [asked], isChecked: false });
  });
});

describe('bundle 4: a question of a record', () => {
  it('is meant when it is named, or its bundle is and no other question is asked', () => {
    expect(namesBundle({ bundle_question: 'Q001' })).toBe(true);
    expect(namesBundle({ root: 'discussion/x' })).toBe(true);
    expect(namesBundle({ ...asked, root: 'discussion/x' })).toBe(false);
    expect(namesBundle(asked)).toBe(false);
    expect(namesBundle({})).toBe(false);
  });
});
