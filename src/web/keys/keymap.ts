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

const single = {
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
} as const;

const afterG = {
  o: 'outline',
  t: 'threads',
  r: 'rounds',
} as const;

const onBlock = {
  Enter: 'open',
  ArrowDown: 'next-line',
  ArrowUp: 'previous-line',
  ArrowRight: 'next-word',
  ArrowLeft: 'previous-word',
} as const;

const onBlockWithShift = {
  ArrowDown: 'extend-line-down',
  ArrowUp: 'extend-line-up',
  ArrowRight: 'extend-word-forward',
  ArrowLeft: 'extend-word-backward',
} as const;

/** What a key can ask for. */
export type KeyCommand =
  | (typeof single)[keyof typeof single]
  | (typeof afterG)[keyof typeof afterG]
  | (typeof onBlock)[keyof typeof onBlock]
  | (typeof onBlockWithShift)[keyof typeof onBlockWithShift]
  | 'back';

const nothing: KeyResult = { command: null, pending: '' };

/** The command of a key press. While something is typed or composed no key means anything but itself. */
export function commandOf({ key, shift, modified, typing, ...press }: KeyPress): KeyResult {
  if (typing || modified) return nothing;
  if (key === 'Escape') return { command: 'back', pending: '' };
  if (press.pending === 'g') return resultOf(afterG, key);
  if (key === 'g') return { command: null, pending: 'g' };
  const inBlock = shift ? onBlockWithShift : onBlock;
  if (press.onBlock && !press.onControl && key in inBlock) return resultOf(inBlock, key);
  return resultOf(single, key);
}

function resultOf(keys: Readonly<Record<string, KeyCommand>>, key: string): KeyResult {
  return { command: keys[key] ?? null, pending: '' };
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
