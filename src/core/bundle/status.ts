import type { Finding } from '../finding.ts';
import { capitalise } from '../text/capitalise.ts';
import {
  acceptedIds,
  type Bundle,
  deferredQuestions,
  modeStatus,
  openAction,
  openItems,
} from './bundle.ts';
import { isOfEarlierSession, logPhrases } from './evidence-log.ts';
import { type IndexPart, indexField, indexFields } from './index-file.ts';
import { pendingCard, type QuestionCard, questionCard } from './question-card.ts';

/** The status of a discussion. */
export interface BundleStatus {
  readonly tracker_id: string;
  readonly mode_status: string;
  readonly profile: string;
  readonly execution_readiness: string;
  readonly execute_mode: string;
  readonly goal: string;
  readonly current_state: string;
  readonly accepted_decisions: readonly string[];
  readonly open_items: readonly string[];
  readonly active_action: OpenAction | null;
  readonly question: QuestionCard | null;
  readonly deferred_questions: readonly string[];
  readonly next: NextStep;
  readonly last_updated: string;
}

interface OpenAction {
  readonly id: string;
  readonly title: string;
  readonly touchpoints: string;
  /** The session that authorised it has ended; its result is to be recorded, and nothing more done under it. */
  readonly lapsed: boolean;
}

/** The one thing to do now. */
export interface NextStep {
  readonly kind: 'repair' | 'ask' | 'finish_action' | 'resume' | 'left' | 'act';
  readonly text: string;
  /** The question to put to the person, when that is what is next. */
  readonly question?: QuestionCard | undefined;
}

/** Returns the status of a discussion; `findings` and `warnings` are those of its validation. */
export function readStatus(
  bundle: Bundle,
  findings: readonly Finding[],
  warnings: readonly Finding[] = [],
): BundleStatus {
  const field = (part: IndexPart, key: string): string =>
    indexField(bundle.index, part, key) ?? 'Unknown';
  return {
    tracker_id: bundle.index.trackerId,
    mode_status: field('head', 'Mode status'),
    profile: field('snapshot', 'Profile'),
    execution_readiness: field('head', 'Execution readiness'),
    execute_mode: field('head', 'Execute mode'),
    goal: field('snapshot', 'Goal'),
    current_state: field('snapshot', 'Current state'),
    accepted_decisions: acceptedIds(bundle),
    open_items: openItems(bundle),
    active_action: activeAction(bundle),
    question: pendingCard(bundle) ?? null,
    deferred_questions: deferredQuestions(bundle).map(({ id }) => id),
    next: nextStep(bundle, findings, warnings),
    last_updated: field('head', 'Last updated'),
  };
}

function activeAction(bundle: Bundle): OpenAction | null {
  const action = openAction(bundle);
  if (action === undefined) return null;
  const { id, title, touchpoints } = action;
  return {
    id,
    title,
    touchpoints,
    lapsed: isOfEarlierSession(bundle, logPhrases.authorized, action.entry),
  };
}

/** The one question to ask now, or the next safe action. */
export function nextStep(
  bundle: Bundle,
  findings: readonly Finding[],
  warnings: readonly Finding[] = [],
): NextStep {
  const status = modeStatus(bundle);
  const [first] = findings;
  if (first !== undefined) {
    const suffix = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
    return {
      kind: 'repair',
      text: `Make the record valid: ${first.detail}${suffix}; ${first.next}`,
    };
  }
  const written = indexField(bundle.index, 'snapshot', 'Next safe action') ?? 'Unknown';
  if (status === 'Exited') return { kind: 'left', text: written };
  if (status === 'Paused') {
    const text = 'Resume the discussion once the user says to: discuss bundle resume';
    return { kind: 'resume', text };
  }
  return (
    askStep(bundle, warnings) ??
    finishStep(bundle) ??
    heldStep(bundle) ?? { kind: 'act', text: written }
  );
}

function askStep(bundle: Bundle, warnings: readonly Finding[]): NextStep | undefined {
  const question = pendingCard(bundle);
  if (question === undefined) return undefined;
  const revised = warnings.find(({ rule }) => revisedRules.includes(rule));
  if (revised !== undefined) {
    return { kind: 'ask', text: `${capitalise(revised.detail)}; ${revised.next}`, question };
  }
  const text = `Put ${question.id} to the user, and record the reply: discuss bundle answer ${question.id} "…"`;
  return { kind: 'ask', text, question };
}

const revisedRules: readonly string[] = ['options_changed', 'options_unsound'];

function finishStep(bundle: Bundle): NextStep | undefined {
  const action = activeAction(bundle);
  if (action === null) return undefined;
  const finish = `discuss bundle action finish ${action.id}`;
  const text = action.lapsed
    ? `Record the result of ${action.id}, whose authorisation ended with the earlier session: ${finish}`
    : `Carry out ${action.id} within its scope, and record its result: ${finish}`;
  return { kind: 'finish_action', text };
}

/** A deferred question is asked when nothing else waits; those that are not material leave the work its way. */
function heldStep(bundle: Bundle): NextStep | undefined {
  const question = deferredQuestions(bundle).find(({ material }) => material);
  if (question === undefined) return undefined;
  const text = `Ask ${question.id} when its decision is next: discuss bundle ask --raise ${question.id}`;
  return { kind: 'ask', text, question: questionCard(bundle, question) };
}

/** The fields of the snapshot or the checkpoint, in order. */
export function partFields(bundle: Bundle, part: IndexPart): Readonly<Record<string, string>> {
  return Object.fromEntries(
    indexFields[part].map((key) => [key, indexField(bundle.index, part, key) ?? 'Unknown']),
  );
}
