import { ledgerMarkdown as markdownOf } from '../../core/ledger/ledger-markdown.ts';
import { readRecord } from '../../core/ledger/read-ledger.ts';
import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { text } from '../kit/described.ts';
import { ledgerReadFields, readRules } from './shared/ledger-outputs.ts';
import { readLedger } from './shared/with-ledger.ts';

/** A discussion as a Markdown document for people. */
export const ledgerMarkdown = defineAction({
  input: (z) => z.object({ id: z.string(), context: ledgerReadFields(z).context }),
  output: (z) => z.object({ markdown: text(z, 'The document') }),
  semanticValidation: readRules,
  run: ({ id, ...request }, context) =>
    readLedger(context, request, async (store, reader) => {
      const record = await readRecord(store, { id, reader });
      return isRefusal(record) ? record : { markdown: markdownOf(record) };
    }),
  text: ({ markdown }) => markdown,
});
