import { asOneLine, fromOneLine } from '../text/inert-text.ts';
import { type Option, type Question, shownLabel, splitSuffix } from './question.ts';

/**
 * The options of a question as numbered lines of Markdown in the order shown, such as
 * `1. Minimal fix (Recommended) — Touches one file.`; an answer by number is read against these lines.
 */
export function writeOptions(question: Question): string[] {
  return question.options.map((option, index) => {
    const label = hideDashes(asOneLine(shownLabel(question, option)));
    return `${index + 1}. ${label} — ${asOneLine(option.description)}`;
  });
}

/** Options read back from their lines, and what is amiss with the lines; other lines are passed over. */
export interface SavedOptions {
  readonly options: readonly Option[];
  /** The numbers as they stand; the mapping is only sound when they are 1, 2, 3. */
  readonly numbers: readonly number[];
  /** Places, from 1, of the options marked as recommended. */
  readonly recommended: readonly number[];
}

/** Reads the numbered lines of a saved question. Both `—` and `:` may stand between label and description. */
export function readOptions(lines: readonly string[]): SavedOptions {
  const parsed = lines.flatMap((line) => {
    const match = /^ {0,3}(\d{1,9})[.)]\s+(\S.*)$/.exec(line);
    return match === null ? [] : [{ number: Number(match[1]), ...readOption(match[2] ?? '') }];
  });
  return {
    options: parsed.map(({ label, description }) => ({ label, description })),
    numbers: parsed.map(({ number }) => number),
    recommended: parsed.flatMap(({ recommended }, index) => (recommended ? [index + 1] : [])),
  };
}

function readOption(text: string): Option & { readonly recommended: boolean } {
  const separator = /\s+[—–]\s+|:\s+|\s+-\s+/.exec(text);
  const dash = text.indexOf(' — ');
  const end = dash >= 0 ? dash : (separator?.index ?? text.length);
  const start = dash >= 0 ? dash + 3 : end + (separator?.[0].length ?? 0);
  const shown = fromOneLine(showDashes(text.slice(0, end)));
  const { label, recommended } = splitSuffix(shown);
  return { label, recommended, description: fromOneLine(text.slice(start)) };
}

/** The first dash of a line ends the label, so the label's own dashes are written as references. */
function hideDashes(label: string): string {
  return label.replace(/&(?=(?:amp;)*mdash;)/g, '&amp;').replaceAll('—', '&mdash;');
}

function showDashes(label: string): string {
  return label.replace(/&((?:amp;)*)mdash;/g, (_, ampersands: string) =>
    ampersands === '' ? '—' : `&${ampersands.slice('amp;'.length)}mdash;`,
  );
}
