import type { DialogQuestion } from '../core/ledger/capture-answers.ts';
import { isPayload, objectOf, objectsOf, type Payload, textOf } from './payload.ts';

/** What stands for an answer that did not come in time. */
const timedOut = {
  text: 'No answer came in time; the host went on without one.',
  via: 'timed_out',
} as const;

/** Reads the questions of Claude Code's dialog and what came back: answers, notes, and the mark of a time-out. */
export function readAskedQuestions(input: Payload, response: Payload): readonly DialogQuestion[] {
  const asked = objectsOf(response, 'questions');
  const isTimedOut = response['afkTimeoutMs'] !== undefined;
  const answers = objectOf(response, 'answers');
  const notes = objectOf(response, 'annotations');
  return (asked.length > 0 ? asked : objectsOf(input, 'questions')).flatMap((question) => {
    const text = textOf(question, 'question');
    if (text === undefined) return [];
    const options = objectsOf(question, 'options').map(readOption);
    const words = answerText(answers[text]);
    const answered = words === undefined ? answeredFreely(response) : answerOf(words, question);
    const answer = answered ?? (isTimedOut ? timedOut : undefined);
    const notesText = textOf(objectOf(notes, text), 'notes');
    const dialogQuestion: DialogQuestion = {
      text,
      options: options.map(({ text: option }) => option),
      ...(answer === undefined ? {} : { answer }),
      ...(notesText === undefined ? {} : { notes: notesText }),
    };
    return [dialogQuestion];
  });
}

function readOption(option: Payload): { readonly label: string; readonly text: string } {
  const label = textOf(option, 'label') ?? 'Option';
  const description = textOf(option, 'description');
  return { label, text: description === undefined ? label : `${label}: ${description}` };
}

function answerText(value: unknown): string | undefined {
  if (Array.isArray(value))
    return answerText(value.filter((element) => typeof element === 'string').join(', '));
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function answerOf(text: string, question: Payload): DialogQuestion['answer'] {
  const labels = objectsOf(question, 'options').map((option) => readOption(option).label);
  return { text, via: isChoiceOf(text, labels) ? 'picked' : 'picked_other' };
}

/** Several labels come joined by commas, and a label may hold commas itself. */
function isChoiceOf(text: string, labels: readonly string[]): boolean {
  if (labels.includes(text)) return true;
  return labels.some((label) => {
    const rest = text.startsWith(`${label}, `) ? text.slice(label.length + 2) : undefined;
    return (
      rest !== undefined &&
      isChoiceOf(
        rest,
        labels.filter((candidate) => candidate !== label),
      )
    );
  });
}

/** The user may answer the whole dialog in words of their own. */
function answeredFreely(response: Payload): DialogQuestion['answer'] {
  const text = isPayload(response) ? textOf(response, 'response') : undefined;
  return text === undefined ? undefined : { text, via: 'typed' };
}
