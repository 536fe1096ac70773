import { modeStatus } from '../bundle.ts';
import { type Drift, driftLine, hasDrift } from '../drift.ts';
import type { Edit } from '../edit.ts';
import { appendLog, logPhrases } from '../evidence-log.ts';
import { gated } from '../gate.ts';
import { setIndexField } from '../index-file.ts';
import { resumeInstruction } from '../initial-files.ts';

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
export const resume = gated<ResumeInput, Resumed>('resume', (bundle, input, circumstances) => {
  const { root } = circumstances;
  const paused = modeStatus(bundle) === 'Paused';
  const drifted = hasDrift(input.drift);
  const line = driftLine(input.drift);
  const edits: Edit[] = [
    ...(paused ? [setIndexField('head', 'Mode status', 'Active')] : []),
    setIndexField('head', 'Resume instruction', resumeInstruction(root, bundle.index.trackerId)),
    ...(input.workspace === undefined ? [] : [setIndexField('head', 'Workspace', input.workspace)]),
    ...(drifted ? [setIndexField('checkpoint', 'Revalidation required', `Drift: ${line}`)] : []),
    appendLog(logPhrases.resumed, drifted ? `drift: ${line}` : 'no drift', circumstances),
  ];
  return { edits, outcome: { was_paused: paused } };
});
