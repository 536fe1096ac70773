import { omitUndefined } from '../omit-undefined.ts';
import { type AskedQuestion, askedOptions } from '../question/asked-question.ts';
import { type Bundle, pendingQuestion } from './bundle.ts';
import { fieldOf } from './entry.ts';
import { indexField } from './index-file.ts';
import type { QuestionEntry } from './question-entry.ts';
import { externalReference } from './references.ts';

/** The question of a record that waits for the person, as a page shows it; `root` is the bundle's folder. */
export function pendingRecordQuestion(bundle: Bundle, root: string): AskedQuestion | undefined {
  const question = pendingQuestion(bundle);
  return question === undefined ? undefined : recordQuestion(bundle, question, root);
}

/** A question of a record as a page shows it. */
function recordQuestion(bundle: Bundle, question: QuestionEntry, root: string): AskedQuestion {
  const goal = indexField(bundle.index, 'snapshot', 'Goal') ?? '';
  const askedAt = fieldOf(question.entry, 'Recorded');
  return {
    ref: externalReference(bundle, question),
    source: 'bundle',
    header: question.header,
    prompt: question.prompt,
    options: askedOptions(question),
    allowOther: true,
    blocking: question.material,
    ...omitUndefined({ default: question.default, askedAt }),
    record: { id: question.id, root, goal: /^(?:unknown|none)\.?$/i.test(goal) ? '' : goal },
  };
}

/** The question of a record that is named from outside: the one with the reference's key, else with its number. */
export function findRecordQuestion(bundle: Bundle, ref: string): QuestionEntry | undefined {
  const matches = bundle.questions.filter(
    (question) => externalReference(bundle, question) === ref,
  );
  if (matches.length > 0) return matches[0];
  const key = /^bundle:[^#]*#[^~]*~([0-9a-z]+)$/.exec(ref)?.[1];
  const isOfRecord = ref.startsWith(`bundle:${bundle.index.trackerId}#`);
  if (key === undefined || !isOfRecord) return undefined;
  return bundle.questions.find((question) => question.key === key);
}
