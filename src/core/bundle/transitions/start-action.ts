import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { writeMarker } from '../action-entry.ts';
import { actionsPath, type Bundle, evidencePath, openAction } from '../bundle.ts';
import { type Edit, editFile } from '../edit.ts';
import type { Entry } from '../entry.ts';
import { appendLog, isOfEarlierSession, logPhrases } from '../evidence-log.ts';
import { writeField, writeQuotedField } from '../field.ts';
import { gate } from '../gate.ts';
import {
  externalReference,
  findEntries,
  resolveReference,
  writeReferences,
} from '../references.ts';
import { requiredField } from '../required-field.ts';
import { references, requireReference } from '../required-references.ts';
import { appendToRegion, appendToSection } from '../section.ts';
import { isSourceCode } from '../source-code.ts';
import type { Circumstances, Transition } from '../transition.ts';
import { type Consent, consentRequired, type ResolvedConsent, readConsent } from './consent.ts';
import { headingAndBody, type Identity, newIdentity } from './entry-draft.ts';

/** A bounded action that is to be authorised. */
export interface StartInput extends Consent {
  /** What may be done, and no more. */
  readonly scope: string;
  /** Why the user's words were not needed. Never enough for a change of source code. */
  readonly unneeded?: string;
  /** The files and other things that it may change. */
  readonly touches?: readonly string[];
  /** Effects outside the work tree, git's included. */
  readonly effects?: string;
  /** It changes source code, whatever the touched paths look like. */
  readonly changesCode?: boolean;
  /** Ids of the entries that it carries out. */
  readonly dependsOn?: readonly string[];
}

/** An action as it was authorised. */
export interface Started {
  readonly id: string;
  readonly ref: string;
  readonly status: 'Authorized';
  readonly scope: string;
  readonly touches: readonly string[];
}

/** Authorises one action, before anything is changed. Refused with `not_authorized` without what its scope needs. */
export const startAction: Transition<StartInput, Started> = (bundle, input, circumstances) => {
  if (input.scope.trim() === '') return requiredField('scope', 'what may be done, and no more');
  const closed = gate(bundle, 'action start');
  if (closed !== undefined) return closed;
  const open = openAction(bundle);
  if (open !== undefined) return actionOpen(open);
  const dependencies = findEntries(bundle, input.dependsOn ?? [], dependencyKinds);
  if (isRefusal(dependencies)) return dependencies;
  const consent = readConsent(bundle, input);
  if (isRefusal(consent)) return consent;
  const missing = missingAuthorization(bundle, input, consent);
  if (missing !== undefined) return missing;
  const identity = newIdentity(bundle, 'action', circumstances);
  const lines = actionLines(identity, { input, consent, dependencies }, circumstances);
  const phrase = `${logPhrases.authorized} ${writeReferences([identity])}`;
  const edits: Edit[] = [
    editFile(actionsPath, (file) =>
      appendToRegion(
        file,
        { from: bodyStart(file.lines), to: file.lines.length },
        { block: lines },
      ),
    ),
    editFile(evidencePath, (file) =>
      appendToSection(file, 'Action markers', {
        block: [writeMarker(identity, 'Authorized')],
        separation: 'list',
      }),
    ),
    appendLog(phrase, input.scope, circumstances),
    requireReference(references.response),
    requireReference(references.actions),
  ];
  const ref = externalReference(bundle, identity);
  const touches = input.touches ?? [];
  return {
    edits,
    outcome: { id: identity.id, ref, status: 'Authorized', scope: input.scope, touches },
  };
};

const dependencyKinds = ['assumption', 'decision', 'requirement', 'question', 'source'] as const;

/** Sections follow the title of the file, if it has one. */
function bodyStart(lines: readonly { readonly heading?: { readonly level: number } }[]): number {
  return lines.findIndex(({ heading }) => heading?.level === 1) + 1;
}

/** The refusal of whatever needs the open action to be finished first. */
function actionOpen({ id, title }: { readonly id: string; readonly title: string }): Refusal {
  return refuse('action_open', `${id} "${title}" is authorised and not finished`, {
    details: { action: id },
    next: `record its result first: discuss bundle action finish ${id} --result completed|failed|blocked`,
  });
}

function missingAuthorization(
  bundle: Bundle,
  input: StartInput,
  consent: ResolvedConsent,
): Refusal | undefined {
  const code = (input.touches ?? []).filter(isSourceCode);
  const changesCode = input.changesCode === true || code.length > 0;
  if (consent.question !== undefined) {
    const used = spentConsent(bundle, consent.question.entry);
    if (used !== undefined) return used;
  }
  if (consent.isGiven) return undefined;
  if (changesCode) {
    const what = code.length === 0 ? 'a change of source code' : `a change of ${code.join(', ')}`;
    return consentRequired(what);
  }
  if ((input.unneeded ?? '').trim() !== '') return undefined;
  const message = 'the action has neither the consent of the user nor a reason why none is needed';
  return refuse('not_authorized', message, {
    next: 'give --words or --from, or say with --unneeded why the user need not confirm it',
  });
}

/** An answer authorises one action of its own session. */
function spentConsent(bundle: Bundle, question: Entry): Refusal | undefined {
  const spentOn = bundle.actions.find(({ confirmedBy }) =>
    confirmedBy.some((reference) => resolveReference(bundle, reference) === question),
  );
  if (spentOn !== undefined) {
    const message = `${question.id} has authorised ${spentOn.id} already, and an answer authorises one action`;
    return refuse('not_authorized', message, { next: 'ask the user for this action' });
  }
  if (!isOfEarlierSession(bundle, logPhrases.answered, question)) return undefined;
  const message = `${question.id} was answered in an earlier session, whose authorisations have ended`;
  return refuse('not_authorized', message, { next: 'ask the user again for this action' });
}

function actionLines(
  identity: Identity,
  {
    input,
    consent,
    dependencies,
  }: { input: StartInput; consent: ResolvedConsent; dependencies: readonly Entry[] },
  { at }: Circumstances,
): string[] {
  const { heading, words } = headingAndBody(identity, input.scope, { level: 2, field: 'Scope' });
  const scope = words.length > 0 ? words : writeField('Scope', input.scope);
  const confirmation =
    consent.words === undefined
      ? writeField('Confirmation', confirmationWithoutWords(input, consent))
      : writeQuotedField('Confirmation', consent.words);
  return [
    heading,
    '',
    'Action status: Authorized',
    '',
    ...scope,
    ...confirmation,
    `- Confirmed by: ${writeReferences(consent.question === undefined ? [] : [consent.question.entry])}`,
    `- Rests on: ${writeReferences(dependencies)}`,
    ...writeField('Touchpoints', (input.touches ?? []).join(', ') || 'None'),
    ...writeField('External and Git effects', input.effects ?? 'None'),
    `- Authorized: ${at}`,
    '- Changed files: None yet',
    '- Checks: None yet',
    '- Residual risk: Unknown',
    '- Finished: None',
  ];
}

function confirmationWithoutWords(input: StartInput, { question }: ResolvedConsent): string {
  const answerText = question?.answer?.words;
  return question === undefined
    ? `None needed: ${input.unneeded ?? ''}`
    : (answerText ?? question.id);
}
