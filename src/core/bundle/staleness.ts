import type { Bundle } from './bundle.ts';
import type { DecisionEntry } from './decision-entry.ts';
import { type Reference, readReferences } from './entry-id.ts';
import { isPhasePath } from './phase-file.ts';
import { resolveReference } from './references.ts';

/**
 * The decisions, assumptions and requirements in force that rest on something superseded, directly or through
 * others, each with the id of what it rests on.
 */
export function staleEntries(bundle: Bundle): ReadonlyMap<DecisionEntry, string> {
  const inForce = entriesInForce(bundle);
  const fallen = new Set<string>(supersededPlaces(bundle));
  const stale = new Map<DecisionEntry, string>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const one of inForce) {
      const cause = stale.has(one) ? undefined : restsOnFallen(bundle, one, fallen);
      if (cause === undefined) continue;
      stale.set(one, cause);
      fallen.add(placeOf(one.entry));
      changed = true;
    }
  }
  return stale;
}

function restsOnFallen(
  bundle: Bundle,
  { restsOn }: DecisionEntry,
  fallen: ReadonlySet<string>,
): string | undefined {
  return restsOn.find((reference) => {
    const entry = resolveReference(bundle, reference);
    return entry !== undefined && fallen.has(placeOf(entry));
  })?.id;
}

/** An entry's place tells it from another with the same id. */
function placeOf(entry: DecisionEntry['entry']): string {
  return `${entry.path}:${entry.region.from}`;
}

function supersededPlaces(bundle: Bundle): string[] {
  const decided = [...bundle.assumptions, ...bundle.decisions, ...bundle.requirements]
    .filter(({ status }) => status === 'Superseded')
    .map(({ entry }) => placeOf(entry));
  const asked = bundle.questions
    .filter(({ status }) => status === 'superseded')
    .map(({ entry }) => placeOf(entry));
  return [...decided, ...asked];
}

function entriesInForce(bundle: Bundle): DecisionEntry[] {
  return [...bundle.assumptions, ...bundle.decisions, ...bundle.requirements].filter(
    ({ status }) => status !== 'Superseded',
  );
}

/** What rests on an entry: other entries in force, open actions, and the plan's files, by id or path. */
export function dependentsOf(bundle: Bundle, target: DecisionEntry): string[] {
  const means = (reference: Reference): boolean => {
    const entry = resolveReference(bundle, reference);
    return entry !== undefined && placeOf(entry) === placeOf(target.entry);
  };
  const entries = entriesInForce(bundle)
    .filter(({ entry, restsOn }) => entry !== target.entry && restsOn.some(means))
    .map(({ id }) => id);
  const actions = bundle.actions
    .filter(({ entry, status }) => {
      const named = entry.fields.flatMap(({ value }) => readReferences(value));
      return status === 'Authorized' && named.some(means);
    })
    .map(({ id }) => id);
  const files = [...bundle.texts]
    .filter(([path]) => path === 'plan.md' || path === 'verification.md' || isPhasePath(path))
    .filter(([, text]) => readReferences(text).some(means))
    .map(([path]) => path);
  return [...entries, ...actions, ...files];
}
