import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import { isRefusal } from '../refusal.ts';
import { shownLabel } from './question.ts';
import { checkQuestion, type OptionDraft, type QuestionDraft } from './style.ts';

const option = (label: string, more: Partial<OptionDraft> = {}): OptionDraft => ({
  label,
  description: `What ${label} brings.`,
  ...more,
});
const draft = (
  options: readonly OptionDraft[],
  more: Partial<QuestionDraft> = {},
): QuestionDraft => ({
  header: 'Scope',
  prompt: 'Which scope should the fix take?',
  options,
  ...more,
});

function rulesBrokenBy(question: QuestionDraft): string[] {
  const checked = checkQuestion(question);
  if (!isRefusal(checked)) return [];
  expect(checked.code).toBe('bad_question');
  return (checked.details as { rules: Finding[] }).rules.map(({ rule }) => rule);
}

function hintsOf(question: QuestionDraft): string[] {
  const checked = checkQuestion(question);
  if (isRefusal(checked)) throw new Error(checked.message);
  return checked.hints.map(({ rule }) => rule);
}

describe('a question (bundle contract 4)', () => {
  it.each([
    ['no option', [], ['too_few_options']],
    ['one option', [option('A')], ['too_few_options']],
    ['four options', ['A', 'B', 'C', 'D'].map((label) => option(label)), ['too_many_options']],
    [
      'a recommended option that is not first',
      [option('A'), option('B', { recommended: true })],
      ['recommended_not_first'],
    ],
    [
      'a recommending suffix that is not first',
      [option('A'), option('B (Recommended)')],
      ['recommended_not_first'],
    ],
    [
      'two recommended options',
      [option('A', { recommended: true }), option('B (recommended)')],
      ['two_recommended'],
    ],
    ['the same option twice', [option('Full  Fix'), option('full fix.')], ['duplicate_options']],
    [
      'the same option twice, once recommended',
      [option('A (Recommended)'), option('a')],
      ['duplicate_options'],
    ],
    ['an Other option', [option('A'), option('Other')], ['other_by_hand']],
    ['an Other option in disguise', [option('A'), option('Oth\u200ber')], ['other_by_hand']],
    ['options that look alike', [option('A'), option('A\u200b')], ['duplicate_options']],
    [
      'an Other option with a remark',
      [option('A'), option('Other (please specify)')],
      ['other_by_hand'],
    ],
    ['an Other option in long form', [option('A'), option('Other — specify')], ['other_by_hand']],
    ['a blank label', [option('A'), option(' ', { description: 'x' })], ['label_blank']],
    [
      'a blank description',
      [option('A'), option('B', { description: '\n' })],
      ['description_blank'],
    ],
  ])('with %s is refused', (_, options, rules) => {
    expect(rulesBrokenBy(draft(options))).toEqual(rules);
  });

  it('is refused with every broken rule at once', () => {
    const question = draft([option('Other'), option('other', { recommended: true })], {
      header: ' ',
      prompt: '',
    });
    expect(rulesBrokenBy(question)).toEqual([
      'header_blank',
      'prompt_blank',
      'recommended_not_first',
      'other_by_hand',
      'duplicate_options',
      'other_by_hand',
    ]);
  });

  it('takes a given suffix for the boolean and shows it once', () => {
    const checked = checkQuestion(draft([option('Minimal fix (recommended)'), option('Full fix')]));
    if (isRefusal(checked)) throw new Error(checked.message);
    const { question } = checked;
    expect(question.recommended).toBe(true);
    expect(question.options.map((one) => shownLabel(question, one))).toEqual([
      'Minimal fix (Recommended)',
      'Full fix',
    ]);
  });

  it('needs no recommendation', () => {
    const checked = checkQuestion(draft([option('A'), option('B'), option('C')]));
    expect(checked).toMatchObject({ question: { recommended: false }, hints: [] });
  });

  it('may have an option whose name begins with other', () => {
    expect(rulesBrokenBy(draft([option('Other branch first'), option('This branch')]))).toEqual([]);
  });

  it('keeps each option on one line, whatever was given', () => {
    const checked = checkQuestion(
      draft([option('A\n1. B'), option('C', { description: 'x\n\n# y' })]),
    );
    expect(checked).toMatchObject({
      question: { options: [{ label: 'A 1. B' }, { label: 'C', description: 'x # y' }] },
    });
  });

  it.each([
    ['a long header', { header: 'Scope of the fix' }, ['header_long']],
    ['two questions in one prompt', { prompt: 'Which one? And when?' }, ['several_questions']],
    [
      'where the record is stored',
      { prompt: 'Where should I store the discussion record?' },
      ['storage_question'],
    ],
    [
      'whether the bundle is committed',
      { prompt: 'Should git track the bundle?' },
      ['storage_question'],
    ],
    ['a product that stores things', { prompt: 'Where should the product store a customer?' }, []],
  ])('that has %s gets its hint and passes', (_, more, hints) => {
    expect(hintsOf(draft([option('A'), option('B')], more))).toEqual(hints);
  });

  it('with a long label gets a hint', () => {
    expect(hintsOf(draft([option('A'), option('b'.repeat(61))]))).toEqual(['label_long']);
  });
});
