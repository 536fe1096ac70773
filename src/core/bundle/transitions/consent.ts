import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Bundle } from '../bundle.ts';
import type { Entry } from '../entry.ts';
import { writeQuotedField } from '../field.ts';
import { questionPending } from '../gate.ts';
import type { QuestionEntry } from '../question-entry.ts';
import { findEntry, writeReferences } from '../references.ts';

/** The user's consent: the question whose answer gives it, or the words in which it was given. */
export interface Consent {
  /** Id of an answered question. */
  readonly from?: string;
  /** The user's words, to the letter. */
  readonly words?: string;
}

/** Consent as it was found in the record. */
export interface FoundConsent {
  readonly given: boolean;
  readonly question?: QuestionEntry;
  readonly words?: string;
}

/** Finds the user's consent: an answered question, or words. What was assumed or timed out is none. */
export function readConsent(bundle: Bundle, { from, words }: Consent): FoundConsent | Refusal {
  const said = words?.trim() === '' ? undefined : words;
  if (from === undefined) {
    return said === undefined ? { given: false } : { given: true, words: said };
  }
  const entry = findEntry(bundle, from, ['question']);
  if (isRefusal(entry)) return entry;
  const question = bundle.questions.find((one) => one.entry === entry);
  if (question === undefined) return { given: false };
  if (question.status === 'pending') return questionPending(bundle, question, 'what rests on it');
  if (question.status !== 'answered') {
    const message = `${question.id} is ${question.status}, so the user has not answered it`;
    return refuse('not_authorized', message, { next: `put ${question.id} to the user first` });
  }
  return { given: true, question, ...(said === undefined ? {} : { words: said }) };
}

/** The entries that consent rests on. */
export function consentEntries({ question }: FoundConsent): Entry[] {
  return question === undefined ? [] : [question.entry];
}

/** The fields that say who consented and how. */
export function consentLines({ question, words }: FoundConsent): string[] {
  return [
    ...(question === undefined ? [] : [`- Confirmed by: ${writeReferences([question.entry])}`]),
    ...(words === undefined ? [] : writeQuotedField('Words of the user', words)),
  ];
}

/** The refusal of what needs the user's own words. */
export function withoutConsent(what: string): Refusal {
  return refuse(
    'not_authorized',
    `${what} needs the user's answer to a question or the user's words`,
    {
      next: 'ask the user; then name the answered question with --from, or give the words with --words',
    },
  );
}
