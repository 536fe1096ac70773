import { reply } from '../../core/inline/reply.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { defineAction } from '../kit/action.ts';
import { changeAnswer, changeThread, threadFields } from './shared/inline-change.ts';

/** Answers in a discussion of a Markdown file. */
export const inlineReply = defineAction({
  guide:
    'Use it to answer in a thread that inline_query has shown. Name the thread by thread_id, or by anchor and root as inline_query told them when the file may have changed. Answers the line that was written.',
  ...changeAnswer,
  input: (z) =>
    z.object({
      ...threadFields(z),
      to: z.optional(z.int()),
      speaker: z.string(),
      message: z.string(),
    }),
  semanticValidation: ['`thread_id` or `root_text` is needed; `to` is the index of a comment.'],
  run({ speaker, message, to, ...input }, context) {
    const answer = omitUndefined({ speaker, message, to });
    return changeThread(input, context, (discussions, thread) =>
      reply(discussions, thread, answer),
    );
  },
});
