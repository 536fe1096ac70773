import type { ReviewState } from '../core/review/state.ts';
import type { Message, Thread } from '../core/review/thread.ts';
import { beginningOf } from '../core/text/whole-characters.ts';

/** Longest quotation of the plan above a comment, in characters. */
const longestQuote = 200;

/**
 * The feedback of a review for the agent that made the plan: that of the verdict and every open thread. Empty for a
 * plan that was approved without remarks.
 */
export function reviewFeedback({ verdict, threads }: ReviewState, isApproved: boolean): string {
  const open = [...threads.values()].filter(
    ({ deletedAt, resolution }) => deletedAt === null && resolution === null,
  );
  const feedback = verdict?.feedback?.trim() ?? '';
  const parts = [
    ...(feedback === '' ? [] : [`Feedback: ${feedback}`]),
    ...(open.length === 0 ? [] : [['Open comments:', ...open.map(threadText)].join('\n\n')]),
  ];
  if (isApproved && parts.length === 0) return '';
  const heading = isApproved
    ? 'The user approved this plan in a review, with these remarks:'
    : 'The user reviewed this plan and asks for changes before it is carried out.';
  return [heading, ...parts].join('\n\n');
}

function threadText(thread: Thread, index: number): string {
  const { snippet, breadcrumb, text, replies, takes } = thread;
  const messages = [...replies.map(messageLine('user')), ...takes.map(messageLine('you'))]
    .sort((left, right) => left.position - right.position)
    .map(({ line }) => line);
  const quote = beginningOf(snippet.replace(/\s+/g, ' ').trim(), longestQuote);
  const location = breadcrumb === '' ? '' : ` (${breadcrumb})`;
  return [`${index + 1}. On “${quote}”${location}:`, `   ${text}`, ...messages].join('\n');
}

function messageLine(speaker: string) {
  return ({ text, position }: Message) => ({ position, line: `   ${speaker}: ${text}` });
}
