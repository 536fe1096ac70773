import { readList } from '../../core/ledger/read-ledger.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { flag, objects } from '../kit/described.ts';
import { ledgerOutputs, ledgerReadFields, pageRules } from './shared/ledger-outputs.ts';
import { readLedgerPage } from './shared/with-ledger.ts';

const output = (z: Zod) => {
  const { head, page } = ledgerOutputs(z);
  const { id, title, state, revision } = head;
  const unbound = flag(z, 'It belongs to no context');
  const discussions = objects(z, 'In order of creation', { id, title, state, revision, unbound });
  return z.object({ discussions, ...page });
};

/** The discussions of a context and unbound ones, in order of creation. */
export const ledgerList = defineAction({
  guide: 'Answers a page of discussions with title, state and revision.',
  input: (z) => z.object(ledgerReadFields(z)),
  output,
  semanticValidation: pageRules,
  run: (request, context) => readLedgerPage(context, request, readList),
});
