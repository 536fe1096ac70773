import { asOneLine, fromOneLine } from '../../text/inert-text.ts';
import type { Edit } from '../edit.ts';
import { appendLog } from '../evidence-log.ts';
import { gated } from '../gate.ts';
import { indexField, setIndexField } from '../index-file.ts';
import { references, releaseReference, requireReference } from '../required-references.ts';

/** How often things are written and read again; never what is allowed. */
export const profiles = ['Lightweight', 'Durable', 'Audited'] as const;
export type Profile = (typeof profiles)[number];

/** Lines of the snapshot and the checkpoint that change; what is absent stays as it is. */
export interface CheckpointInput {
  readonly currentState?: string;
  readonly lastCompleted?: string;
  readonly currentWork?: string;
  /** What blocks the work, apart from a question, which is named by itself. */
  readonly blockedBy?: string;
  /** Exactly one thing. Not taken over while a question or an open action says what is next. */
  readonly next?: string;
  readonly deferred?: string;
  readonly revalidate?: string;
  readonly profile?: Profile;
  /** Stages that have begun: the parts of the skill that must be read again. */
  readonly requires?: readonly Stage[];
  /** Stages that have ended. */
  readonly releases?: readonly Stage[];
}

/** A part of the skill that is needed for a while. */
export type Stage = 'response' | 'actions';

/** The snapshot and the checkpoint as they stand after a command. */
export interface Checkpointed {
  /** Names of the lines that changed. */
  readonly changed: readonly string[];
}

/** Brings snapshot and checkpoint up to date. */
export const checkpoint = gated<CheckpointInput, Checkpointed>(
  'checkpoint',
  (bundle, input, circumstances) => {
    const lines = requestedLines(input).filter(
      ({ part, key, value }) =>
        value !== undefined && indexField(bundle.index, part, key) !== value,
    );
    const edits: Edit[] = [
      ...lines.map(({ part, key, value = '' }) => setIndexField(part, key, value)),
      ...(input.requires ?? []).map((stage) => requireReference(references[stage])),
      ...(input.releases ?? []).map((stage) => releaseReference(references[stage])),
      appendLog('Checkpoint', input.lastCompleted ?? input.currentState ?? '', circumstances),
    ];
    return { edits, outcome: { changed: lines.map(({ key }) => key) } };
  },
);

interface IndexLine {
  readonly part: 'snapshot' | 'checkpoint';
  readonly key: string;
  readonly value: string | undefined;
}

function requestedLines(input: CheckpointInput): IndexLine[] {
  const line = (part: IndexLine['part'], key: string, value: string | undefined): IndexLine => ({
    part,
    key,
    value: value === undefined ? undefined : fromOneLine(asOneLine(value)) || 'None',
  });
  return [
    line('snapshot', 'Profile', input.profile),
    line('snapshot', 'Current state', input.currentState),
    line('snapshot', 'Next safe action', input.next),
    line('checkpoint', 'Last completed', input.lastCompleted),
    line('checkpoint', 'Current work', input.currentWork),
    line('checkpoint', 'Blocking decision or dependency', input.blockedBy),
    line('checkpoint', 'Deferred work', input.deferred),
    line('checkpoint', 'Revalidation required', input.revalidate),
  ];
}
