import { archiveOf } from '../../core/ledger/archive.ts';
import { readRecord } from '../../core/ledger/read-ledger.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { ledgerArchiveSchema } from './shared/ledger-archive-schema.ts';
import { ledgerReadFields, readRules } from './shared/ledger-outputs.ts';
import { readLedger } from './shared/with-ledger.ts';

/** The whole record of a discussion, as an archive that can be imported elsewhere. */
export const ledgerExport = defineAction({
  guide: 'Answers an archive that `discuss ledger import` takes.',
  input: (z) => z.object({ id: z.string(), context: ledgerReadFields(z).context }),
  output: ledgerArchiveSchema,
  semanticValidation: readRules,
  run: ({ id, ...request }, context) =>
    readLedger(context, request, async (store, reader) => {
      const record = await readRecord(store, { id, reader });
      return isRefusal(record) ? record : archiveOf(record);
    }),
});
