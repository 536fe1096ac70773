import { archiveOf } from '../../core/ledger/archive.ts';
import { readRecord } from '../../core/ledger/read-ledger.ts';
import { type ReadFields, readerOf } from '../../core/ledger/read-request.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { ledgerArchiveSchema } from './shared/ledger-archive-schema.ts';
import { ledgerReadFields, readRules } from './shared/ledger-outputs.ts';
import { withLedger } from './shared/with-ledger.ts';

/** The whole record of a discussion, as an archive that can be imported elsewhere. */
export const ledgerExport = defineAction({
  guide: 'Answers an archive that `discuss ledger import` takes.',
  input: (z) => z.object({ id: z.string(), context: ledgerReadFields(z).context }),
  output: ledgerArchiveSchema,
  semanticValidation: readRules,
  async run(request: ReadFields & { readonly id: string; readonly store?: string }, context) {
    const reader = readerOf(request);
    if (isRefusal(reader)) return reader;
    return withLedger(context, request, async (store) => {
      const record = await readRecord(store, { id: request.id, reader });
      return isRefusal(record) ? record : archiveOf(record);
    });
  },
});
