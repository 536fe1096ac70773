import { editComment } from '../../core/inline/edit-comment.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { defineAction } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { changeAnswer, changeThread, threadFields } from './shared/inline-change.ts';

/** Replaces a comment by its author's new text. */
export const inlineEdit = defineAction({
  guide:
    'Use it to correct a comment of your own; it replaces the whole comment. Name the thread as for inline_reply and the comment by its index or depth.',
  ...changeAnswer,
  input: (z) =>
    z.object({
      ...threadFields(z),
      comment: z.optional(z.int()),
      depth: z.optional(z.int()),
      speaker: z.string(),
      message: text(z, 'The whole new comment, in Markdown'),
    }),
  semanticValidation: [
    '`thread_id` or `root_text` is needed.',
    'Either `comment`, an index from 1, or `depth` says which comment.',
  ],
  run({ speaker, message, comment, depth, ...input }, context) {
    const edit = omitUndefined({ speaker, message, comment, depth });
    return changeThread(input, context, (discussions, thread) =>
      editComment(discussions, thread, edit),
    );
  },
});
