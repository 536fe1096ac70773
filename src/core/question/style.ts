import type { Finding } from '../finding.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { asOneLine, fromOneLine, withPlainBreaks } from '../text/inert-text.ts';
import { foldLabel, type Question, splitSuffix } from './question.ts';

/** An option as the asker gives it. A suffix `(Recommended)` on the label counts as `recommended`. */
export interface OptionDraft {
  readonly label: string;
  readonly description: string;
  readonly recommended?: boolean | undefined;
}

/** A question as the asker gives it. */
export interface QuestionDraft {
  readonly header: string;
  readonly prompt: string;
  readonly options: readonly OptionDraft[];
}

/** A question that keeps the rules, and advice on its style that does not stop it. */
export interface CheckedQuestion {
  readonly question: Question;
  readonly hints: readonly Finding[];
}

/** Checks a question against every rule; refused with `bad_question` and all broken rules in `details.rules`. */
export function checkQuestion(draft: QuestionDraft): CheckedQuestion | Refusal {
  const faults = questionFaults(draft);
  if (faults.length > 0) return badQuestion(faults);
  const { header, prompt, options } = parseDraft(draft);
  const question: Question = {
    header,
    prompt,
    options: options.map(({ label, description }) => ({ label, description })),
    recommended: options[0]?.recommended ?? false,
  };
  return { question, hints: styleHints(question) };
}

/** Every rule that a question breaks. */
export function questionFaults(draft: QuestionDraft): Finding[] {
  const parsed = parseDraft(draft);
  return [
    ...textFaults(parsed),
    ...countFaults(parsed),
    ...orderFaults(parsed),
    ...optionFaults(parsed),
  ];
}

/** The refusal that lists the rules a question breaks. */
export function badQuestion(faults: readonly Finding[]): Refusal {
  const [first] = faults;
  const suffix = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return refuse('bad_question', `the question breaks a rule: ${first?.detail ?? ''}${suffix}`, {
    details: { rules: faults },
    next: first?.next ?? 'correct the question and ask again',
  });
}

interface ParsedOption {
  readonly label: string;
  readonly description: string;
  readonly recommended: boolean;
}

interface ParsedDraft {
  readonly header: string;
  readonly prompt: string;
  readonly options: readonly ParsedOption[];
}

function parseDraft(draft: QuestionDraft): ParsedDraft {
  return {
    header: plainLine(draft.header),
    prompt: withPlainBreaks(draft.prompt).trim(),
    options: draft.options.map((option) => {
      const { label, recommended } = splitSuffix(plainLine(option.label));
      return {
        label,
        description: plainLine(option.description),
        recommended: recommended || option.recommended === true,
      };
    }),
  };
}

const plainLine = (text: string): string => fromOneLine(asOneLine(text));

function fault(rule: string, detail: string, next: string): Finding {
  return { rule, ids: [], detail, next };
}

function textFaults({ header, prompt, options }: ParsedDraft): Finding[] {
  const faults: Finding[] = [];
  if (header === '') {
    faults.push(
      fault('header_blank', 'the header is blank', 'give a header of up to 12 characters'),
    );
  }
  if (prompt === '') faults.push(fault('prompt_blank', 'the prompt is blank', 'say what is asked'));
  options.forEach(({ label, description }, index) => {
    const position = `option ${index + 1}`;
    if (label === '')
      faults.push(fault('label_blank', `${position} has no label`, `name ${position}`));
    if (description === '') {
      const next = `say what choosing ${position} brings`;
      faults.push(fault('description_blank', `${position} has no description`, next));
    }
  });
  return faults;
}

function countFaults({ options }: ParsedDraft): Finding[] {
  const count = options.length;
  if (count < 2) {
    const next = 'offer 2 or 3 options that exclude each other';
    return [fault('too_few_options', `${count} of the 2–3 options are there`, next)];
  }
  if (count > 3) {
    const next = 'keep the 3 that matter; free words are always possible';
    return [fault('too_many_options', `there are ${count} options, and 3 is the most`, next)];
  }
  return [];
}

function orderFaults({ options }: ParsedDraft): Finding[] {
  const recommended = options.flatMap((option, index) => (option.recommended ? [index + 1] : []));
  if (recommended.length > 1) {
    const detail = `options ${recommended.join(' and ')} are both recommended`;
    return [fault('two_recommended', detail, 'recommend one option, or none')];
  }
  const [position] = recommended;
  if (position === undefined || position === 1) return [];
  const detail = `the recommended option stands at place ${position}`;
  return [fault('recommended_not_first', detail, 'put the recommended option first')];
}

function optionFaults({ options }: ParsedDraft): Finding[] {
  const faults: Finding[] = [];
  const seen = new Map<string, number>();
  options.forEach(({ label }, index) => {
    const folded = foldLabel(label);
    const earlier = seen.get(folded);
    seen.set(folded, earlier ?? index);
    if (folded !== '' && earlier !== undefined) {
      const detail = `options ${earlier + 1} and ${index + 1} are both "${label}"`;
      faults.push(fault('duplicate_options', detail, 'make the options exclude each other'));
    }
    if (isOther(folded)) {
      const detail = `option ${index + 1} is "${label}", which the person's client adds by itself`;
      faults.push(fault('other_by_hand', detail, 'leave the Other option out'));
    }
  });
  return faults;
}

/** `Other` alone or with a remark behind it; `Other branch first` is an answer like any other. */
function isOther(foldedLabel: string): boolean {
  return /^others?(?:\s*$|\s*[([:,;…/–—-]|\.\.)/u.test(foldedLabel);
}

function styleHints({ header, prompt, options }: Question): Finding[] {
  const hints: Finding[] = [];
  const hint = (rule: string, detail: string, next: string): void => {
    hints.push(fault(rule, detail, next));
  };
  const headerLength = [...header].length;
  if (headerLength > 12) {
    hint('header_long', `the header has ${headerLength} characters`, 'use up to 12 characters');
  }
  if ((prompt.match(/\?(?=\s|$)/g) ?? []).length > 1) {
    hint('several_questions', 'the prompt asks more than one thing', 'ask one thing at a time');
  }
  if (asksForStorage(`${header} ${prompt}`)) {
    const next = 'do not ask: the place of the record is fixed';
    hint('storage_question', 'the question asks where the record is stored', next);
  }
  options.forEach(({ label }, index) => {
    if ([...label].length > 60) {
      const next = 'keep the label short and say the rest in the description';
      hint('label_long', `the label of option ${index + 1} is longer than 60 characters`, next);
    }
  });
  return hints;
}

function asksForStorage(text: string): boolean {
  const record = /\b(?:record|tracker|bundle|discussion (?:files?|folder|record|notes))\b/i;
  const storing =
    /\b(?:where|which (?:folder|directory|place|path|location))\b.*\b(?:stor|sav|put|kept|keep|writ|plac|live|locat)/is;
  const commit = /\b(?:commit|ignore|track)\b.*\b(?:record|tracker|bundle)\b/is;
  return record.test(text) && (storing.test(text) || commit.test(text));
}
