import { isRefusal, type Refusal } from '../../refusal.ts';
import { type Bundle, decisionsPath } from '../bundle.ts';
import type { Edit } from '../edit.ts';
import type { Entry } from '../entry.ts';
import type { EntryKind } from '../entry-id.ts';
import { appendLog } from '../evidence-log.ts';
import { writeField } from '../field.ts';
import { gate, type WritingCommand } from '../gate.ts';
import { citableKinds, externalReference, findEntries, writeReferences } from '../references.ts';
import { requiredField } from '../required-field.ts';
import type { Circumstances, Step, Transition } from '../transition.ts';
import {
  type Consent,
  consentEntries,
  consentLines,
  type ResolvedConsent,
  readConsent,
} from './consent.ts';
import { addEntry, headingAndBody, type Identity, newIdentity, supersede } from './entry-draft.ts';

/** Something stated that is to be recorded: a decision, an assumption or a requirement. */
export interface StatementInput extends Consent {
  readonly text: string;
  readonly rationale?: string;
  /** Ids of the entries that it depends on. */
  readonly dependsOn?: readonly string[];
  /** Ids of the entries of its kind that it replaces. */
  readonly supersedes?: readonly string[];
}

/** What was recorded under which id. */
export interface Recorded {
  readonly id: string;
  readonly ref: string;
  readonly status: string;
  /** Ids of the entries that it put out of force. */
  readonly superseded: readonly string[];
}

/** How a kind of statement is written. */
export interface StatementForm {
  readonly kind: EntryKind;
  readonly command: WritingCommand;
  readonly section: string;
  readonly field: string;
}

/** A statement whose dependencies and consent were resolved, and that the gate lets through. */
export interface ValidatedStatement {
  readonly dependencies: readonly Entry[];
  readonly replaced: readonly Entry[];
  readonly consent: ResolvedConsent;
}

/** Resolves what a statement depends on and replaces; refused when an open question blocks it. */
export function validateStatement(
  bundle: Bundle,
  input: StatementInput,
  { kind, command }: StatementForm,
): ValidatedStatement | Refusal {
  if (input.text.trim() === '') return requiredField('text', 'what is recorded');
  const named = findEntries(bundle, input.dependsOn ?? [], citableKinds);
  if (isRefusal(named)) return named;
  const replaced = findEntries(bundle, input.supersedes ?? [], [kind]);
  if (isRefusal(replaced)) return replaced;
  const consent = readConsent(bundle, input);
  if (isRefusal(consent)) return consent;
  const dependencies = [...new Set([...consentEntries(consent), ...named])];
  const entries = [...dependencies, ...replaced];
  return gate(bundle, command, entries) ?? { dependencies, replaced, consent };
}

/** The step that records a validated statement under a fresh id. */
export function recordStatement(
  bundle: Bundle,
  statement: ValidatedStatement &
    StatementForm & {
      readonly input: StatementInput;
      readonly status: string;
      /** What it replaces goes out of force now. */
      readonly inForce: boolean;
    },
  circumstances: Circumstances,
): Step<Recorded> {
  const { input, status, replaced, inForce, section } = statement;
  const identity = newIdentity(bundle, statement.kind, circumstances);
  const phrase = `${status} ${writeReferences([identity])}`;
  const edits: Edit[] = [
    ...(inForce ? supersede(replaced, identity, circumstances) : []),
    addEntry(decisionsPath, section, statementLines(identity, statement, circumstances)),
    appendLog(phrase, input.text, circumstances),
  ];
  const ref = externalReference(bundle, identity);
  const superseded = inForce ? replaced.map(({ id }) => id) : [];
  return { edits, outcome: { id: identity.id, ref, status, superseded } };
}

function statementLines(
  identity: Identity,
  statement: ValidatedStatement & StatementForm & { input: StatementInput; status: string },
  { at }: Circumstances,
): string[] {
  const { field, dependencies, replaced, consent, input, status } = statement;
  const { heading, words } = headingAndBody(identity, input.text, { level: 3, field });
  return [
    heading,
    '',
    `- Status: ${status}`,
    ...words,
    ...writeField('Rationale', input.rationale ?? 'None'),
    `- Rests on: ${writeReferences(dependencies)}`,
    `- Supersedes: ${writeReferences(replaced)}`,
    ...consentLines(consent),
    `- Recorded: ${at}`,
  ];
}

/** A transition that records a statement which is in force at once. */
function statementTransition(
  form: StatementForm,
  status: string,
): Transition<StatementInput, Recorded> {
  return (bundle, input, circumstances) => {
    const validated = validateStatement(bundle, input, form);
    if (isRefusal(validated)) return validated;
    const statement = { ...form, ...validated, input, status, inForce: true };
    return recordStatement(bundle, statement, circumstances);
  };
}

/** Records an assumption, which is marked as such and never counts as the user's word. */
export const assume = statementTransition(
  { kind: 'assumption', command: 'assume', section: 'Assumptions', field: 'Assumption' },
  'Assumed',
);

/** Records a requirement. */
export const require = statementTransition(
  { kind: 'requirement', command: 'require', section: 'Requirements', field: 'Requirement' },
  'Required',
);
