import { byAskingOrder, isOpenQuestion } from '../../core/ledger/item.ts';
import { noDiscussion } from '../../core/ledger/refusals.ts';
import { headView, itemView } from '../../core/ledger/views.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { list, texts } from '../kit/described.ts';
import { ledgerOutputs } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { head, item } = ledgerOutputs(z);
  return z.object({
    ...head,
    pending: texts(z, 'Ids of the open questions in asking order'),
    items: list(z, item, 'All items'),
  });
};

/** All that the page of a discussion shows, as it was at one moment: the open questions, and every item in its order. */
export const ledgerView = defineAction({
  input: (z) => z.object({}),
  output,
  async run(_request: object, context) {
    const id = context.room?.id ?? '';
    return withLedger(context, {}, async (store) => {
      const read = await store.items(id, { offset: 0, limit: Number.MAX_SAFE_INTEGER });
      if (isRefusal(read)) return read;
      if (read === undefined) return noDiscussion(id);
      const { discussion, value } = read;
      const pending = value.filter(isOpenQuestion).sort(byAskingOrder);
      return {
        ...headView(discussion),
        pending: pending.map((question) => question.id),
        items: value.map(itemView),
      };
    });
  },
});
