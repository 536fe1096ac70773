import { startThread } from '../../core/inline/start-thread.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { changeAnswer, changeDiscussions, changeFields } from './shared/inline-change.ts';

/** Opens a discussion on a block of a Markdown file. */
export const inlineStart = defineAction({
  guide:
    'Use it to ask or remark something at a place of a Markdown file. Writes the remark below the block. Answers the thread’s id and line, and the hash of the file.',
  ...changeAnswer,
  input: (z) =>
    z.object({
      ...changeFields(z),
      anchor_line: z.int(),
      speaker: z.string(),
      message: z.string(),
    }),
  semanticValidation: ['`anchor_line` is a line of the block commented on, from 1.'],
  run: (input, context) =>
    changeDiscussions(input, context, (discussions) => {
      const { anchor_line: anchorLine, speaker, message } = input;
      const changed = startThread(discussions, { anchorLine, speaker, message });
      return isRefusal(changed) ? changed : { ...changed, level: 0 };
    }),
});
