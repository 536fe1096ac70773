import { reply } from '../../core/inline/reply.ts';
import { defineAction } from '../kit/action.ts';
import {
  changeAnswer,
  changeDiscussions,
  changeFields,
  onThread,
  threadFields,
} from './shared/inline-change.ts';

/** Answers in a discussion of a Markdown file. */
export const inlineReply = defineAction({
  guide:
    'Use it to answer in a thread that inline_query has shown. Name the thread by thread_id, or by anchor and root as inline_query told them when the file may have changed. Answers the line that was written.',
  ...changeAnswer,
  input: (z) =>
    z.object({
      ...changeFields(z),
      ...threadFields(z),
      to: z.optional(z.int()),
      speaker: z.string(),
      message: z.string(),
    }),
  semanticValidation: ['`thread_id` or `root_text` is needed; `to` is the index of a comment.'],
  run: (input, context) =>
    changeDiscussions(
      input,
      context,
      onThread(input, (discussions, thread) => {
        const { speaker, message, to } = input;
        return reply(discussions, thread, {
          speaker,
          message,
          ...(to === undefined ? {} : { to }),
        });
      }),
    ),
});
