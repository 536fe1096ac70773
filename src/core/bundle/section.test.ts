import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { readMarkdown } from './markdown-file.ts';
import { appendToSection, replaceSection } from './section.ts';

const append = (text: string, block: string[], joining: 'apart' | 'list' = 'apart') =>
  appendToSection(readMarkdown('a.md', text), 'Log', { block, separation: joining });

describe('a section', () => {
  it.each([
    ['takes the place of None', '## Log\n\nNone\n\n## Next\n', '## Log\n\nnew\n\n## Next\n'],
    ['takes the place of Unknown', '## Log\n\nUnknown\n', '## Log\n\nnew\n'],
    [
      'follows what is there',
      '## Log\n\nold\n\n\n## Next\n',
      '## Log\n\nold\n\nnew\n\n\n## Next\n',
    ],
    ['begins an empty section', '## Log\n## Next\n', '## Log\n\nnew\n## Next\n'],
    ['ends a file without a final newline', '## Log\n\nold', '## Log\n\nold\n\nnew\n'],
    ['begins at the end of a file', '## Log', '## Log\n\nnew\n'],
    ['keeps Windows line ends', '## Log\r\n\r\nold\r\n', '## Log\r\n\r\nold\r\n\r\nnew\r\n'],
  ])('%s', (_, text, expected) => {
    expect(append(text, ['new'])).toBe(expected);
  });

  it('grows a list by its next item', () => {
    expect(append('## Log\n\n- a\n\n## Next\n', ['- b', '  > c'], 'list')).toBe(
      '## Log\n\n- a\n- b\n  > c\n\n## Next\n',
    );
  });

  it('is found whatever the letter case, and not inside a fence', () => {
    expect(append('```\n## Log\n```\n## LOG\n', ['new'])).toBe('```\n## Log\n```\n## LOG\n\nnew\n');
  });

  it.each(['# Log\n', '## Log\n\n## Log\n'])(
    'that is missing or there twice is refused with the place: %j',
    (text) => {
      const refusal = append(text, ['new']);
      expect(isRefusal(refusal) && refusal.message).toContain('the section "## Log"');
    },
  );

  it('is replaced whole, or in its first block alone', () => {
    const file = readMarkdown('a.md', '## Log\n\none\nmore\n\ntwo\n\n## Next\n');
    const block = ['new'];
    expect(replaceSection(file, 'Log', { block, firstBlockOnly: false })).toBe(
      '## Log\n\nnew\n\n## Next\n',
    );
    expect(replaceSection(file, 'Log', { block, firstBlockOnly: true })).toBe(
      '## Log\n\nnew\n\ntwo\n\n## Next\n',
    );
    const empty = readMarkdown('a.md', '## Log\n\n## Next\n');
    expect(replaceSection(empty, 'Log', { block, firstBlockOnly: false })).toBe(
      '## Log\n\nnew\n\n## Next\n',
    );
  });
});
