import type { Finding } from '../../finding.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { refreshIndex } from '../derived-lines.ts';
import { applyEdits, type Texts } from '../edit.ts';
import { appendLog } from '../evidence-log.ts';
import { type Renumbered, separateClashes } from '../renumber.ts';
import { validateSnapshot } from '../rules/validate.ts';
import type { BundleSnapshot } from '../snapshot.ts';
import type { Circumstances } from '../transition.ts';

/** A bundle after everything was done for it that needs no decision. */
export interface Healed {
  readonly texts: Texts;
  readonly renumbered: readonly Renumbered[];
  /** What is left for a person to put right. */
  readonly findings: readonly Finding[];
}

/**
 * Separates entries that share an id or key, and brings up to date what follows from other files. The texts are those
 * of the snapshot when there is nothing to do, and when it would break something that was sound.
 */
export function heal(snapshot: BundleSnapshot, circumstances: Circumstances): Healed | Refusal {
  const before = validateSnapshot(snapshot);
  if (isRefusal(before)) return before;
  const unchanged: Healed = { texts: snapshot.texts, renumbered: [], findings: before.findings };
  if (before.findings.length === 0) return unchanged;
  const separated = separateClashes(snapshot.texts, circumstances.newKey);
  if (isRefusal(separated)) return separated;
  const { renumbered } = separated;
  const noted = applyEdits(separated.texts, [
    appendLog({ text: `Repaired${renumbered.map(describe).join(',')}` }, circumstances),
  ]);
  const texts = isRefusal(noted) ? separated.texts : noted;
  const refreshed = refreshIndex(texts, circumstances);
  const healed = isRefusal(refreshed) ? texts : refreshed;
  const after = validateSnapshot({ ...snapshot, texts: healed });
  const formerIds = new Map(renumbered.map(({ from, to }) => [to, from]));
  if (isRefusal(after) || !isBetter(after.findings, before.findings, formerIds)) return unchanged;
  return { texts: healed, renumbered, findings: after.findings };
}

function describe({ from, to }: Renumbered): string {
  return from === to ? ` a key of its own for ${to}` : ` ${from} renumbered to ${to}`;
}

/** Fewer findings, and none that was not there; what is wrong with a renumbered entry was told of its former id. */
function isBetter(
  after: readonly Finding[],
  before: readonly Finding[],
  formerIds: ReadonlyMap<string, string>,
): boolean {
  const known = new Set(before.map((finding) => nameOf(finding)));
  return (
    after.length < before.length &&
    after.every((finding) => known.has(nameOf(finding)) || known.has(nameOf(finding, formerIds)))
  );
}

function nameOf(
  { rule, ids, path }: Finding,
  formerIds: ReadonlyMap<string, string> = new Map(),
): string {
  return JSON.stringify([rule, ids.map((id) => formerIds.get(id) ?? id), path]);
}
