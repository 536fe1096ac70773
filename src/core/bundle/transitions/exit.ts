import type { Finding } from '../../finding.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { asOneLine } from '../../text/inert-text.ts';
import { type Bundle, modeStatus } from '../bundle.ts';
import type { Edit } from '../edit.ts';
import { appendLog, logPhrases } from '../evidence-log.ts';
import { type ExitTarget, exitBlockers, exitTargets } from '../exit-blockers.ts';
import { gate, gated } from '../gate.ts';
import { indexField, setIndexField, setStatus } from '../index-file.ts';
import { pendingCard } from '../question-card.ts';
import type { Circumstances, Transition } from '../transition.ts';
import type { Profile } from './checkpoint.ts';

/** A request to exit. */
export interface ExitInput {
  /** `plan` or `execute`; any other text is refused with the two. */
  readonly target: string;
  /** Where the plan record is kept from now on, if it exists already. */
  readonly planRecord?: string;
  /** The user's words that chose the transition. */
  readonly words?: string;
  /** What the validation of the bundle has found. */
  readonly findings: readonly Finding[];
}

/** A discussion that was exited. */
export interface Exited {
  readonly target: ExitTarget;
  readonly mode_status: 'Exited';
  readonly execution_readiness: string;
  readonly profile: string;
}

/** Exits the discussion to planning or execution. Refused with `exit_blocked` and every blocker at once. */
export const exit: Transition<ExitInput, Exited> = (bundle, input, circumstances) => {
  const target = exitTargets.find((name) => name === input.target.trim().toLowerCase());
  if (target === undefined) return exitTargetRequired(bundle, input);
  const blockers = exitBlockers(bundle, target, input.findings);
  if (blockers.length > 0) return exitBlocked(bundle, target, blockers);
  const closed = gate(bundle, 'exit');
  if (closed !== undefined) return closed;
  const edits =
    target === 'plan'
      ? planEdits(bundle, input, circumstances)
      : executeEdits(bundle, circumstances);
  const phrase = `${logPhrases.exited} to ${target}`;
  const profile = indexField(bundle.index, 'snapshot', 'Profile') ?? 'Lightweight';
  return {
    edits: [
      setIndexField('head', 'Mode status', 'Exited'),
      ...edits,
      appendLog(phrase, input.words ?? '', circumstances),
    ],
    outcome: {
      target,
      mode_status: 'Exited',
      execution_readiness: target === 'plan' ? 'Not ready' : 'Ready',
      profile: target === 'plan' ? profile : executionProfile(profile),
    },
  };
};

/** Refuses a target that is neither, with both and the recommended one. */
export function exitTargetRequired(
  bundle: Bundle,
  { target, findings }: Pick<ExitInput, 'target' | 'findings'>,
): Refusal {
  const recommended = recommendedExit(bundle, findings);
  const choice = target.trim() === '' ? 'no way out' : `"${asOneLine(target)}"`;
  const message = `a discussion is left for planning or for execution, and ${choice} chooses neither; it stays as it is`;
  return refuse('exit_blocked', message, {
    details: { blockers: [], choices: exitTargets, recommended },
    next: `ask the user to choose: discuss bundle exit plan, or discuss bundle exit execute; recommended: exit ${recommended}`,
  });
}

/** The exit that fits the record: execution once nothing blocks it, planning before that. */
export function recommendedExit(bundle: Bundle, findings: readonly Finding[]): ExitTarget {
  return exitBlockers(bundle, 'execute', findings).length === 0 ? 'execute' : 'plan';
}

/** The refusal that lists the blockers, with the pending question, if there is one. */
function exitBlocked(bundle: Bundle, target: ExitTarget, blockers: readonly Finding[]): Refusal {
  const rules = blockers.map(({ rule, ids }) => [rule, ...ids].join(' ')).join('; ');
  const question = pendingCard(bundle);
  return refuse('exit_blocked', `exit ${target} is blocked by ${blockers.length}: ${rules}`, {
    details: { blockers, ...(question === undefined ? {} : { question }) },
    next: blockers[0]?.next ?? 'run discuss bundle can-exit',
  });
}

function planEdits(bundle: Bundle, { planRecord }: ExitInput, { root }: Circumstances): Edit[] {
  const record = planRecord ?? 'the new plan record, which the planning workflow creates';
  const instruction = planningInstruction(root, bundle.index.trackerId, record);
  return [
    setIndexField('head', 'Resume instruction', instruction),
    setIndexField('checkpoint', 'Last completed', 'Discussion, left for planning'),
    setIndexField('checkpoint', 'Current work', `Planning continues in ${record}`),
    ...nextAction(`Plan on the basis of this record, in ${record}`),
  ];
}

function executeEdits(bundle: Bundle, { root }: Circumstances): Edit[] {
  const profile = indexField(bundle.index, 'snapshot', 'Profile') ?? '';
  const instruction = executionInstruction(root, bundle.index.trackerId);
  return [
    setStatus('Approved for execution'),
    setIndexField('head', 'Execution readiness', 'Ready'),
    setIndexField('head', 'Execute mode', 'Ready'),
    setIndexField('head', 'Resume instruction', instruction),
    setIndexField('snapshot', 'Profile', executionProfile(profile)),
    setIndexField('checkpoint', 'Last completed', 'Discussion, approved for execution'),
    setIndexField('checkpoint', 'Current work', 'Execution of plan.md has not begun'),
    ...nextAction('Begin the execution of plan.md, as verification.md and the handoff notes say'),
  ];
}

function nextAction(value: string): Edit[] {
  return [
    setIndexField('snapshot', 'Next safe action', value),
    setIndexField('checkpoint', 'Next safe action', value),
  ];
}

function executionProfile(profile: string): Profile {
  return profile === 'Audited' ? 'Audited' : 'Durable';
}

function executionInstruction(root: string, trackerId: string): string {
  return `Execute the approved plan of the canonical root ${root} (tracker ID ${trackerId}): read index.md and every file of its manifest there, then plan.md, its phases in the order of their waves, and verification.md`;
}

/** A record that was left is not resumed any more: whoever comes back goes on in the plan record. */
function planningInstruction(root: string, trackerId: string, record: string): string {
  return `Plan on the basis of the canonical root ${root} (tracker ID ${trackerId}): read index.md and every file of its manifest there, then go on in ${record}`;
}

/** Pauses the discussion, which keeps everything and is no exit. Pausing twice changes nothing. */
export const pause = gated<{ readonly note?: string }, { readonly mode_status: 'Paused' }>(
  'pause',
  (bundle, input, circumstances) => {
    const outcome = { mode_status: 'Paused' } as const;
    if (modeStatus(bundle) === 'Paused') return { edits: [], outcome };
    const edits: Edit[] = [
      setIndexField('head', 'Mode status', 'Paused'),
      appendLog('Paused', input.note ?? '', circumstances),
    ];
    return { edits, outcome };
  },
);
