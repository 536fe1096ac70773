import type { Finding } from '../../finding.ts';
import { foldLabel, type Question } from '../../question/question.ts';
import type { QuestionEntry } from '../question-entry.ts';

/** Whether a question still waits for its answer or its turn. */
export function isOpen({ status }: QuestionEntry): boolean {
  return status === 'pending' || status === 'deferred';
}

/** What is wrong with asking a question anew in the place of another. */
export function revisionFaults(
  question: Question,
  material: boolean,
  revised: QuestionEntry | undefined,
): Finding[] {
  if (revised === undefined) return [];
  const ids = [revised.id];
  if (revised.status === 'superseded') {
    const detail = `${revised.id} has been asked anew already`;
    return [{ rule: 'revised_already', ids, detail, next: 'revise the question that replaced it' }];
  }
  if (isSameQuestion(revised, question)) {
    const detail = `the question is the same as ${revised.id}`;
    return [
      {
        rule: 'not_revised',
        ids,
        detail,
        next: 'change its prompt or options, or leave it as it is',
      },
    ];
  }
  if (revised.material && !material && isOpen(revised)) {
    const detail = `${revised.id} is material, and a revision of it stays so`;
    return [{ rule: 'material_lowered', ids, detail, next: 'ask it as a material question' }];
  }
  return [];
}

/** What is wrong with the default of a question, given as the number or name of an option, or as words. */
export function defaultFaults(question: Question, material: boolean, text: string): Finding[] {
  const fallback = text.trim();
  const fault = (rule: string, detail: string, next: string): Finding[] => [
    { rule, ids: [], detail, next },
  ];
  if (material && fallback !== '') {
    const detail = 'a material question waits for its answer and has no default';
    return fault(
      'material_default',
      detail,
      'leave the default out, or ask it as one that is not material',
    );
  }
  if (!material && fallback === '') {
    const detail = 'a question that is not material says what is taken when no answer comes';
    return fault('default_missing', detail, 'name the default');
  }
  if (!material && /^\d+$/.test(fallback) && question.options[Number(fallback) - 1] === undefined) {
    const next = `use 1–${question.options.length}`;
    return fault(
      'default_unknown',
      `the default names option ${fallback}, which is not there`,
      next,
    );
  }
  return [];
}

/** A default as it is recorded: `2. Broader cleanup` for an option, else the words. */
export function defaultText(question: Question, fallback: string): string {
  const text = fallback.trim();
  const byNumber = /^\d+$/.test(text) ? Number(text) - 1 : -1;
  const named = question.options.findIndex(({ label }) => foldLabel(label) === foldLabel(text));
  const position = byNumber >= 0 ? byNumber : named;
  const option = question.options[position];
  return option === undefined ? text : `${position + 1}. ${option.label}`;
}

/** Whether a question of the record is the same, word for word. */
export function isSameQuestion(recorded: QuestionEntry, question: Question): boolean {
  return (
    recorded.prompt === question.prompt &&
    recorded.recommended === question.recommended &&
    JSON.stringify(recorded.options) === JSON.stringify(question.options)
  );
}
