import { letterPattern } from '../text/letter-pattern.ts';
import { isOpaque, kindOf } from './scan/leaf.ts';
import { scanLines } from './scan/scan-lines.ts';
import { displayName, speakerKey } from './speaker.ts';

/** Text in which `@name` mentions nobody: code, links, images, HTML tags, escaped characters. */
const ignoredText =
  /(?<!`)(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|!?\[(?:\\.|[^[\]\\]|\[[^[\]]*\])*\](?:\((?:\\.|[^()\\]|\([^()]*\))*\)|\[[^[\]]*\])|(?:https?:\/\/|ftp:\/\/|www\.)[^\s<>]*|<[a-zA-Z/!?][^<>]{0,1000}>|\\[\s\S]/g;
/** Without any of these no text is ignored. */
const mayIgnore = /[`[<\\\n]|:\/\/|www\./;
const quotedName = /^"([^"\n]{1,80})"/;
const bareName = letterPattern(
  String.raw`^[\p{L}\p{M}\p{N}_](?:[\p{L}\p{M}\p{N}_-]|[.'’](?=[\p{L}\p{N}]))*`,
);
const nameBefore = letterPattern(String.raw`[\p{L}\p{M}\p{N}./@]$`);
/** The start of a possessive, of a sentence without a space, or of the rest of a longer name. */
const nameJoiner = /^[.'’_-]/u;
/** Scripts without spaces between words, where a name is joined to the next word. */
const unspacedScript = letterPattern(
  String.raw`^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`,
);

/** A mentioned person or agent: the name as written, and the key that all its spellings share. */
export interface Mention {
  readonly name: string;
  readonly key: string;
}

/**
 * Returns who is mentioned in a comment's text, each once, in order: `@name` and `@"Mary Ann"`, not in code, links or
 * addresses. `speakers` are keys: where words are not spaced, the longest of them that fits is the name.
 */
export function mentionsIn(text: string, speakers: ReadonlySet<string>): readonly Mention[] {
  if (!text.includes('@')) return [];
  const searchable = mayIgnore.test(text)
    ? withoutBlocks(text).replace(ignoredText, (match) => ' '.repeat(match.length))
    : text;
  const mentions = new Map<string, Mention>();
  for (const { index: position } of searchable.matchAll(/@/g)) {
    if (nameBefore().test(searchable.slice(Math.max(0, position - 2), position))) continue;
    const name = nameAt(searchable.slice(position + 1, position + 200), speakers);
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
  let searchable = '';
  for (let line = 0; line < bounds.count; line++) {
    if (!isOpaque(kindOf(kinds[line])))
      searchable += text.slice(bounds.begin[line], bounds.end[line]);
    searchable += '\n';
  }
  return searchable;
}

function nameAt(rest: string, speakers: ReadonlySet<string>): string | undefined {
  const inQuotes = quotedName.exec(rest)?.[1];
  if (inQuotes !== undefined) return displayName(inQuotes) || undefined;
  const word = bareName()
    .exec(rest)?.[0]
    .replace(/[-_]+$/, '');
  if (word === undefined || word === '') return undefined;
  if (speakers.has(speakerKey(word))) return displayName(word);
  return displayName(longestKnownPrefix(word, speakers) ?? word.replace(/['’].*$/u, ''));
}

/** The longest name of a speaker that the word begins with, where another word may follow without a space. */
function longestKnownPrefix(word: string, speakers: ReadonlySet<string>): string | undefined {
  const characters = Array.from(word);
  for (let length = characters.length - 1; length > 0; length--) {
    const next = characters[length] ?? '';
    if (!unspacedScript().test(next) && !nameJoiner.test(next)) continue;
    const beginning = characters.slice(0, length).join('');
    if (speakers.has(speakerKey(beginning))) return beginning;
  }
  return undefined;
}
