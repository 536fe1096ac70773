import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { Bundle } from '../bundle.ts';
import type { Entry } from '../entry.ts';
import { writeQuotedField } from '../field.ts';
import { questionPending } from '../gate.ts';
import type { QuestionEntry } from '../question-entry.ts';
import { findQuestion, writeReferences } from '../references.ts';

/** The user's consent: the question whose answer gives it, or the user's own text. */
export interface Consent {
  /** Id of an answered question. */
  readonly from?: string;
  /** The user's words, to the letter. */
  readonly words?: string;
}

/** Consent with its question looked up in the record. */
export interface ResolvedConsent {
  readonly isGiven: boolean;
  readonly question?: QuestionEntry;
  readonly words?: string;
}

/** Resolves the user's consent: an answered question, or text. What was assumed or timed out is none. */
export function readConsent(bundle: Bundle, { from, words }: Consent): ResolvedConsent | Refusal {
  const text = words?.trim() === '' ? undefined : words;
  if (from === undefined) {
    return text === undefined ? { isGiven: false } : { isGiven: true, words: text };
  }
  const question = findQuestion(bundle, from);
  if (isRefusal(question)) return question;
  if (question.status === 'pending') return questionPending(bundle, question, 'what rests on it');
  if (question.status !== 'answered') {
    const message = `${question.id} is ${question.status}, so the user has not answered it`;
    return refuse('not_authorized', message, { next: `put ${question.id} to the user first` });
  }
  return { isGiven: true, question, ...(text === undefined ? {} : { words: text }) };
}

/** The entries that consent depends on. */
export function consentEntries({ question }: ResolvedConsent): Entry[] {
  return question === undefined ? [] : [question.entry];
}

/** The fields that say who consented and how. */
export function consentLines({ question, words }: ResolvedConsent): string[] {
  return [
    ...(question === undefined ? [] : [`- Confirmed by: ${writeReferences([question.entry])}`]),
    ...(words === undefined ? [] : writeQuotedField('Words of the user', words)),
  ];
}

/** The refusal of what needs the user's own words. */
export function consentRequired(what: string): Refusal {
  const message = `${what} needs the user's answer to a question or the user's words`;
  return refuse('not_authorized', message, {
    next: 'ask the user; then name the answered question with --from, or give the words with --words',
  });
}
