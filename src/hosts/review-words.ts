import type { ReviewState } from '../core/review/state.ts';
import type { Message, Thread } from '../core/review/thread.ts';

/** Longest quotation of the plan above a comment, in characters. */
const longestQuote = 200;

/**
 * What a reviewer said of a plan, for the agent that made it: the feedback of the verdict and every open thread. Empty
 * for a plan that was approved without a word.
 */
export function reviewWords({ verdict, threads }: ReviewState, isApproved: boolean): string {
  const open = [...threads.values()].filter(
    ({ deletedAt, resolution }) => deletedAt === null && resolution === null,
  );
  const feedback = verdict?.feedback?.trim() ?? '';
  const parts = [
    ...(feedback === '' ? [] : [`Feedback: ${feedback}`]),
    ...(open.length === 0 ? [] : [['Open comments:', ...open.map(threadWords)].join('\n\n')]),
  ];
  if (isApproved && parts.length === 0) return '';
  const heading = isApproved
    ? 'The user approved this plan in a review, with these remarks:'
    : 'The user reviewed this plan and asks for changes before it is carried out.';
  return [heading, ...parts].join('\n\n');
}

function threadWords(thread: Thread, index: number): string {
  const { snippet, breadcrumb, text, replies, takes } = thread;
  const messages = [...replies.map(said('user')), ...takes.map(said('you'))]
    .sort((left, right) => left.position - right.position)
    .map(({ line }) => line);
  const quote = snippet.replace(/\s+/g, ' ').trim().slice(0, longestQuote);
  const place = breadcrumb === '' ? '' : ` (${breadcrumb})`;
  return [`${index + 1}. On “${quote}”${place}:`, `   ${text}`, ...messages].join('\n');
}

function said(who: string) {
  return ({ text, position }: Message) => ({ position, line: `   ${who}: ${text}` });
}
