import type { Finding } from '../../finding.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { refreshIndex } from '../derived-lines.ts';
import { applyEdits, type Texts } from '../edit.ts';
import { appendLog } from '../evidence-log.ts';
import { type Renumbered, separateClashes } from '../renumber.ts';
import { validateSnapshot } from '../rules/validate.ts';
import type { BundleSnapshot } from '../snapshot.ts';
import type { Circumstances } from '../transition.ts';

/** A bundle after every repair that needs no decision. */
export interface RepairedBundle {
  readonly texts: Texts;
  readonly renumbered: readonly Renumbered[];
  /** What is left for a person to correct. */
  readonly findings: readonly Finding[];
}

/**
 * Separates entries that share an id or key, and refreshes derived lines. Returns the snapshot's own texts when there
 * is nothing to do, and when the repair would add a finding.
 */
export function repairBundle(
  snapshot: BundleSnapshot,
  circumstances: Circumstances,
): RepairedBundle | Refusal {
  const before = validateSnapshot(snapshot);
  if (isRefusal(before)) return before;
  const unchanged: RepairedBundle = {
    texts: snapshot.texts,
    renumbered: [],
    findings: before.findings,
  };
  if (before.findings.length === 0) return unchanged;
  const separated = separateClashes(snapshot.texts, circumstances.newKey);
  if (isRefusal(separated)) return separated;
  const { renumbered } = separated;
  const logged = applyEdits(separated.texts, [
    appendLog(`Repaired${renumbered.map(describe).join(',')}`, '', circumstances),
  ]);
  const texts = isRefusal(logged) ? separated.texts : logged;
  const refreshed = refreshIndex(texts, circumstances);
  const repaired = isRefusal(refreshed) ? texts : refreshed;
  const after = validateSnapshot({ ...snapshot, texts: repaired });
  const previousIds = new Map(renumbered.map(({ from, to }) => [to, from]));
  if (isRefusal(after) || !isBetter(after.findings, before.findings, previousIds)) return unchanged;
  return { texts: repaired, renumbered, findings: after.findings };
}

function describe({ from, to }: Renumbered): string {
  return from === to ? ` a key of its own for ${to}` : ` ${from} renumbered to ${to}`;
}

/** Fewer findings, and none that was not there; a finding of a renumbered entry counts as that of its previous id. */
function isBetter(
  after: readonly Finding[],
  before: readonly Finding[],
  previousIds: ReadonlyMap<string, string>,
): boolean {
  const existing = new Set(before.map((finding) => findingKey(finding)));
  return (
    after.length < before.length &&
    after.every(
      (finding) =>
        existing.has(findingKey(finding)) || existing.has(findingKey(finding, previousIds)),
    )
  );
}

function findingKey(
  { rule, ids, path }: Finding,
  previousIds: ReadonlyMap<string, string> = new Map(),
): string {
  return JSON.stringify([rule, ids.map((id) => previousIds.get(id) ?? id), path]);
}
