import type { Refusal } from '../../refusal.ts';
import { type Bundle, modeStatus } from '../bundle.ts';
import { type Drift, driftLine, hasDrift } from '../drift.ts';
import type { Edit } from '../edit.ts';
import { appendLog, logPhrases, logText } from '../evidence-log.ts';
import { gate } from '../gate.ts';
import { setIndexField } from '../index-file.ts';
import { resumeInstruction } from '../initial-files.ts';
import type { Circumstances, Step } from '../transition.ts';

/** An explicit continuation. */
export interface ResumeInput {
  /** How the work tree has moved since the last write. */
  readonly drift: Drift;
  /** The working directory to record in place of the captured one, when the bundle was moved. */
  readonly workspace?: string;
}

/** A discussion that goes on. */
export interface Resumed {
  /** Whether it was paused before. */
  readonly was_paused: boolean;
}

/** Goes on with a discussion: a new session begins, and what an earlier one authorised has ended. */
export function resume(
  bundle: Bundle,
  input: ResumeInput,
  circumstances: Circumstances,
): Step<Resumed> | Refusal {
  const closed = gate(bundle, 'resume');
  if (closed !== undefined) return closed;
  const { root } = circumstances;
  const paused = modeStatus(bundle) === 'Paused';
  const drifted = hasDrift(input.drift);
  const line = driftLine(input.drift);
  const edits: Edit[] = [
    ...(paused ? [setIndexField('head', { key: 'Mode status', value: 'Active' })] : []),
    setIndexField('head', {
      key: 'Resume instruction',
      value: resumeInstruction(root, bundle.index.trackerId),
    }),
    ...(input.workspace === undefined
      ? []
      : [setIndexField('head', { key: 'Workspace', value: input.workspace })]),
    ...(drifted
      ? [setIndexField('checkpoint', { key: 'Revalidation required', value: `Drift: ${line}` })]
      : []),
    appendLog(logText(logPhrases.resumed, drifted ? `drift: ${line}` : 'no drift'), circumstances),
  ];
  return { edits, outcome: { was_paused: paused } };
}
