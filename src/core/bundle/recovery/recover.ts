import type { Finding } from '../../finding.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { differences } from '../difference.ts';
import type { Texts } from '../edit.ts';
import {
  type Journal,
  journalName,
  type Recovery,
  recoveredTexts,
  recoveries,
} from '../journal.ts';
import { validateSnapshot } from '../rules/validate.ts';
import type { BundleSnapshot } from '../snapshot.ts';

/** How an interrupted write was made whole. */
export interface ChosenRecovery {
  /** `finish` what was begun, `roll back` to what was, or `keep` the files as somebody has put them right. */
  readonly way: Recovery['way'] | 'keep';
  readonly writes: Recovery['writes'];
  /** Files that another hand has changed since, kept as they are. */
  readonly kept: readonly string[];
}

/**
 * Chooses the way out of an interrupted write: the first that leads to a valid bundle. Refused with
 * `interrupted_write` and the differences when another hand has changed files so that none does.
 */
export function chooseRecovery(
  snapshot: BundleSnapshot,
  journal: Journal | 'unreadable',
): ChosenRecovery | Refusal {
  const asItIs: ChosenRecovery = { way: 'keep', writes: new Map(), kept: [] };
  const ways = journal === 'unreadable' ? [] : recoveries(journal, snapshot.texts);
  const candidates: readonly ChosenRecovery[] = [...ways, asItIs];
  const valid = candidates.find(
    (way) => faultsOf(snapshot, recoveredTexts(snapshot.texts, way)).length === 0,
  );
  if (valid !== undefined) return isIdle(valid) ? { ...asItIs, kept: valid.kept } : valid;
  // Without another hand's changes the write is what its command had validated, whatever else is amiss.
  const [finish] = ways;
  if (finish !== undefined && finish.kept.length === 0) return finish;
  return noWayOut(snapshot, journal);
}

/** Every file of the write was changed by another hand, so that nothing of it is left to do. */
function isIdle({ writes, kept }: ChosenRecovery): boolean {
  return writes.size === 0 && kept.length > 0;
}

function faultsOf(snapshot: BundleSnapshot, texts: Texts): readonly Finding[] {
  const validated = validateSnapshot({ ...snapshot, texts });
  if (!isRefusal(validated)) return validated.findings;
  const { code, message, next = '' } = validated;
  return [{ rule: code, ids: [], detail: message, next }];
}

function noWayOut(snapshot: BundleSnapshot, journal: Journal | 'unreadable'): Refusal {
  const findings = faultsOf(snapshot, snapshot.texts);
  const meant = journal === 'unreadable' ? new Map<string, string>() : meantTexts(journal);
  const onDisk = new Map([...snapshot.texts].filter(([path]) => meant.has(path)));
  const message =
    journal === 'unreadable'
      ? `${journalName} holds no journal, and the files beside it are not valid`
      : 'files were changed by another hand after a write was interrupted, and no way leads to a valid bundle';
  return refuse('interrupted_write', message, {
    details: { findings, differences: differences(meant, onDisk) },
    next: 'correct the files by hand until they are valid, then run discuss bundle doctor --repair again',
  });
}

function meantTexts({ files }: Journal): Texts {
  return new Map(files.map(({ path, after }) => [path, after]));
}
