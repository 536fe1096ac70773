import type { Via } from './provenance.ts';
import { type Answerable, mapReply, type Reply, unclear } from './reply.ts';

/** A person's reply where options are shown, not yet interpreted: an option that was picked, text, or both. */
export interface RawReply {
  /** Number of the option that was picked, from 1. */
  readonly choice?: number | undefined;
  /** What the person wrote, to the letter. */
  readonly words?: string | undefined;
}

/** The reply as one text, such as `2, but only the parser`, which `mapReply` maps to the options. */
export function replyText(question: Answerable, { choice, words = '' }: RawReply): string {
  if (choice === undefined) return words;
  if (words.trim() === '') return String(choice);
  return optionNamedIn(question, words) === choice ? words : `${choice}, ${words.trim()}`;
}

/** Maps a reply to the options of a question; text that names another option than the picked one picks none. */
export function mapRawReply(question: Answerable, rawReply: RawReply): Reply {
  const { choice, words = '' } = rawReply;
  const named = choice === undefined ? undefined : optionNamedIn(question, words);
  if (named !== undefined && named !== choice) return unclear(question, 'ambiguous');
  return mapReply(question, replyText(question, rawReply));
}

function optionNamedIn(question: Answerable, words: string): number | undefined {
  const reply = mapReply(question, words);
  return reply.kind === 'choice' ? reply.number : undefined;
}

/** The provenance of a reply that was given where the options are shown. */
export function viaOf(question: Answerable, rawReply: RawReply): Via {
  if (rawReply.choice !== undefined) return 'picked';
  return mapRawReply(question, rawReply).kind === 'other' ? 'picked_other' : 'typed';
}
