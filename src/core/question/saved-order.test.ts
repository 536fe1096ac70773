import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { readOptions, writeOptions } from './saved-order.ts';
import { checkQuestion } from './style.ts';

const words = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(' — ', '—', '&mdash;', '<!--', '\n', ': ', '1. '),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''));

describe('the saved order of options (bundle contract 4)', () => {
  it('is numbered lines, the recommended one first with its suffix', () => {
    const checked = checkQuestion({
      header: 'Scope',
      prompt: 'Which?',
      options: [
        { label: 'Minimal — fast', description: 'One file — no more.', recommended: true },
        { label: 'Full', description: 'Ten files.' },
      ],
    });
    if (isRefusal(checked)) throw new Error(checked.message);
    expect(writeOptions(checked.question)).toEqual([
      '1. Minimal &mdash; fast (Recommended) — One file — no more.',
      '2. Full — Ten files.',
    ]);
  });

  it('is read back exactly, whatever the words are', () => {
    const drafts = fc.array(fc.record({ label: words, description: words }), {
      minLength: 2,
      maxLength: 3,
    });
    fc.assert(
      fc.property(drafts, fc.boolean(), (options, recommended) => {
        const checked = checkQuestion({
          header: 'H',
          prompt: 'P',
          options: options.map((option, index) => ({
            ...option,
            recommended: recommended && index === 0,
          })),
        });
        fc.pre(!isRefusal(checked));
        const { question } = checked;
        const saved = readOptions(writeOptions(question));
        expect(saved.options).toEqual(question.options);
        expect(saved.numbers).toEqual(question.options.map((_, index) => index + 1));
        expect(saved.recommended).toEqual(question.recommended ? [1] : []);
      }),
    );
  });

  it('is read from other hands too', () => {
    const saved = readOptions([
      'Which one?',
      '',
      '1) Minimal: one file',
      '3. Full (Recommended) - ten files',
      '   4. Bare',
    ]);
    expect(saved).toEqual({
      options: [
        { label: 'Minimal', description: 'one file' },
        { label: 'Full', description: 'ten files' },
        { label: 'Bare', description: '' },
      ],
      numbers: [1, 3, 4],
      recommended: [2],
    });
  });
});
