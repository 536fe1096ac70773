import { type Refusal, refuse } from '../refusal.ts';
import { foldCase, isAscii } from '../text/case-fold.ts';
import { letterPattern } from '../text/letter-pattern.ts';
import { readTag } from './comment-tag.ts';

/** Names are this many characters at most. */
export const longestName = 80;

const unsafe = letterPattern(
  String.raw`[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]`,
);

/** A speaker's name as it is shown: `@Name` is `Name`, trimmed and in NFC, case as written. */
export function shownName(written: string): string {
  const trimmed = written.trim();
  const name = trimmed.startsWith('@') ? trimmed.slice(1).trimStart() : trimmed;
  return isAscii(name) ? name : name.normalize('NFC');
}

/** What two spellings of one speaker's name have in common. */
export function speakerKey(name: string): string {
  return foldCase(shownName(name));
}

/** The name as it will be written into a file, or why it cannot be one. */
export function checkSpeaker(name: string, field = 'speaker'): string | Refusal {
  const shown = shownName(name);
  const no = (message: string): Refusal => refuse('invalid_speaker', message, { field });
  if (shown === '') return no('a speaker needs a name of 1 to 80 characters; none was given');
  const length = Array.from(shown).length;
  if (length > longestName) {
    return no(`a speaker's name has 1 to 80 characters; this one has ${length}`);
  }
  if (unsafe().test(shown)) {
    return no("a speaker's name must not hold line breaks, control or text-direction characters");
  }
  const line = `**${shown}:** x`;
  const tag = readTag({ text: line, at: 0, end: line.length });
  if (tag?.name !== shown || tag.markers.length > 0 || tag.textAt !== line.length - 1) {
    return no(
      `"${shown}" would not read back as a name: no "*", no ":" at the end, no "[…]" or "✓" at the end`,
    );
  }
  return shown;
}
