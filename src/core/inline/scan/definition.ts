import { character, isSpace, skipSpaces } from './characters.ts';

/** A line, or the line that carries a definition on, without the prefix of its containers. */
export interface DefinitionLines {
  /** The text of line `index` of the definition, from 0; nothing where the paragraph would end before it. */
  line(index: number): string | undefined;
}

const longestLabel = 999;
const deepestParentheses = 32;

/**
 * How many lines a link reference definition (`[label]: target "title"`) takes, 0 if there is none. Label, target and
 * title may stand on lines of their own, and label and title may run over several.
 */
export function definitionLength(lines: DefinitionLines): number {
  const label = endOfLabel(lines);
  if (label === undefined) return 0;
  const target = skipToText(lines, label);
  const text = lines.line(target.line) ?? '';
  const end = endOfTarget(text, target.at);
  if (end === undefined || !isAllowed(text.slice(target.at, end))) return 0;
  const afterTarget = { line: target.line, at: end };
  const title = endOfTitle(lines, afterTarget);
  if (title !== undefined && restIsBlank(lines, title)) return title.line + 1;
  return restIsBlank(lines, afterTarget) ? afterTarget.line + 1 : 0;
}

interface Place {
  readonly line: number;
  readonly at: number;
}

function endOfLabel(lines: DefinitionLines): Place | undefined {
  let label = '';
  for (let index = 0; ; index++) {
    const text = lines.line(index);
    if (text === undefined) return undefined;
    const end = closingBracket(text, index === 0 ? 1 : 0);
    if (end === 'opens') return undefined;
    label += text.slice(index === 0 ? 1 : 0, end);
    if (label.length > longestLabel * 2) return undefined;
    if (end === undefined) continue;
    if ([...label].length > longestLabel || label.trim() === '') return undefined;
    return text.charCodeAt(end + 1) === character.colon ? { line: index, at: end + 2 } : undefined;
  }
}

function closingBracket(text: string, from: number): number | 'opens' | undefined {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === character.openBracket) return 'opens';
    if (code === character.closeBracket) return at;
    if (code === character.backslash) at++;
  }
  return undefined;
}

/** Goes over spaces and line ends, as far as the definition may go on. */
function skipToText(lines: DefinitionLines, { line, at }: Place): Place {
  const text = lines.line(line) ?? '';
  const next = skipSpaces(text, at, text.length);
  if (next < text.length || lines.line(line + 1) === undefined) return { line, at: next };
  return { line: line + 1, at: 0 };
}

function endOfTarget(text: string, at: number): number | undefined {
  return text.charCodeAt(at) === character.lessThan
    ? endOfBracketed(text, at)
    : endOfPlainTarget(text, at);
}

function endOfBracketed(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === character.lessThan) return undefined;
    if (code === character.greaterThan) return at + 1;
    if (code === character.backslash) at++;
  }
  return undefined;
}

function endOfPlainTarget(text: string, from: number): number | undefined {
  let depth = 0;
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= character.space || code === 0x7f) break;
    if (code === character.backslash && text.charCodeAt(at + 1) !== character.space) at++;
    else if (code === character.openParenthesis) {
      depth++;
      if (depth > deepestParentheses) return undefined;
    } else if (code === character.closeParenthesis) {
      if (depth === 0) break;
      depth--;
    }
  }
  const end = Math.min(at, text.length);
  return end === from || depth !== 0 ? undefined : end;
}

/** Links that would run a script define nothing. */
function isAllowed(target: string): boolean {
  const plain = target.replace(/^<|>$/g, '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  const address = plain.trim().toLowerCase();
  return (
    !/^(?:vbscript|javascript|file|data):/.test(address) ||
    /^data:image\/(?:gif|png|jpeg|webp);/.test(address)
  );
}

function endOfTitle(lines: DefinitionLines, after: Place): Place | undefined {
  const from = skipToText(lines, after);
  if (from.line === after.line && from.at === after.at) return undefined;
  const opening = (lines.line(from.line) ?? '').charCodeAt(from.at);
  if (!isTitleQuote(opening)) return undefined;
  const closing = opening === character.openParenthesis ? character.closeParenthesis : opening;
  for (let index = from.line; ; index++) {
    const text = lines.line(index);
    if (text === undefined) return undefined;
    const end = closingQuote(text, { from: index === from.line ? from.at + 1 : 0, closing });
    if (end === 'opens') return undefined;
    if (end !== undefined) return { line: index, at: end + 1 };
  }
}

function isTitleQuote(code: number): boolean {
  return (
    code === character.quotationMark ||
    code === character.apostrophe ||
    code === character.openParenthesis
  );
}

function closingQuote(
  text: string,
  { from, closing }: { from: number; closing: number },
): number | 'opens' | undefined {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === closing) return at;
    if (code === character.openParenthesis && closing === character.closeParenthesis)
      return 'opens';
    if (code === character.backslash) at++;
  }
  return undefined;
}

function restIsBlank(lines: DefinitionLines, { line, at }: Place): boolean {
  const text = lines.line(line) ?? '';
  for (let offset = at; offset < text.length; offset++) {
    if (!isSpace(text.charCodeAt(offset))) return false;
  }
  return true;
}
