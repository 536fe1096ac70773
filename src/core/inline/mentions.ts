import { letterPattern } from '../text/letter-pattern.ts';
import { isOpaque, kindOf } from './scan/leaf.ts';
import { scanLines } from './scan/scan-lines.ts';
import { shownName, speakerKey } from './speaker.ts';

/** Stretches in which `@name` mentions nobody: code, links, images, HTML tags, escaped characters. */
const silent =
  /(?<!`)(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|!?\[(?:\\.|[^[\]\\]|\[[^[\]]*\])*\](?:\((?:\\.|[^()\\]|\([^()]*\))*\)|\[[^[\]]*\])|(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>]*|<[a-zA-Z/!?][^<>]{0,1000}>|\\[\s\S]/g;
/** Without any of these nothing is silent. */
const maySilence = /[`[<\\\n]|:\/\/|www\./;
const quoted = /^"([^"\n]{1,80})"/;
const bare = letterPattern(
  String.raw`^[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_-]|[.'’](?=[\p{L}\p{N}]))*`,
);
const notBefore = letterPattern(String.raw`[\p{L}\p{M}\p{N}./@]$`);
/** Where a possessive, a sentence without a space, or a longer name begins. */
const joins = /^[.'’_-]/u;
/** Scripts that put no spaces between words, where a name runs into the next word. */
const unspaced = letterPattern(
  String.raw`^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`,
);

/** Somebody who is mentioned: the name as written and what its spellings have in common. */
export interface Mention {
  readonly name: string;
  readonly key: string;
}

/**
 * Who is mentioned in a comment's text, each once, in order: `@name` and `@"Mary Ann"`, not in code, links or
 * addresses. `known` are keys of speakers: where words are not spaced, the longest of them that fits is the name.
 */
export function mentionsIn(text: string, known: ReadonlySet<string>): readonly Mention[] {
  if (!text.includes('@')) return [];
  const spoken = maySilence.test(text)
    ? withoutBlocks(text).replace(silent, (stretch) => ' '.repeat(stretch.length))
    : text;
  const mentions = new Map<string, Mention>();
  for (let at = spoken.indexOf('@'); at !== -1; at = spoken.indexOf('@', at + 1)) {
    if (notBefore().test(spoken.slice(Math.max(0, at - 2), at))) continue;
    const name = nameAt(spoken.slice(at + 1, at + 200), known);
    if (name === undefined) continue;
    const key = speakerKey(name);
    if (!mentions.has(key)) mentions.set(key, { name, key });
  }
  return [...mentions.values()];
}

/** The text without its lines of code, HTML and math. */
function withoutBlocks(text: string): string {
  if (!text.includes('\n')) return text;
  const { bounds, kinds } = scanLines(text);
  let spoken = '';
  for (let line = 0; line < bounds.count; line++) {
    if (!isOpaque(kindOf(kinds[line]))) spoken += text.slice(bounds.begin[line], bounds.end[line]);
    spoken += '\n';
  }
  return spoken;
}

function nameAt(rest: string, known: ReadonlySet<string>): string | undefined {
  const inQuotes = quoted.exec(rest)?.[1];
  if (inQuotes !== undefined) return shownName(inQuotes) || undefined;
  const word = bare()
    .exec(rest)?.[0]
    .replace(/[-_]+$/, '');
  if (word === undefined || word === '') return undefined;
  if (known.has(speakerKey(word))) return shownName(word);
  return shownName(knownBeginning(word, known) ?? word.replace(/['’].*$/u, ''));
}

/** The longest known name that the word begins with, where another word may be written right behind it. */
function knownBeginning(word: string, known: ReadonlySet<string>): string | undefined {
  const characters = Array.from(word);
  for (let length = characters.length - 1; length > 0; length--) {
    const next = characters[length] ?? '';
    if (!unspaced().test(next) && !joins.test(next)) continue;
    const beginning = characters.slice(0, length).join('');
    if (known.has(speakerKey(beginning))) return beginning;
  }
  return undefined;
}
