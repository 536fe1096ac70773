import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { parseVerdictSpec } from '../../core/review/verdict-spec.ts';
import type { VerdictConfig } from '../../core/review/wire.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import type { SettingsLayer } from '../settings/settings.ts';
import { type DiffWords, parseDiffWords } from './diff-words.ts';
import { findReviewOption, type ReviewOption, reviewOptionNames } from './review-options.ts';

/** What the command line of a review says. */
export interface ReviewWords {
  /** Something to print instead of a review. */
  readonly show?: 'help' | 'version';
  /** Files as given, in order; `-` is standard input and stands once at most. */
  readonly files: readonly string[];
  readonly diff?: DiffWords;
  /** The settings that the command line decides; its paths are as given. */
  readonly flags: SettingsLayer;
  readonly verdict?: VerdictConfig;
  /** What to do with an unfinished review of the same inputs; without it, resume and say so. */
  readonly unfinished?: 'resume' | 'fresh';
  /** Whether everything is served under an unguessable path. */
  readonly privatePath: boolean;
  /** Whether a review of the same inputs that runs already is named in place of starting another. */
  readonly attach: boolean;
  /** File with threads that an agent has prepared, as given. */
  readonly threadsFile?: string;
  /** Whether the open threads of the last round are taken over. */
  readonly carryOpen: boolean;
  /** Lines for standard error; nothing else follows from them. */
  readonly warnings: readonly string[];
}

/** What has been read so far. */
interface Reading {
  readonly files: string[];
  readonly given: Map<string, string>;
  readonly flags: Record<string, unknown>;
}

/**
 * Reads the words of `discuss [OPTIONS] [FILE…] [diff …]`. A refusal has the code `usage` and names the word at
 * fault.
 */
export function parseReviewWords(words: readonly string[]): ReviewWords | Refusal {
  const reading: Reading = { files: [], given: new Map(), flags: {} };
  let position = 0;
  while (position < words.length && words[position] !== 'diff') {
    const word = words[position] ?? '';
    if (word === '--') {
      reading.files.push(...words.slice(position + 1));
      return finish(reading, undefined);
    }
    const used = isOption(word) ? readOption(words, position, reading) : readFile(word, reading);
    if (isRefusal(used)) return used;
    position += used;
  }
  if (position === words.length) return finish(reading, undefined);
  const diff = parseDiffWords(words.slice(position + 1));
  return isRefusal(diff) ? diff : finish(reading, diff);
}

function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function readFile(word: string, { files }: Reading): 1 | Refusal {
  if (word === '-' && files.includes('-')) return refuse('usage', '"-" stands more than once');
  if (word === '') return refuse('usage', 'an empty word stands where a file is expected');
  files.push(word);
  return 1;
}

/** Answers how many words the option takes up. */
function readOption(words: readonly string[], position: number, to: Reading): number | Refusal {
  const word = words[position] ?? '';
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  const name = equals === -1 ? word : word.slice(0, equals);
  const option = findReviewOption(name);
  if (option === undefined) return unknownOption(word, name);
  if (option.value === undefined) {
    if (equals !== -1) return refuse('usage', `${name} takes no value, got "${word}"`);
    return take(option, '', to) ?? 1;
  }
  if (equals !== -1) return take(option, word.slice(equals + 1), to) ?? 1;
  const value = words[position + 1];
  if (value === undefined || findReviewOption(value.split('=', 1)[0] ?? '') !== undefined) {
    const got = value === undefined ? 'nothing' : `"${value}"`;
    return refuse('usage', `${name} needs ${option.value}, got ${got}`);
  }
  return take(option, value, to) ?? 2;
}

function unknownOption(word: string, name: string): Refusal {
  const meant = nearestWord(name, reviewOptionNames);
  return refuse('usage', `unknown option "${word}"`, {
    next:
      meant === undefined
        ? `a file of that name is given as ./${word}; see discuss --help`
        : `did you mean ${meant}?`,
  });
}

function take(option: ReviewOption, text: string, { given, flags }: Reading): undefined | Refusal {
  const { name, field, value, expected, read } = option;
  if (value !== undefined && text === '') return refuse('usage', `${name} needs ${value}`);
  given.set(name, text);
  if (field === undefined) return undefined;
  const setting = read?.(text);
  if (setting === undefined) {
    return refuse('usage', `${name} must be ${expected ?? value}, got "${text}"`);
  }
  flags[field] = setting;
  return undefined;
}

function finish(reading: Reading, diff: DiffWords | undefined): ReviewWords | Refusal {
  const { files, given, flags } = reading;
  const show = diff?.help === true || given.has('--help') || given.has('-h');
  const version = given.has('--version') || given.has('-V');
  if (given.has('--resume') && given.has('--fresh')) {
    return refuse('usage', '--resume and --fresh exclude each other');
  }
  const carry = given.get('--carry');
  if (carry !== undefined && carry !== 'open') {
    return refuse('usage', `--carry must be open, got "${carry}"`);
  }
  const verdict = readVerdict(given);
  if (isRefusal(verdict)) return verdict;
  const threadsFile = given.get('--threads');
  return {
    ...(show ? { show: 'help' } : version ? { show: 'version' } : {}),
    files,
    ...(diff === undefined ? {} : { diff }),
    flags: { ...flags, ...diff?.flags },
    ...(verdict === undefined ? {} : { verdict }),
    ...(given.has('--resume') ? { unfinished: 'resume' } : {}),
    ...(given.has('--fresh') ? { unfinished: 'fresh' } : {}),
    privatePath: given.has('--private'),
    attach: given.has('--attach'),
    ...(threadsFile === undefined ? {} : { threadsFile }),
    carryOpen: carry === 'open',
    warnings:
      given.has('--verdict-prompt') && verdict === undefined
        ? ['--verdict-prompt has no effect without --verdict-options']
        : [],
  };
}

function readVerdict(given: ReadonlyMap<string, string>): VerdictConfig | undefined | Refusal {
  const spec = given.get('--verdict-options');
  if (spec === undefined) return undefined;
  const options = parseVerdictSpec(spec);
  if (isRefusal(options)) return options;
  const prompt = given.get('--verdict-prompt');
  return { options, ...(prompt === undefined ? {} : { prompt }) };
}
