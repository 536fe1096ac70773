import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { keepDraft, keptDraft, keptDraftShape } from './shared/review-draft.ts';
import { reviewFields } from './shared/review-fields.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const where = (z: Zod) => {
  const { place, remark } = reviewSchemas(z);
  const { intent, replacement } = remark;
  return { fileId: z.optional(reviewFields(z).fileId), ...place, intent, replacement };
};

/** Keeps the draft of a new thread. */
export const reviewDraftThread = defineAction({
  input: (z) => z.object({ ...where(z), text: text(z, 'Markdown so far; blank clears it') }),
  output: keptDraftShape,
  async run(request, context) {
    const draft = await keepDraft({ scope: 'newThread', ...request }, context);
    return isRefusal(draft) ? draft : keptDraft(draft);
  },
});

/** Clears the draft of a new thread. */
export const reviewDraftThreadClear = defineAction({
  input: (z) => z.object(where(z)),
  output: (z) => reviewSchemas(z).ok,
  async run(request, context) {
    const draft = await keepDraft({ scope: 'newThread', ...request }, context);
    return isRefusal(draft) ? draft : { ok: true as const };
  },
});
