import { type Refusal, refuse } from '../refusal.ts';
import { foldCase, isAscii } from '../text/case-fold.ts';
import { letterPattern } from '../text/letter-pattern.ts';
import { readTag } from './comment-tag.ts';

/** Most characters of a name. */
const maxNameLength = 80;

const unsafe = letterPattern(
  String.raw`[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]`,
);

/** Returns a speaker's display name: `@Name` becomes `Name`, trimmed and in NFC, case as written. */
export function displayName(written: string): string {
  const trimmed = written.trim();
  const name = trimmed.startsWith('@') ? trimmed.slice(1).trimStart() : trimmed;
  return isAscii(name) ? name : name.normalize('NFC');
}

/** Returns the key that all spellings of a speaker's name share. */
export function speakerKey(name: string): string {
  return foldCase(displayName(name));
}

/** Returns the name as it is written into a file; refused when it cannot be one. */
export function checkSpeaker(name: string, field = 'speaker'): string | Refusal {
  const display = displayName(name);
  const refusal = (message: string): Refusal => refuse('invalid_speaker', message, { field });
  if (display === '')
    return refusal('a speaker needs a name of 1 to 80 characters; none was given');
  const length = Array.from(display).length;
  if (length > maxNameLength) {
    return refusal(`a speaker's name has 1 to 80 characters; this one has ${length}`);
  }
  if (unsafe().test(display)) {
    return refusal(
      "a speaker's name must not hold line breaks, control or text-direction characters",
    );
  }
  const line = `**${display}:** x`;
  const tag = readTag({ text: line, position: 0, end: line.length });
  if (tag?.name !== display || tag.markers.length > 0 || tag.textStart !== line.length - 1) {
    return refusal(
      `"${display}" would not read back as a name: no "*", no ":" at the end, no "[…]" or "✓" at the end`,
    );
  }
  return display;
}
