import { archiveTexts, checkArchive } from '../../core/ledger/check-archive.ts';
import { checkSecrets } from '../../core/ledger/check-secrets.ts';
import { importArchive } from '../../core/ledger/import-archive.ts';
import { defineAction } from '../kit/action.ts';
import { flag } from '../kit/described.ts';
import { ledgerArchiveSchema } from './shared/ledger-archive-schema.ts';
import { ledgerOutputs } from './shared/ledger-outputs.ts';
import { shapeRefusal } from './shared/ledger-shape.ts';
import { withLedger } from './shared/with-ledger.ts';

/** Takes an archive in; the discussion is then bound to no context. */
export const ledgerImport = defineAction({
  input: (z) =>
    z.object({
      archive: z.unknown(),
      as: z.optional(z.string()),
      replace: z.optional(z.boolean()),
      store: z.optional(z.string()),
    }),
  output: (z) => {
    const { id, revision, state } = ledgerOutputs(z);
    const replaced = flag(z, 'One of this id was here and has been replaced');
    return z.object({ id, revision, state, replaced });
  },
  async run(request, context) {
    const schema = ledgerArchiveSchema(await import('../kit/zod-subset.ts'));
    const shaped = schema.safeParse(request.archive);
    if (!shaped.success) return shapeRefusal(shaped.error.issues);
    const archive = shaped.data;
    const { clock, scanSecrets } = context.ports;
    const refusal =
      checkArchive(archive) ?? (await checkSecrets(archiveTexts(archive), scanSecrets));
    if (refusal !== undefined) return refusal;
    return withLedger(context, request, (store) =>
      importArchive(archive, request, { store, clock }),
    );
  },
});
