import type { Via } from './provenance.ts';
import { type Answerable, mapReply, type Reply, unclear } from './reply.ts';

/** What a person gave back where options are shown: one that was picked, words, or words beside the one picked. */
export interface GivenReply {
  /** Number of the option that was picked, from 1. */
  readonly choice?: number | undefined;
  /** What the person wrote, to the letter. */
  readonly words?: string | undefined;
}

/** The reply in words alone, such as `2, but only the parser`, which map to the options like words typed. */
export function replyWords(question: Answerable, { choice, words = '' }: GivenReply): string {
  if (choice === undefined) return words;
  if (words.trim() === '') return String(choice);
  return namedBy(question, words) === choice ? words : `${choice}, ${words.trim()}`;
}

/** What the reply says about the options of a question; words that name another option than the picked one pick none. */
export function mapGiven(question: Answerable, given: GivenReply): Reply {
  const { choice, words = '' } = given;
  const named = choice === undefined ? undefined : namedBy(question, words);
  if (named !== undefined && named !== choice) return unclear(question, 'ambiguous');
  return mapReply(question, replyWords(question, given));
}

function namedBy(question: Answerable, words: string): number | undefined {
  const reply = mapReply(question, words);
  return reply.kind === 'choice' ? reply.number : undefined;
}

/** How a reply came that was given where the options are shown: words that name an option are typed, others are free. */
export function viaOf(question: Answerable, given: GivenReply): Via {
  if (given.choice !== undefined) return 'picked';
  return mapGiven(question, given).kind === 'other' ? 'picked_other' : 'typed';
}
