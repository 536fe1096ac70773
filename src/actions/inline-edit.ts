import { editComment } from '../core/inline/edit-comment.ts';
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

/** Replaces a comment by its author's new text. */
export const inlineEdit = defineAction({
  input: (z) =>
    z.object({
      ...changeFields(z),
      ...threadFields(z),
      comment: z.optional(z.int()),
      depth: z.optional(z.int()),
      speaker: z.string(),
      message: z.string(),
    }),
  output: inlineChangeOutput,
  semanticValidation: [
    '`thread_id` or `root_text` is needed.',
    'Either `comment`, an index from 1, or `depth` says which comment.',
  ],
  run: (input, context) =>
    changeDiscussions(
      input,
      context,
      onThread(input, (discussions, thread) => {
        const { speaker, message, comment, depth } = input;
        return editComment(discussions, thread, {
          speaker,
          message,
          ...(comment === undefined ? {} : { comment }),
          ...(depth === undefined ? {} : { depth }),
        });
      }),
    ),
  note: changeNote,
  refusal: refusedChange,
});
