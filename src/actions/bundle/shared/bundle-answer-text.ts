import type { QuestionCard } from '../../../core/bundle/question-card.ts';
import type { NextStep } from '../../../core/bundle/status.ts';
import type { Finding } from '../../../core/finding.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Refusal } from '../../../core/refusal.ts';
import type { DeepReadonly } from '../../kit/action.ts';

/** A question as lines for a terminal, with the numbers by which it is answered. */
function questionLines(question: DeepReadonly<QuestionCard>): string[] {
  const { id, header, prompt, options, material } = question;
  return [
    `${id} ${header}${material ? '' : ' (not material)'}`,
    ...prompt.split('\n').map((line) => `  ${line}`),
    ...options.map(({ number, label, description }) => `    ${number}. ${label} — ${description}`),
    '    Other: say what you want instead',
    ...(question.default === undefined ? [] : [`  Without an answer: ${question.default}`]),
  ];
}

/** Findings as lines, each with what to do. */
export function findingLines(findings: readonly DeepReadonly<Finding>[]): string[] {
  return findings.flatMap(({ rule, path, detail, next }) => [
    `- ${detail} (${rule}${path === undefined ? '' : `, ${path}`})`,
    `  ${next}`,
  ]);
}

/** The line that ends an output: what to do now. */
export function nextLines({ text, question }: DeepReadonly<NextStep>): string[] {
  return [...(question === undefined ? [] : questionLines(question)), `Next: ${text}`];
}

/** Warnings, under a heading when there are any. */
export function warningLines(warnings: readonly DeepReadonly<Finding>[]): string[] {
  return warnings.length === 0 ? [] : ['Warnings:', ...findingLines(warnings)];
}

/** A refusal as the object that `--json` prints. */
export function refusalObject({ code, message, details, next, field }: Refusal): {
  readonly ok: false;
  readonly error: Readonly<Record<string, unknown>>;
} {
  return {
    ok: false,
    error: omitUndefined({ code, message, field, details: details ?? {}, next: next ?? '' }),
  };
}

/** A refusal as lines for people: what is wrong, everything it lists, and the next step. */
export function refusalLines(refusal: Refusal): string[] {
  const { code, message, details, next } = refusal;
  const lists = typeof details === 'object' && details !== null ? Object.entries(details) : [];
  const lines = lists.flatMap(([name, value]) => detailLines(name, value));
  return [`${code}: ${message}`, ...lines, ...(next === undefined ? [] : [`Next: ${next}`])];
}

function detailLines(name: string, value: unknown): string[] {
  switch (name) {
    case 'rules':
    case 'findings':
    case 'blockers':
      return findingLines(value as readonly Finding[]);
    case 'question':
      return questionLines(value as QuestionCard);
    case 'follow_up':
      return [`Ask: ${String(value)}`];
    case 'candidates':
      return (value as readonly string[]).map((candidate) => `- ${candidate}`);
    case 'differences':
      return differenceLines(value as readonly DifferenceLike[]);
    default:
      return [];
  }
}

interface DifferenceLike {
  readonly path: string;
  readonly line: number;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

function differenceLines(differences: readonly DifferenceLike[]): string[] {
  return differences.flatMap(({ path, line, was, is }) => [
    `${path}, line ${line}:`,
    ...was.map((text) => `- ${text}`),
    ...is.map((text) => `+ ${text}`),
  ]);
}
