import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { keepDraft, keptDraft, keptDraftShape } from './shared/review-draft.ts';
import { reviewFields } from './shared/review-fields.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const remark = (z: Zod) => {
  const { intent, replacement } = reviewSchemas(z).remark;
  return { intent, replacement };
};

/** Keeps the draft of a reply. */
export const reviewDraftFollowup = defineAction({
  input: (z) =>
    z.object({
      threadId: reviewFields(z).threadId,
      text: text(z, 'Markdown so far; blank clears it'),
      ...remark(z),
    }),
  output: keptDraftShape,
  async run(request, context) {
    const draft = await keepDraft({ scope: 'followup', ...request }, context);
    return isRefusal(draft) ? draft : keptDraft(draft);
  },
});

/** Clears the draft of a reply. */
export const reviewDraftFollowupClear = defineAction({
  input: (z) => z.object({ threadId: reviewFields(z).threadId }),
  output: (z) => reviewSchemas(z).ok,
  async run(request, context) {
    const draft = await keepDraft({ scope: 'followup', ...request }, context);
    return isRefusal(draft) ? draft : { ok: true as const };
  },
});
