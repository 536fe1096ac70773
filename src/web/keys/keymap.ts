/** What a key can ask for. */
export type KeyCommand =
  | 'next-block'
  | 'previous-block'
  | 'next-thread'
  | 'previous-thread'
  | 'comment'
  | 'ask'
  | 'suggest'
  | 'reply'
  | 'resolve'
  | 'previous-file'
  | 'next-file'
  | 'viewed'
  | 'find'
  | 'changes'
  | 'next-change'
  | 'previous-change'
  | 'source'
  | 'rounds'
  | 'outline'
  | 'threads'
  | 'theme'
  | 'finish'
  | 'answer'
  | 'keys'
  | 'back'
  | 'open'
  | 'next-line'
  | 'previous-line'
  | 'extend-line-down'
  | 'extend-line-up'
  | 'next-word'
  | 'previous-word'
  | 'extend-word-forward'
  | 'extend-word-backward';

/** A key press as far as it matters. */
export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  /** Control, Alt or Command is held. */
  readonly modified: boolean;
  /** The focus is where text is written, or an input method is composing. */
  readonly typing: boolean;
  /** The focus is on a control that uses Enter and arrows itself. */
  readonly onControl: boolean;
  /** The focus is on a block of the document. */
  readonly onBlock: boolean;
  /** First key of a sequence that has been pressed, or empty. */
  readonly pending: string;
}

/** What a key press comes to. */
export interface KeyResult {
  readonly command: KeyCommand | null;
  /** First key of a sequence that has begun. */
  readonly pending: string;
}

const single: Readonly<Record<string, KeyCommand>> = {
  j: 'next-block',
  k: 'previous-block',
  n: 'next-thread',
  p: 'previous-thread',
  c: 'comment',
  q: 'ask',
  s: 'suggest',
  r: 'reply',
  e: 'resolve',
  '[': 'previous-file',
  ']': 'next-file',
  v: 'viewed',
  '/': 'find',
  d: 'changes',
  D: 'source',
  '.': 'next-change',
  ',': 'previous-change',
  t: 'theme',
  f: 'finish',
  a: 'answer',
  '?': 'keys',
};

const afterG: Readonly<Record<string, KeyCommand>> = {
  o: 'outline',
  t: 'threads',
  r: 'rounds',
};

const onBlock: Readonly<Record<string, KeyCommand>> = {
  Enter: 'open',
  ArrowDown: 'next-line',
  ArrowUp: 'previous-line',
  ArrowRight: 'next-word',
  ArrowLeft: 'previous-word',
};

const onBlockWithShift: Readonly<Record<string, KeyCommand>> = {
  ArrowDown: 'extend-line-down',
  ArrowUp: 'extend-line-up',
  ArrowRight: 'extend-word-forward',
  ArrowLeft: 'extend-word-backward',
};

const nothing: KeyResult = { command: null, pending: '' };

/** The command of a key press. While something is typed or composed no key means anything but itself. */
export function commandOf(press: KeyPress): KeyResult {
  if (press.typing || press.modified) return nothing;
  if (press.key === 'Escape') return { command: 'back', pending: '' };
  if (press.pending === 'g') return { command: afterG[press.key] ?? null, pending: '' };
  if (press.key === 'g') return { command: null, pending: 'g' };
  if (press.onBlock && !press.onControl) {
    const command = (press.shift ? onBlockWithShift : onBlock)[press.key];
    if (command) return { command, pending: '' };
  }
  return { command: single[press.key] ?? null, pending: '' };
}

/** The keys as they are listed for the reader. */
export const keyList: readonly {
  readonly title: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
}[] = [
  {
    title: 'Read',
    keys: [
      { keys: ['j', 'k'], does: 'next, previous block' },
      { keys: ['n', 'p'], does: 'next, previous thread' },
      { keys: ['[', ']'], does: 'previous, next file' },
      { keys: ['v'], does: 'viewed, on to the next file' },
      { keys: ['/'], does: 'find in text and threads' },
      { keys: ['g', 'o'], does: 'outline' },
      { keys: ['g', 't'], does: 'all threads' },
    ],
  },
  {
    title: 'Pick what you mean',
    keys: [
      { keys: ['→', '←'], does: 'select a word of the block' },
      { keys: ['⇧ →', '⇧ ←'], does: 'more or fewer words' },
      { keys: ['↓', '↑'], does: 'a line of code, a row of a table' },
      { keys: ['⇧ ↓', '⇧ ↑'], does: 'several lines' },
    ],
  },
  {
    title: 'Talk',
    keys: [
      { keys: ['c'], does: 'comment' },
      { keys: ['q'], does: 'ask' },
      { keys: ['s'], does: 'suggest other words' },
      { keys: ['r'], does: 'reply' },
      { keys: ['e'], does: 'resolve or reopen' },
      { keys: ['Ctrl ↵'], does: 'send' },
      { keys: ['Esc'], does: 'back; what you wrote is kept' },
    ],
  },
  {
    title: 'What changed',
    keys: [
      { keys: ['d'], does: 'show or hide changes' },
      { keys: ['.', ','], does: 'next, previous change' },
      { keys: ['⇧ D'], does: 'changes of the source' },
      { keys: ['g', 'r'], does: 'compare with another round' },
    ],
  },
  {
    title: 'Questions to you',
    keys: [
      { keys: ['a'], does: 'go to the question that waits' },
      { keys: ['1', '2', '3'], does: 'pick an option there' },
    ],
  },
  {
    title: 'The rest',
    keys: [
      { keys: ['t'], does: 'theme' },
      { keys: ['f'], does: 'finish the review' },
      { keys: ['?'], does: 'these keys' },
    ],
  },
];
