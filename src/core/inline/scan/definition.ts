import { character, isSpace, skipSpaces } from './characters.ts';

/** The lines that a definition may take, without the prefixes of their containers. */
export interface DefinitionLines {
  /** Returns the text of line `index` of the definition, from 0, or undefined where the paragraph would end before it. */
  line(index: number): string | undefined;
}

const maxLabelLength = 999;
const maxParentheses = 32;

/**
 * Returns how many lines a link reference definition (`[label]: target "title"`) takes, 0 if there is none. Label,
 * target and title may be on lines of their own, and label and title may span several.
 */
export function definitionLength(lines: DefinitionLines): number {
  const label = endOfLabel(lines);
  if (label === undefined) return 0;
  const target = skipToText(lines, label);
  const text = lines.line(target.line) ?? '';
  const end = endOfTarget(text, target.position);
  if (end === undefined || !isAllowed(text.slice(target.position, end))) return 0;
  const afterTarget = { line: target.line, position: end };
  const title = endOfTitle(lines, afterTarget);
  if (title !== undefined && restIsBlank(lines, title)) return title.line + 1;
  return restIsBlank(lines, afterTarget) ? afterTarget.line + 1 : 0;
}

interface LinePosition {
  readonly line: number;
  readonly position: number;
}

function endOfLabel(lines: DefinitionLines): LinePosition | undefined {
  let label = '';
  for (let index = 0; ; index++) {
    const text = lines.line(index);
    if (text === undefined) return undefined;
    const end = closingBracket(text, index === 0 ? 1 : 0);
    if (end === 'opens') return undefined;
    label += text.slice(index === 0 ? 1 : 0, end);
    if (label.length > maxLabelLength * 2) return undefined;
    if (end === undefined) continue;
    if ([...label].length > maxLabelLength || label.trim() === '') return undefined;
    return text.charCodeAt(end + 1) === character.colon
      ? { line: index, position: end + 2 }
      : undefined;
  }
}

function closingBracket(text: string, from: number): number | 'opens' | undefined {
  for (let position = from; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === character.openBracket) return 'opens';
    if (code === character.closeBracket) return position;
    if (code === character.backslash) position++;
  }
  return undefined;
}

/** Skips spaces and line ends, as far as the definition may continue. */
function skipToText(lines: DefinitionLines, { line, position }: LinePosition): LinePosition {
  const text = lines.line(line) ?? '';
  const next = skipSpaces(text, position, text.length);
  if (next < text.length || lines.line(line + 1) === undefined) return { line, position: next };
  return { line: line + 1, position: 0 };
}

function endOfTarget(text: string, position: number): number | undefined {
  return text.charCodeAt(position) === character.lessThan
    ? endOfBracketed(text, position)
    : endOfPlainTarget(text, position);
}

function endOfBracketed(text: string, from: number): number | undefined {
  for (let position = from + 1; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === character.lessThan) return undefined;
    if (code === character.greaterThan) return position + 1;
    if (code === character.backslash) position++;
  }
  return undefined;
}

function endOfPlainTarget(text: string, from: number): number | undefined {
  let depth = 0;
  let position = from;
  for (; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code <= character.space || code === 0x7f) break;
    if (code === character.backslash && text.charCodeAt(position + 1) !== character.space)
      position++;
    else if (code === character.openParenthesis) {
      depth++;
      if (depth > maxParentheses) return undefined;
    } else if (code === character.closeParenthesis) {
      if (depth === 0) break;
      depth--;
    }
  }
  const end = Math.min(position, text.length);
  return end === from || depth !== 0 ? undefined : end;
}

/** A link that would run a script is no definition. */
function isAllowed(target: string): boolean {
  const plain = target.replace(/^<|>$/g, '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
  const address = plain.trim().toLowerCase();
  return (
    !/^(?:vbscript|javascript|file|data):/.test(address) ||
    /^data:image\/(?:gif|png|jpeg|webp);/.test(address)
  );
}

function endOfTitle(lines: DefinitionLines, after: LinePosition): LinePosition | undefined {
  const from = skipToText(lines, after);
  if (from.line === after.line && from.position === after.position) return undefined;
  const opening = (lines.line(from.line) ?? '').charCodeAt(from.position);
  if (!isTitleQuote(opening)) return undefined;
  const closing = opening === character.openParenthesis ? character.closeParenthesis : opening;
  for (let index = from.line; ; index++) {
    const text = lines.line(index);
    if (text === undefined) return undefined;
    const end = closingQuote(text, { from: index === from.line ? from.position + 1 : 0, closing });
    if (end === 'opens') return undefined;
    if (end !== undefined) return { line: index, position: end + 1 };
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
  for (let position = from; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === closing) return position;
    if (code === character.openParenthesis && closing === character.closeParenthesis)
      return 'opens';
    if (code === character.backslash) position++;
  }
  return undefined;
}

function restIsBlank(lines: DefinitionLines, { line, position }: LinePosition): boolean {
  const text = lines.line(line) ?? '';
  for (let offset = position; offset < text.length; offset++) {
    if (!isSpace(text.charCodeAt(offset))) return false;
  }
  return true;
}
