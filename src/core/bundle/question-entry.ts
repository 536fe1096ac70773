import { omitUndefined } from '../omit-undefined.ts';
import { isVia, type Via } from '../question/provenance.ts';
import type { Option, Question } from '../question/question.ts';
import { readOptions, type SavedOptions, writeOptions } from '../question/saved-order.ts';
import { asOneLine, asQuote, fromQuote } from '../text/inert-text.ts';
import { bodyOf, type Entry, fieldOf, writeKey } from './entry.ts';
import { type Reference, readReferences } from './entry-id.ts';
import { writeField } from './field.ts';
import type { MarkdownFile } from './markdown-file.ts';

/** `deferred` questions wait until no other is pending; `superseded` ones were asked anew. */
export type QuestionStatus = 'pending' | 'deferred' | 'answered' | 'assumed' | 'superseded';

/** A question of the record. */
export interface QuestionEntry {
  readonly entry: Entry;
  readonly id: string;
  readonly key?: string;
  readonly status: QuestionStatus;
  readonly header: string;
  readonly prompt: string;
  readonly options: readonly Option[];
  /** The options as their lines are written, for the rules on them. */
  readonly saved: SavedOptions;
  readonly recommended: boolean;
  /** Whether nothing may go on without the person's answer. */
  readonly material: boolean;
  /** The entries that wait for it; empty when everything does. */
  readonly blocks: readonly Reference[];
  /** What a question that is not material takes for its answer when none comes. */
  readonly default?: string;
  /** Held back until it is raised by name. */
  readonly held: boolean;
  readonly answer?: SavedAnswer;
}

/** An answer as it is recorded. */
export interface SavedAnswer {
  /** `2. Broader cleanup`, or `Other — specify`. */
  readonly choice: string;
  readonly qualification?: string;
  readonly words: string;
  readonly via?: Via;
  readonly at?: string;
}

/** The label of the free form in the record. */
export const otherChoice = 'Other — specify';

/** Reads the question of an entry. What somebody else's entry leaves open counts as material. */
export function readQuestion(file: MarkdownFile, entry: Entry): QuestionEntry {
  const body = bodyOf(file, entry);
  const saved = readOptions(body);
  const fallback = fieldOf(entry, 'Default');
  const answer = readAnswer(entry);
  return {
    entry,
    id: entry.id,
    status: parseStatus(fieldOf(entry, 'Status'), answer),
    header: entry.title,
    prompt: readPrompt(body),
    options: saved.options,
    saved,
    recommended: saved.recommended.length > 0,
    material: !/^no\b/i.test(fieldOf(entry, 'Material') ?? ''),
    blocks: readReferences(fieldOf(entry, 'Blocks') ?? ''),
    ...(fallback === undefined || /^none$/i.test(fallback) ? {} : { default: fallback }),
    held: /^yes\b/i.test(fieldOf(entry, 'Held back') ?? ''),
    ...omitUndefined({ key: entry.key, answer }),
  };
}

function parseStatus(status: string | undefined, answer: SavedAnswer | undefined): QuestionStatus {
  const word = status?.toLowerCase().match(/^[a-z]+/)?.[0];
  switch (word) {
    case 'pending':
    case 'answered':
    case 'assumed':
    case 'superseded':
      return word;
    case 'resolved':
    case 'closed':
      return 'answered';
    case undefined:
      return answer === undefined ? 'deferred' : 'answered';
    default:
      return 'deferred';
  }
}

function readPrompt(body: readonly string[]): string {
  const quoted = body.findIndex((line) => line.startsWith('>'));
  if (quoted >= 0) {
    const rest = body.slice(quoted);
    const end = rest.findIndex((line) => !line.startsWith('>'));
    return fromQuote(end < 0 ? rest : rest.slice(0, end));
  }
  return body
    .filter((line) => line.trim() !== '' && !/^ {0,3}(?:[-*+]|\d+[.)])\s/.test(line))
    .join('\n')
    .trim();
}

function readAnswer(entry: Entry): SavedAnswer | undefined {
  const choice = fieldOf(entry, 'Choice', 'Answer', 'Selection');
  if (choice === undefined || choice === '' || /^(?:none|unknown|pending)$/i.test(choice)) {
    return undefined;
  }
  const qualification = fieldOf(entry, 'Qualification');
  const via = fieldOf(entry, 'Via');
  return {
    choice,
    ...(qualification === undefined || /^none$/i.test(qualification) ? {} : { qualification }),
    words: fieldOf(entry, 'Words') ?? choice,
    ...(via !== undefined && isVia(via) ? { via } : {}),
    ...omitUndefined({ at: fieldOf(entry, 'Answered') }),
  };
}

/** The fields of a question's entry besides the question itself. */
export interface QuestionFacts {
  readonly id: string;
  readonly marks: Readonly<Record<string, string>>;
  readonly status: 'Pending' | 'Deferred';
  readonly material: boolean;
  /** References, or the empty text when everything waits. */
  readonly blocks: string;
  readonly default?: string;
  readonly held: boolean;
  /** The question that it replaces. */
  readonly revises?: string;
  readonly at: string;
}

/** The lines of a new question in the record. */
export function writeQuestion(question: Question, facts: QuestionFacts): string[] {
  return [
    `### ${facts.id} — ${asOneLine(question.header)}${writeKey(facts.marks)}`,
    '',
    `- Status: ${facts.status}`,
    `- Material: ${facts.material ? 'Yes' : 'No'}`,
    `- Blocks: ${facts.blocks || (facts.material ? 'Everything' : 'None')}`,
    ...writeField('Default', facts.default ?? 'None'),
    ...(facts.held ? ['- Held back: Yes'] : []),
    ...(facts.revises === undefined ? [] : [`- Revises: ${facts.revises}`]),
    `- Recorded: ${facts.at}`,
    '',
    ...asQuote(question.prompt),
    '',
    ...writeOptions(question),
    '',
    otherChoice,
  ];
}
