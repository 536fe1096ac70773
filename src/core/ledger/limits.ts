import { type Refusal, refuse } from '../refusal.ts';
import { hasHalf } from '../text/half-character.ts';
import { batchFieldTexts, type FieldText, fieldPath } from './field-texts.ts';
import type { BatchInput } from './operation.ts';
import { type InputProblem, invalidInput } from './refusals.ts';

/** The whole input, measured on its serialised form. */
export const maxInputBytes = 1024 * 1024;
/** Titles, texts, descriptions and reasons. */
export const maxTextBytes = 65_536;
/** Ids of discussions, items, requests and messages. */
export const maxIdBytes = 256;
export const maxOperations = 64;

const longFields = new Set(['text', 'description', 'reason']);

/**
 * Checks what a schema of shapes cannot say: sizes in bytes of UTF-8, and that every string is well-formed
 * Unicode, since no store could keep it byte for byte otherwise.
 */
export function checkLimits(input: BatchInput, json: string): Refusal | undefined {
  const texts = batchFieldTexts(input);
  const malformed = texts.filter(({ text }) => hasHalf(text)).map(malformedText);
  const [firstMalformed, ...others] = malformed;
  if (firstMalformed !== undefined) return invalidInput(firstMalformed, ...others);
  const tooLong = [...tooLongWhole(input, json), ...texts.flatMap(tooLongText)];
  const [first] = tooLong;
  return first === undefined ? undefined : limitExceeded(first, tooLong);
}

/** Refuses an input for its size. */
export function limitExceeded(first: InputProblem, problems: readonly InputProblem[]): Refusal {
  return refuse('limit_exceeded', `${first.path}: expected ${first.expected}`, {
    field: first.path,
    details: problems,
    next: first.fix,
  });
}

function tooLongWhole({ operations }: BatchInput, json: string): InputProblem[] {
  const problem = (path: string, expected: string) => ({ path, expected, fix: 'split the batch' });
  const problems: InputProblem[] = [];
  if (isLonger(json, maxInputBytes)) {
    const bytes = utf8Bytes(json);
    problems.push(problem('input', `at most ${maxInputBytes} bytes in all, got ${bytes}`));
  }
  if (operations.length > maxOperations) {
    const count = operations.length;
    problems.push(problem('operations', `at most ${maxOperations} operations, got ${count}`));
  }
  return problems;
}

function tooLongText(fieldText: FieldText): InputProblem[] {
  const isLong = longFields.has(fieldText.field);
  const limit = isLong ? maxTextBytes : maxIdBytes;
  if (!isLonger(fieldText.text, limit)) return [];
  return [
    {
      path: fieldPath(fieldText),
      expected: `at most ${limit} bytes, got ${utf8Bytes(fieldText.text)}`,
      fix: isLong ? 'record it in several items' : 'use a shorter id',
    },
  ];
}

function malformedText(fieldText: FieldText): InputProblem {
  return {
    path: fieldPath(fieldText),
    expected: 'well-formed Unicode; it holds half of a surrogate pair',
    fix: 'send the character whole',
  };
}

/** A UTF-16 unit takes one to three bytes, so most texts need no counting. */
function isLonger(text: string, limit: number): boolean {
  return text.length > limit || (text.length * 3 > limit && utf8Bytes(text) > limit);
}

/** The length of a well-formed text in bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 0x7f) bytes += 1;
    // Each half of a surrogate pair stands for two of the pair's four bytes.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes += 1;
  }
  return bytes;
}
