import { reply } from '../core/inline/reply.ts';
import { defineAction } from './action.ts';
import {
  changeDiscussions,
  changeFields,
  changeNote,
  onThread,
  refusedChange,
  threadFields,
} from './inline-change.ts';
import { inlineChangeOutput } from './inline-schemas.ts';

/** Answers in a discussion of a Markdown file. */
export const inlineReply = defineAction({
  input: (z) =>
    z.object({
      ...changeFields(z),
      ...threadFields(z),
      to: z.optional(z.int()),
      speaker: z.string(),
      message: z.string(),
    }),
  output: inlineChangeOutput,
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
  note: changeNote,
  refusal: refusedChange,
});
