import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import type { DecisionEntry } from '../decision-entry.ts';
import type { Edit } from '../edit.ts';
import type { Entry } from '../entry.ts';
import { appendLog } from '../evidence-log.ts';
import { gate } from '../gate.ts';
import { externalReference, findEntry, resolveReference, writeReferences } from '../references.ts';
import type { Transition } from '../transition.ts';
import {
  type Consent,
  consentEntries,
  consentLines,
  consentRequired,
  readConsent,
} from './consent.ts';
import { changeStatus, supersede } from './entry-draft.ts';
import {
  type Recorded,
  recordStatement,
  type StatementForm,
  type StatementInput,
  validateStatement,
} from './statement.ts';

/** A decision that is to be recorded. */
export interface DecideInput extends StatementInput {
  /** `accepted` needs the user's consent; without a wish, consent decides. */
  readonly status?: 'proposed' | 'accepted';
}

const form: StatementForm = {
  kind: 'decision',
  command: 'decide',
  section: 'Decisions',
  field: 'Decision',
};

/** Records a decision; accepted with the user's consent, else proposed. */
export const decide: Transition<DecideInput, Recorded> = (bundle, input, circumstances) => {
  const validated = validateStatement(bundle, input, form);
  if (isRefusal(validated)) return validated;
  const { isGiven } = validated.consent;
  if (input.status === 'accepted' && !isGiven) return consentRequired('accepting a decision');
  const accepted = isGiven && input.status !== 'proposed';
  const status = accepted ? 'Accepted' : 'Proposed';
  const statement = { ...form, ...validated, input, status, inForce: accepted };
  return recordStatement(bundle, statement, circumstances);
};

/** Accepts a proposed decision with the user's consent; what it supersedes goes out of force with that. */
export const accept: Transition<Consent & { readonly id: string }, Recorded> = (
  bundle,
  input,
  circumstances,
) => {
  const entry = findEntry(bundle, input.id, ['decision']);
  if (isRefusal(entry)) return entry;
  const consent = readConsent(bundle, input);
  if (isRefusal(consent)) return consent;
  const decision = bundle.decisions.find((candidate) => candidate.entry === entry);
  const dependencies = (decision?.dependsOn ?? []).flatMap(
    (candidate) => resolveReference(bundle, candidate) ?? [],
  );
  const closed = gate(bundle, 'decide', [entry, ...dependencies, ...consentEntries(consent)]);
  if (closed !== undefined) return closed;
  if (decision?.status !== 'Proposed') return notProposed(entry, decision);
  if (!consent.isGiven) return consentRequired(`accepting ${entry.id}`);
  const replaced = decision.supersedes.flatMap(
    (candidate) => resolveReference(bundle, candidate) ?? [],
  );
  const lines = [...consentLines(consent), `- Accepted: ${circumstances.at}`];
  const edits: Edit[] = [
    ...supersede(replaced, entry, circumstances),
    ...changeStatus(entry, { status: 'Accepted', lines }, circumstances),
    appendLog(`Accepted ${writeReferences([entry])}`, decision.title, circumstances),
  ];
  const ref = externalReference(bundle, entry);
  const superseded = replaced.map(({ id }) => id);
  return { edits, outcome: { id: entry.id, ref, status: 'Accepted', superseded } };
};

function notProposed(entry: Entry, decision: DecisionEntry | undefined): Refusal {
  const status = decision?.status ?? 'unknown';
  const message = `${entry.id} is ${status}, and only a proposed decision is accepted`;
  return refuse('not_authorized', message, {
    next: 'record a new decision that supersedes it, if it no longer holds',
  });
}
