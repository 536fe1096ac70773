import { letterPattern } from './letter-pattern.ts';

/**
 * A text in which nothing is unseen: control characters, C1, marks of direction and characters without form stand as
 * `\u202e`, the notation of JSON, so that a text of JSON stays the same value. Line ends and tabs stay, and what
 * scripts and emoji need: joiners between their letters, one variation selector behind a character that takes it, flags
 * written with tags, a direction mark that stands alone.
 */
export function showInvisible(text: string): string {
  return replaceInvisible(text, escapeUnits);
}

/** Replaces each of these characters that no script and no emoji needs. */
export function replaceInvisible(text: string, replacement: (character: string) => string): string {
  if (/^[\t\n -~]*$/.test(text)) return text;
  return text.replace(unseen, (match: string, offset: number) =>
    match.length > 2 || isNeeded(match, { text, offset }) ? match : replacement(match),
  );
}

const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}`;
const wholeFlag = new RegExp(`${flag}$`, 'u');

/** A whole flag, which is kept, or one character that no reader sees. */
const unseen = new RegExp(
  String.raw`${flag}|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]`,
  'gu',
);

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

interface Place {
  readonly text: string;
  readonly offset: number;
}

function isNeeded(character: string, position: Place): boolean {
  const { text, offset } = position;
  const code = character.codePointAt(0) ?? 0;
  if (character === '\r') return text[offset + 1] === '\n';
  if (code === 0xfeff) return offset === 0;
  if (code === 0x200e || code === 0x200f) return !isBesideUnseen(position);
  if (code === 0x200c || code === 0x200d) return joins(character, position);
  if (code >= 0x180b && code <= 0x180f) return mongolian().test(characterBefore(position));
  if (code >= 0xfe00 && code <= 0xfe0f) return takesVariation(code, position);
  return code >= 0xe0100 && code <= 0xe01ef && ideograph().test(characterBefore(position));
}

function isBesideUnseen(position: Place): boolean {
  return /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/.test(
    characterBefore(position) + characterAfter(position),
  );
}

function joins(joiner: string, position: Place): boolean {
  const [before, after] = [characterBefore(position), characterAfter(position)];
  const sides = [before, after].filter((side) => joiningLetter().test(side)).length;
  if (joiner === '\u200c') return sides === 2;
  return sides > 0 || (endsEmoji(before, position) && pictograph().test(after));
}

/** Whether an emoji stands before a position; what chooses its form or ends a flag counts only where it is kept. */
function endsEmoji(before: string, { text, offset }: Place): boolean {
  if (before === '\ufe0f') return takesVariation(0xfe0f, { text, offset: offset - 1 });
  return emojiEnd().test(before) || wholeFlag.test(text.slice(Math.max(0, offset - 16), offset));
}

/** The last two choose between the forms of an emoji or key cap, the others between forms of letters and signs. */
function takesVariation(code: number, position: Place): boolean {
  const before = characterBefore(position);
  if (/^[#*0-9]$/.test(before)) return characterAfter(position) === '\u20e3';
  return code >= 0xfe0e ? pictograph().test(before) : variedSign().test(before);
}

function characterBefore({ text, offset }: Place): string {
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(
    text.slice(Math.max(0, offset - 2), offset),
  );
  return text.slice(Math.max(0, offset - (isPair ? 2 : 1)), offset);
}

/** What follows a character that is one unit long. */
function characterAfter({ text, offset }: Place): string {
  return String.fromCodePoint(text.codePointAt(offset + 1) ?? 0);
}

const pictograph = letterPattern(String.raw`^[\p{Extended_Pictographic}\p{Regional_Indicator}]$`);
const emojiEnd = letterPattern(String.raw`^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$`);
const variedSign = letterPattern(String.raw`^[^\p{ASCII}\P{L}]|[^\p{ASCII}\P{S}]$`);
const ideograph = letterPattern(String.raw`^\p{Unified_Ideograph}$`);
const mongolian = letterPattern(String.raw`^\p{Script=Mongolian}$`);
const joiningLetter = letterPattern(
  `^(?=[\\p{L}\\p{M}])[${[
    ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati'],
    ...[
      'Oriya',
      'Tamil',
      'Telugu',
      'Kannada',
      'Malayalam',
      'Sinhala',
      'Khmer',
      'Myanmar',
      'Tibetan',
    ],
  ]
    .map((script) => `\\p{Script_Extensions=${script}}`)
    .join('')}]$`,
);
