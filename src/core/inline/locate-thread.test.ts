import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { boundedDistance } from '../text/edit-distance.ts';
import { ThreadLocator } from './locate-thread.ts';
import { parseDiscussions } from './parse-discussions.ts';
import type { ThreadHints } from './thread-hints.ts';

/** `level line`, or the code of the refusal and the lines of its candidates. */
function locate(text: string, hints: ThreadHints): string {
  const found = new ThreadLocator(parseDiscussions(text)).locate(hints);
  if (!isRefusal(found)) return `${found.level} ${found.thread.root.line}`;
  const { candidates } = found.details as { candidates: readonly { root_line: number }[] };
  return [found.code, ...candidates.map(({ root_line }) => root_line)].join(' ');
}

const question = 'What should happen when the depth is zero?';
const root = (text: string, speaker = 'Ann'): string => `> **${speaker}:** ${text}`;

describe('locating a thread (inline contract 4)', () => {
  it('finds it on the line that it has drifted to (level 0)', () => {
    const text = `new\n\np\n\n${root(question)}\n`;
    const hints = { rootText: `Ann: ${question}`, rootLine: 3, totalLines: 3 };
    expect(locate(text, hints)).toBe('0 5');
    expect(locate(text, { ...hints, rootText: `ANN:  ${question} ` })).toBe('0 5');
    expect(locate(text, { ...hints, rootText: `Ann [RESOLVED]: ${question}` })).toBe('0 5');
  });

  it('finds exactly this speaker and text anywhere (level 1)', () => {
    expect(
      locate(`p\n\n${root('x')}\n\nq\n\n${root('y')}\n`, { rootText: 'Ann: x', rootLine: 90 }),
    ).toBe('1 3');
  });

  it('takes the best anchor text, then the nearest, else refuses (level 1)', () => {
    const twice = `apple\n\n${root('typo')}\n\npear\n\n${root('typo')}\n`;
    expect(locate(twice, { rootText: 'Ann: typo', rootLine: 2, anchorText: 'pear' })).toBe('1 7');
    expect(locate(twice, { rootText: 'Ann: typo', rootLine: 7, anchorText: 'apple' })).toBe('1 3');
    expect(locate(twice, { rootText: 'Ann: typo', rootLine: 6 })).toBe('1 7');
    expect(locate(twice, { rootText: 'Ann: typo', rootLine: 5 })).toBe('thread_ambiguous 3 7');
    expect(locate(twice, { rootText: 'Ann: typo' })).toBe('thread_ambiguous 3 7');
    expect(locate(twice, { rootText: 'Ann: typo', rootLine: 6, anchorText: 'plum tree' })).toBe(
      'thread_ambiguous 3 7',
    );
  });

  it('does not take the duplicate of a thread whose root was rewritten', () => {
    const text = `apple\n\n${root('something else')}\n\npear\n\n${root('typo')}\n`;
    expect(
      locate(text, { rootText: 'Ann: typo', anchorText: 'apple', rootLine: 3, totalLines: 7 }),
    ).toBe('thread_ambiguous 7 3');
  });

  it('finds a root of the same speaker that was edited a little (level 2)', () => {
    const edited = question.replace('happen', 'be done');
    expect(locate(`p\n\n${root(edited)}\n`, { rootText: `Ann: ${question}`, rootLine: 3 })).toBe(
      '2 3',
    );
    expect(locate(`p\n\n${root('typos')}\n`, { rootText: 'Ann: typo' })).toBe('2 3');
    expect(locate(`p\n\n${root(edited, 'Bob')}\n`, { rootText: `Ann: ${question}` })).toBe(
      'thread_not_found',
    );
    expect(locate(`p\n\n${root('no')}\n`, { rootText: 'Ann: ok' })).toBe('thread_not_found 3');
    expect(
      locate(`p\n\n${root(`${question} And what else is there to say?`)}\n`, {
        rootText: `Ann: ${question}`,
      }),
    ).toBe('thread_not_found 3');
  });

  it('searches near the anchor first, and never guesses between two', () => {
    const text = `p\n\n${root(`${question} A`)}\n${'\nq\n'.repeat(20)}\n${root(`${question} B`)}\n`;
    expect(locate(text, { rootText: `Ann: ${question}`, anchorLine: 1, rootLine: 3 })).toBe('2 3');
    expect(locate(text, { rootText: `Ann: ${question}` })).toBe('thread_ambiguous 3 45');
    expect(locate(text, { rootText: `Ann: ${question} C`, anchorLine: 90 })).toBe(
      'thread_ambiguous 3 45',
    );
  });

  it('does not take a thread that is only similar and below another anchor', () => {
    const text = `${'x'.repeat(30)}\n\n${root(`${question} A`)}\n`;
    expect(
      locate(text, { rootText: `Ann: ${question}`, anchorText: 'quite another paragraph' }),
    ).toBe('thread_ambiguous 3');
  });

  it('prefers an exact root over a similar one, wherever it is', () => {
    const text = `p\n\n${root(`${question}!`)}\n${'\nq\n'.repeat(20)}\n${root(question)}\n`;
    expect(locate(text, { rootText: `Ann: ${question}`, anchorLine: 1, rootLine: 3 })).toBe('1 45');
  });

  it('recognises an anchor that was only rewrapped', () => {
    const text = `The user logs in with an e-mail\naddress and a password.\n\n${root('typo')}\n\nOther.\n\n${root('typo')}\n`;
    const anchorText = 'The user logs in with an e-mail address and a password.';
    expect(locate(text, { rootText: 'Ann: typo', rootLine: 50, anchorText })).toBe('1 4');
  });

  it('refuses when nothing is found, and says to query again (level 3)', () => {
    const found = new ThreadLocator(parseDiscussions('p\n')).locate({
      rootText: 'Ann: x',
      threadId: 'T-001',
    });
    expect(found).toMatchObject({ code: 'thread_not_found' });
    expect((found as { message: string }).message).toContain('run query again');
  });

  it('parses names that contain colons', () => {
    expect(locate(root('x: y', 'Team: Ann'), { rootText: 'Team: Ann: x: y' })).toBe('1 1');
    expect(locate(root('x: y', 'Team'), { rootText: 'Team: x: y' })).toBe('1 1');
  });

  it('takes a bare number for the thread that query lists under it now', () => {
    const text = `${root('x')}\n\n${root('y')}\n`;
    expect(locate(text, { threadId: 'T-002' })).toBe('0 3');
    expect(locate(text, { threadId: 't-2' })).toBe('0 3');
    expect(locate(text, { threadId: 'T-003' })).toBe('thread_not_found');
    expect(locate(text, { threadId: 'two' })).toBe('thread_not_found');
  });

  it('refuses a number when every hint about its position is wrong', () => {
    const text = `p\n\n${root('x')}\n\nq\n\n${root('y')}\n`;
    expect(locate(text, { threadId: 'T-002', rootLine: 7, totalLines: 7 })).toBe('0 7');
    expect(locate(text, { threadId: 'T-002', rootLine: 3, anchorLine: 1, totalLines: 7 })).toBe(
      'thread_ambiguous 7',
    );
    expect(locate(text, { threadId: 'T-002', rootLine: 3, anchorText: 'q' })).toBe('0 7');
  });

  it('prefers the tuple over the number, and reports it', () => {
    const locator = new ThreadLocator(parseDiscussions(`${root('x')}\n\n${root('y')}\n`));
    expect(locator.locate({ threadId: 'T-001', rootText: 'Ann: y' })).toMatchObject({
      thread: { id: 'T-002' },
      idDisagrees: { given: 'T-001', found: 'T-002' },
    });
    expect(locator.locate({ threadId: 'T-002', rootText: 'Ann: y' })).not.toHaveProperty(
      'idDisagrees',
    );
  });

  it('needs a number or a root text', () => {
    expect(new ThreadLocator(parseDiscussions('')).locate({ rootLine: 1 })).toMatchObject({
      code: 'missing_thread',
    });
  });
});

describe('the bounded edit distance of two texts', () => {
  const plain = (one: string, other: string): number => {
    let row = Array.from({ length: other.length + 1 }, (_, index) => index);
    for (let line = 1; line <= one.length; line++) {
      const next = [line];
      for (let column = 1; column <= other.length; column++) {
        const replaced = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
        next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
      }
      row = next;
    }
    return row[other.length] ?? 0;
  };

  it('is the number of edits, as long as it stays within the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    fc.assert(
      fc.property(word, word, fc.nat(12), (one, other, limit) => {
        const distance = plain(one, other);
        expect(boundedDistance(one, other, limit)).toBe(distance <= limit ? distance : undefined);
      }),
      { numRuns: 2000 },
    );
  });
});
