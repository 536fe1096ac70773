import { readCount, readName, readPort } from '../settings/setting-keys.ts';
import type { SettingsLayer } from '../settings/settings.ts';

/** An option of a review. */
export interface ReviewOption {
  /** As it is typed, such as `--port`. */
  readonly name: string;
  /** What its value is, in words; an option without it takes none. */
  readonly value?: string;
  /** The setting that it decides. */
  readonly field?: keyof SettingsLayer;
  /** What the value must be, where that is more than `value` says. */
  readonly expected?: string;
  /** The setting's value; `undefined` for a text that is none. */
  readonly read?: (text: string) => unknown;
}

const options: readonly ReviewOption[] = [
  {
    name: '--port',
    value: 'a port',
    field: 'port',
    expected: 'a whole number from 0 to 65535',
    read: readPort,
  },
  { name: '--no-open', field: 'autoOpen', read: () => false },
  { name: '--no-save', field: 'noSave', read: () => true },
  { name: '--history-dir', value: 'a folder', field: 'historyDir', read: (text) => text },
  {
    name: '--max-diff-bytes',
    value: 'a number of bytes',
    field: 'maxDiffBytes',
    expected: 'a whole number, 0 or more (0 = no cap)',
    read: readCount,
  },
  { name: '--write-back', field: 'writeBack', read: () => true },
  {
    name: '--as',
    value: 'a name',
    field: 'reviewerName',
    expected: 'a name of 1 to 80 characters without line breaks or "*"',
    read: readName,
  },
  { name: '--verdict-options', value: "options such as 'approve|decline!'" },
  { name: '--verdict-prompt', value: 'a text' },
  { name: '--resume' },
  { name: '--fresh' },
  { name: '--private' },
  { name: '--attach' },
  { name: '--threads', value: 'a JSON file' },
  { name: '--carry', value: '"open"' },
  { name: '--help' },
  { name: '-h' },
  { name: '--version' },
  { name: '-V' },
];

/** The option of that name. */
export function findReviewOption(name: string): ReviewOption | undefined {
  return options.find((option) => option.name === name);
}

/** The long names of all options. */
export const reviewOptionNames: readonly string[] = options
  .map(({ name }) => name)
  .filter((name) => name.startsWith('--'));
