import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { writeMarker } from '../action-entry.ts';
import { blankWords } from '../blank-words.ts';
import { actionsPath, type Bundle, evidencePath, openAction } from '../bundle.ts';
import { type Edit, editFile } from '../edit.ts';
import type { Entry } from '../entry.ts';
import { appendLog, isOfEarlierSession, logText, logWords } from '../evidence-log.ts';
import { writeField, writeQuotedField } from '../field.ts';
import { gate } from '../gate.ts';
import { findEntries, outsideReference, resolveReference, writeReferences } from '../references.ts';
import { references, requireReference } from '../required-references.ts';
import { appendToRegion, appendToSection } from '../section.ts';
import { isSourceCode } from '../source-code.ts';
import type { Circumstances, Step } from '../transition.ts';
import { type Consent, type FoundConsent, readConsent, withoutConsent } from './consent.ts';
import { headingAndWords, type Identity, newIdentity } from './entry-draft.ts';

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
  readonly restsOn?: readonly string[];
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
export function startAction(
  bundle: Bundle,
  input: StartInput,
  circumstances: Circumstances,
): Step<Started> | Refusal {
  if (input.scope.trim() === '') return blankWords('scope', 'what may be done, and no more');
  const closed = gate(bundle, 'action start');
  if (closed !== undefined) return closed;
  const open = openAction(bundle);
  if (open !== undefined) return actionOpen(open);
  const grounds = findEntries(bundle, input.restsOn ?? [], groundKinds);
  if (isRefusal(grounds)) return grounds;
  const consent = readConsent(bundle, input);
  if (isRefusal(consent)) return consent;
  const missing = missingAuthorization(bundle, input, consent);
  if (missing !== undefined) return missing;
  const identity = newIdentity(bundle, 'action', circumstances);
  const lines = actionLines(identity, { input, consent, grounds }, circumstances);
  const phrase = `${logWords.authorized} ${writeReferences([identity])}`;
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
        joining: 'list',
      }),
    ),
    appendLog(logText(phrase, input.scope), circumstances),
    requireReference(references.response),
    requireReference(references.actions),
  ];
  const ref = outsideReference(bundle.index.trackerId, identity);
  const touches = input.touches ?? [];
  return {
    edits,
    outcome: { id: identity.id, ref, status: 'Authorized', scope: input.scope, touches },
  };
}

const groundKinds = ['assumption', 'decision', 'requirement', 'question', 'source'] as const;

/** Sections follow the title of the file, if it has one. */
function bodyStart(lines: readonly { readonly heading?: { readonly level: number } }[]): number {
  return lines.findIndex(({ heading }) => heading?.level === 1) + 1;
}

/** The refusal of whatever needs the open action to be finished first. */
export function actionOpen({
  id,
  title,
}: {
  readonly id: string;
  readonly title: string;
}): Refusal {
  return refuse('action_open', `${id} "${title}" is authorised and not finished`, {
    details: { action: id },
    next: `record its result first: discuss bundle action finish ${id} --result completed|failed|blocked`,
  });
}

function missingAuthorization(
  bundle: Bundle,
  input: StartInput,
  consent: FoundConsent,
): Refusal | undefined {
  const code = (input.touches ?? []).filter(isSourceCode);
  const changesCode = input.changesCode === true || code.length > 0;
  if (consent.question !== undefined) {
    const used = spentConsent(bundle, consent.question.entry);
    if (used !== undefined) return used;
  }
  if (consent.given) return undefined;
  if (changesCode) {
    const what = code.length === 0 ? 'a change of source code' : `a change of ${code.join(', ')}`;
    return withoutConsent(what);
  }
  if ((input.unneeded ?? '').trim() !== '') return undefined;
  return refuse(
    'not_authorized',
    'the action has neither the consent of the user nor a reason why none is needed',
    {
      next: 'give --words or --from, or say with --unneeded why the user need not confirm it',
    },
  );
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
  if (!isOfEarlierSession(bundle, logWords.answered, question)) return undefined;
  const message = `${question.id} was answered in an earlier session, whose authorisations have ended`;
  return refuse('not_authorized', message, { next: 'ask the user again for this action' });
}

function actionLines(
  identity: Identity,
  {
    input,
    consent,
    grounds,
  }: { input: StartInput; consent: FoundConsent; grounds: readonly Entry[] },
  { at }: Circumstances,
): string[] {
  const { heading, words } = headingAndWords(identity, input.scope, { level: 2, field: 'Scope' });
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
    `- Rests on: ${writeReferences(grounds)}`,
    ...writeField('Touchpoints', (input.touches ?? []).join(', ') || 'None'),
    ...writeField('External and Git effects', input.effects ?? 'None'),
    `- Authorized: ${at}`,
    '- Changed files: None yet',
    '- Checks: None yet',
    '- Residual risk: Unknown',
    '- Finished: None',
  ];
}

function confirmationWithoutWords(input: StartInput, { question }: FoundConsent): string {
  const said = question?.answer?.words;
  return question === undefined ? `None needed: ${input.unneeded ?? ''}` : (said ?? question.id);
}
