import type { Finding } from '../../finding.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { differences } from '../difference.ts';
import type { Texts } from '../edit.ts';
import {
  type Journal,
  journalName,
  possibleRecoveries,
  type Recovery,
  recoveredTexts,
} from '../journal.ts';
import { validateSnapshot } from '../rules/validate.ts';
import type { BundleSnapshot } from '../snapshot.ts';

/** The recovery that was chosen for an interrupted write. */
export interface ChosenRecovery {
  /** `finish` what was begun, `roll back` to what was, or `keep` the files as somebody has corrected them. */
  readonly method: Recovery['method'] | 'keep';
  readonly writes: Recovery['writes'];
  /** Files that somebody else has changed since, kept as they are. */
  readonly kept: readonly string[];
}

/**
 * Chooses the first recovery of an interrupted write that leads to a valid bundle. Refused with
 * `interrupted_write` and the differences when another hand has changed files so that none does.
 */
export function chooseRecovery(
  snapshot: BundleSnapshot,
  journal: Journal | 'unreadable',
): ChosenRecovery | Refusal {
  const unchanged: ChosenRecovery = { method: 'keep', writes: new Map(), kept: [] };
  const recoveries = journal === 'unreadable' ? [] : possibleRecoveries(journal, snapshot.texts);
  const candidates: readonly ChosenRecovery[] = [...recoveries, unchanged];
  const valid = candidates.find(
    (method) => findingsOf(snapshot, recoveredTexts(snapshot.texts, method)).length === 0,
  );
  if (valid !== undefined)
    return hasNothingToWrite(valid) ? { ...unchanged, kept: valid.kept } : valid;
  // Without another hand's changes the write is what its command had validated, whatever else is amiss.
  const [finish] = recoveries;
  if (finish !== undefined && finish.kept.length === 0) return finish;
  return noValidRecovery(snapshot, journal);
}

/** True when every file of the write was changed by somebody else, so that nothing is left to write. */
function hasNothingToWrite({ writes, kept }: ChosenRecovery): boolean {
  return writes.size === 0 && kept.length > 0;
}

function findingsOf(snapshot: BundleSnapshot, texts: Texts): readonly Finding[] {
  const validated = validateSnapshot({ ...snapshot, texts });
  if (!isRefusal(validated)) return validated.findings;
  const { code, message, next = '' } = validated;
  return [{ rule: code, ids: [], detail: message, next }];
}

function noValidRecovery(snapshot: BundleSnapshot, journal: Journal | 'unreadable'): Refusal {
  const findings = findingsOf(snapshot, snapshot.texts);
  const intended = journal === 'unreadable' ? new Map<string, string>() : intendedTexts(journal);
  const onDisk = new Map([...snapshot.texts].filter(([path]) => intended.has(path)));
  const message =
    journal === 'unreadable'
      ? `${journalName} holds no journal, and the files beside it are not valid`
      : 'files were changed by another hand after a write was interrupted, and no way leads to a valid bundle';
  return refuse('interrupted_write', message, {
    details: { findings, differences: differences(intended, onDisk) },
    next: 'correct the files by hand until they are valid, then run discuss bundle doctor --repair again',
  });
}

function intendedTexts({ files }: Journal): Texts {
  return new Map(files.map(({ path, after }) => [path, after]));
}
