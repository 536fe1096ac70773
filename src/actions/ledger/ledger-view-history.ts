import { readItemHistory } from '../../core/ledger/read-ledger.ts';
import { pageOf } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { ledgerItemHistory } from './ledger-item-history.ts';
import { ledgerOutputs } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

interface Request {
  readonly item: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** What happened to one item of the discussion that a page shows: what changed and why. */
export const ledgerViewHistory = defineAction({
  input: (z) =>
    z.object({
      item: ledgerOutputs(z).itemId,
      offset: z.optional(z.coerce.number().check(z.describe('Entries to pass over (0)'))),
      limit: z.optional(z.coerce.number().check(z.describe('Entries to read, 1 to 100 (50)'))),
    }),
  output: ledgerItemHistory.output,
  async run({ item, offset, limit }: Request, context) {
    const page = pageOf({ offset, limit });
    if (isRefusal(page)) return page;
    const query = { id: context.room?.id ?? '', item, reader: 'person' } as const;
    return withLedger(context, {}, (store) => readItemHistory(store, query, page));
  },
});
