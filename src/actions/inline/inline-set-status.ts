import { setStatus } from '../../core/inline/set-status.ts';
import { refuse } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { changeAnswer, changeThread, threadFields } from './shared/inline-change.ts';

/** Resolves or reopens a discussion of a Markdown file. */
export const inlineSetStatus = defineAction({
  guide:
    'Use it when the one who opened a thread is satisfied, or to open it again. Only its initiator resolves a thread: not_initiator otherwise.',
  ...changeAnswer,
  input: (z) =>
    z.object({
      ...threadFields(z),
      status: z.string(),
      operator: z.string(),
    }),
  semanticValidation: [
    '`thread_id` or `root_text` is needed.',
    '`status` is resolved, which only the initiator sets, or reopen.',
  ],
  run: async (input, context) => {
    const status = input.status.trim().toLowerCase();
    if (status !== 'resolved' && status !== 'reopen') {
      const message = `a status to set is resolved or reopen, not "${input.status}"`;
      return refuse('invalid_status', message, { field: 'status' });
    }
    const { operator } = input;
    return changeThread(input, context, (discussions, thread) =>
      setStatus(discussions, thread, { status, operator }),
    );
  },
});
