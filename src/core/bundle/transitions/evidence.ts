import { isRefusal } from '../../refusal.ts';
import { asOneLine, asQuote, withPlainBreaks } from '../../text/inert-text.ts';
import { evidencePath } from '../bundle.ts';
import type { Edit } from '../edit.ts';
import { writeReference } from '../entry-id.ts';
import { appendLog, nextLogId } from '../evidence-log.ts';
import { gated } from '../gate.ts';
import { citableKinds, externalReference, findEntries, writeReferences } from '../references.ts';
import { requiredField } from '../required-field.ts';
import type { Circumstances } from '../transition.ts';
import { addEntry } from './entry-draft.ts';

/** Where a piece of evidence belongs. */
const evidenceSections = {
  log: 'Log',
  handoff: 'Handoff notes',
  amendment: 'Amendments',
  commit: 'Commit records',
} as const;
export type EvidenceKind = keyof typeof evidenceSections;

/** Evidence that is to be recorded. */
export interface EvidenceInput {
  readonly text: string;
  /** `log` when absent. */
  readonly kind?: EvidenceKind;
  /** Ids of the entries that it is about. */
  readonly about?: readonly string[];
}

/** Under which id evidence was recorded. */
export interface EvidenceRecorded {
  readonly id: string;
  readonly ref: string;
  readonly kind: EvidenceKind;
}

/** Records evidence of work done: in the log, or as a note of another kind, which the log then names. */
export const recordEvidence = gated<EvidenceInput, EvidenceRecorded>(
  'evidence',
  (bundle, input, circumstances) => {
    const about = findEntries(bundle, input.about ?? [], citableKinds);
    if (isRefusal(about)) return about;
    const text = withPlainBreaks(input.text);
    if (text === '') return requiredField('text', 'what was observed');
    const kind = input.kind ?? 'log';
    const identity = { id: nextLogId(bundle.texts), key: circumstances.newKey() };
    const concerning = about.length === 0 ? '' : ` on ${writeReferences(about)}`;
    // The log's line takes the key made here, so that the caller's reference is the one recorded.
    const withKey: Circumstances = { ...circumstances, newKey: () => identity.key };
    const phrase =
      kind === 'log' ? `Evidence${concerning}` : `${evidenceNames[kind]} recorded${concerning}`;
    const head = `- ${circumstances.at} (${writeReference(identity)}):`;
    const edits: Edit[] = [
      // The line comes first, since a note that names its id would make the log count past it.
      appendLog(phrase, kind === 'log' ? text : '', withKey),
      ...(kind === 'log' ? [] : [addNote(kind, text, head)]),
    ];
    const ref = externalReference(bundle, identity);
    return { edits, outcome: { id: identity.id, ref, kind } };
  },
);

const evidenceNames: Readonly<Record<EvidenceKind, string>> = {
  log: 'Evidence',
  handoff: 'Handoff note',
  amendment: 'Amendment',
  commit: 'Commit record',
};

function addNote(kind: EvidenceKind, text: string, head: string): Edit {
  const block = text.includes('\n')
    ? [head, ...asQuote(text).map((line) => `  ${line}`)]
    : [`${head} ${asOneLine(text)}`];
  return addEntry(evidencePath, evidenceSections[kind], block);
}
