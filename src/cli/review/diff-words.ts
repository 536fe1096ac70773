import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { SettingsLayer } from '../settings/settings.ts';
import { findReviewOption } from './review-options.ts';

/** What stands after `diff`. */
export interface DiffWords {
  /** The arguments that `git diff` is run with. */
  readonly args: readonly string[];
  /** The arguments as the user gave them, which is how the review names itself; `--cached` when there are none. */
  readonly given: readonly string[];
  /** Whether files that git does not know yet are added. */
  readonly untracked: boolean;
  readonly flags: SettingsLayer;
  readonly help: boolean;
}

interface Reading {
  readonly args: string[];
  unstaged: boolean;
  untracked: boolean;
  help: boolean;
  maxDiffBytes: number | undefined;
}

/**
 * Reads the words after `diff`: ours are taken out, the rest is for git as given. What stands after `--` is
 * paths, whatever it looks like.
 */
export function parseDiffWords(words: readonly string[]): DiffWords | Refusal {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const reading: Reading = {
    args: [],
    unstaged: false,
    untracked: false,
    help: false,
    maxDiffBytes: undefined,
  };
  for (let position = 0; position < end; ) {
    const used = readWord(words.slice(position, end), reading);
    if (isRefusal(used)) return used;
    position += used;
  }
  reading.args.push(...words.slice(end));
  return finish(reading);
}

/** Answers how many words have been read. */
function readWord(words: readonly string[], to: Reading): number | Refusal {
  const [word = '', next] = words;
  if (word === '--unstaged' || word === '--untracked') {
    to[word === '--unstaged' ? 'unstaged' : 'untracked'] = true;
    return 1;
  }
  if (word === '--help' || word === '-h') {
    to.help = true;
    return 1;
  }
  const name = word.split('=', 1)[0] ?? '';
  const option = findReviewOption(name);
  if (name === '--max-diff-bytes') {
    const text = word === name ? next : word.slice(name.length + 1);
    const bytes = option?.read?.(text ?? '');
    if (typeof bytes !== 'number') {
      const got = text === undefined ? 'nothing' : `"${text}"`;
      return refuse('usage', `${name} must be ${option?.expected}, got ${got}`);
    }
    to.maxDiffBytes = bytes;
    return word === name ? 2 : 1;
  }
  if (option !== undefined && name.startsWith('--')) {
    return refuse('usage', `"${word}" stands after diff, where only git's options can stand`, {
      next: `put it first: discuss ${name} … diff`,
    });
  }
  to.args.push(word);
  return 1;
}

function finish(reading: Reading): DiffWords | Refusal {
  const { args, unstaged, untracked, help, maxDiffBytes } = reading;
  if (unstaged && args.length > 0) {
    return refuse('usage', `--unstaged cannot stand together with "${args[0]}"`, {
      next: `leave --unstaged out: discuss diff ${args.join(' ')}`,
    });
  }
  const own = [...(unstaged ? ['--unstaged'] : []), ...(untracked ? ['--untracked'] : [])];
  const staged = args.length === 0 && !unstaged ? ['--cached'] : args;
  return {
    args: staged,
    given: [...own, ...staged],
    untracked,
    flags: maxDiffBytes === undefined ? {} : { maxDiffBytes },
    help,
  };
}
