import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { readFields, replaceField, writeField, writeQuotedField } from './field.ts';
import { readMarkdown } from './markdown-file.ts';

const whole = (text: string) => {
  const file = readMarkdown('a.md', text);
  return { file, region: { from: 0, to: file.lines.length } };
};
const values = (text: string): Record<string, string> => {
  const { file, region } = whole(text);
  return Object.fromEntries(readFields(file, region).map(({ key, value }) => [key, value]));
};
const set = (text: string, key: string, value: string): string | undefined => {
  const { file, region } = whole(text);
  const changed = replaceField(file, region, { key, value, location: 'the test' });
  return isRefusal(changed) ? undefined : changed;
};

describe('the fields of a region', () => {
  it.each([
    [
      'plain lines',
      'Mode: discuss\nMode status: Active',
      { Mode: 'discuss', 'Mode status': 'Active' },
    ],
    [
      'list items',
      '- Status: Accepted\n- Rests on: None',
      { Status: 'Accepted', 'Rests on': 'None' },
    ],
    ['bold keys', '**Status:** Accepted\n- **Why**: so', { Status: 'Accepted', Why: 'so' }],
    ['a value that goes on', 'Goal: one\ntwo\n\nthree', { Goal: 'one two' }],
    [
      'a quoted value',
      '- Words:\n  > one\n  >\n  > two\n- Via: typed',
      { Words: 'one\n\ntwo', Via: 'typed' },
    ],
    ['an empty value', 'Goal:\nMode: x', { Goal: '', Mode: 'x' }],
    ['a value with a colon', 'Next: run: it', { Next: 'run: it' }],
  ])('are read from %s', (_, text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  it('end before a heading, a list, a fence and a comment', () => {
    for (const next of [
      '# Goal',
      '- item',
      '1. item',
      '| cell |',
      '> quote',
      '<!-- x -->',
      '```\nx\n```',
    ]) {
      expect(values(`Goal: one\n${next}\nrest`)['Goal']).toBe('one');
    }
  });

  it('are not read from addresses, fences and deep indents', () => {
    expect(values('http://a: b\n```\nGoal: x\n```\n    Goal: y')).toEqual({});
  });

  it('are replaced where they stand, everything else to the byte', () => {
    expect(set('a  \r\nGoal:   old\r\n\r\n*b*\r\n', 'Goal', 'new')).toBe(
      'a  \r\nGoal: new\r\n\r\n*b*\r\n',
    );
    expect(set('Goal: one\ntwo\n\nthree', 'Goal', 'new')).toBe('Goal: new\n\nthree');
    expect(set('- Words:\n  > one\n- Via: x\n', 'Words', 'a\nb')).toBe(
      '- Words:\n  > a\n  > b\n- Via: x\n',
    );
    expect(set('Goal:', 'Goal', 'new')).toBe('Goal: new');
  });

  it.each([
    ['missing', 'Mode: x', 0],
    ['ambiguous', 'Goal: x\nGoal: y', 2],
  ])('are refused with the place when it is %s (bundle contract 3)', (_, text, count) => {
    const { file, region } = whole(text);
    const refusal = replaceField(file, region, { key: 'Goal', value: 'x', location: 'the head' });
    expect(refusal).toMatchObject({
      code: 'invalid_bundle',
      details: {
        findings: [{ rule: count === 0 ? 'place_missing' : 'place_ambiguous', path: 'a.md' }],
      },
    });
    expect(isRefusal(refusal) && refusal.message).toContain('`Goal:` in the head');
  });

  it('hold words that cannot become structure', () => {
    const words = '# a\n- Status: Accepted\n<!-- key:x -->\n```';
    const text = [...writeField('Why', words), '- Status: Proposed'].join('\n');
    expect(values(text)).toEqual({ Why: words, Status: 'Proposed' });
    expect(
      values(writeQuotedField('Words', '2,  but')[0] === '- Words:' ? '- Words:\n  > 2,  but' : ''),
    ).toEqual({
      Words: '2,  but',
    });
  });
});
