import { describe, expect, it } from 'vitest';
import { commandOf, type KeyPress, keyList } from './keymap.ts';

const plain: KeyPress = {
  key: '',
  shift: false,
  modified: false,
  typing: false,
  onControl: false,
  onBlock: false,
  pending: '',
};

const press = (key: string, more: Partial<KeyPress> = {}) => commandOf({ ...plain, key, ...more });

describe('keys', () => {
  it.each([
    ['j', 'next-block'],
    ['k', 'previous-block'],
    ['n', 'next-thread'],
    ['p', 'previous-thread'],
    ['c', 'comment'],
    ['q', 'ask'],
    ['s', 'suggest'],
    ['r', 'reply'],
    ['e', 'resolve'],
    ['[', 'previous-file'],
    [']', 'next-file'],
    ['v', 'viewed'],
    ['/', 'find'],
    ['d', 'changes'],
    ['D', 'source'],
    ['.', 'next-change'],
    [',', 'previous-change'],
    ['t', 'theme'],
    ['f', 'finish'],
    ['a', 'answer'],
    ['?', 'keys'],
    ['Escape', 'back'],
  ])('%s means %s', (key, command) => {
    expect(press(key).command).toBe(command);
  });

  it('g then o leads to the outline, and g alone to nothing', () => {
    const first = press('g');
    expect(first).toEqual({ command: null, pending: 'g' });
    expect(press('o', { pending: first.pending })).toEqual({ command: 'outline', pending: '' });
    expect(press('o').command).toBeNull();
  });

  it('a sequence that makes no sense ends without a command', () => {
    expect(press('c', { pending: 'g' })).toEqual({ command: null, pending: '' });
  });

  it('none acts while somebody types or composes', () => {
    for (const key of ['c', 'j', '?', 'Escape', 'Enter']) {
      expect(press(key, { typing: true }).command).toBeNull();
    }
  });

  it('none acts with Control, Alt or Command, which belong to the browser', () => {
    expect(press('f', { modified: true }).command).toBeNull();
  });

  it('arrows pick lines and words on a block, and scroll elsewhere', () => {
    expect(press('ArrowDown', { onBlock: true }).command).toBe('next-line');
    expect(press('ArrowRight', { onBlock: true, shift: true }).command).toBe('extend-word-forward');
    expect(press('ArrowDown').command).toBeNull();
    expect(press('Enter', { onBlock: true, onControl: true }).command).toBeNull();
  });

  it('are all listed for the reader', () => {
    const listed = keyList.flatMap((group) => group.keys.flatMap(({ keys }) => keys));
    for (const key of 'jknpcqsre[]v/d.,tfa?') expect(listed).toContain(key);
  });
});
