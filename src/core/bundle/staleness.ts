import type { Bundle } from './bundle.ts';
import type { DecisionEntry } from './decision-entry.ts';
import { entryLocation } from './entry.ts';
import { type Reference, readReferences } from './entry-id.ts';
import { isPhasePath } from './phase-file.ts';
import { resolveReference } from './references.ts';

/**
 * The decisions, assumptions and requirements in force that depend on something superseded, directly or through
 * others, each with the id of that dependency.
 */
export function staleEntries(bundle: Bundle): ReadonlyMap<DecisionEntry, string> {
  const inForce = entriesInForce(bundle);
  const invalid = new Set<string>(supersededLocations(bundle));
  const stale = new Map<DecisionEntry, string>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const entry of inForce) {
      const cause = stale.has(entry) ? undefined : invalidDependency(bundle, entry, invalid);
      if (cause === undefined) continue;
      stale.set(entry, cause);
      invalid.add(entryLocation(entry.entry));
      changed = true;
    }
  }
  return stale;
}

function invalidDependency(
  bundle: Bundle,
  { dependsOn }: DecisionEntry,
  invalid: ReadonlySet<string>,
): string | undefined {
  return dependsOn.find((reference) => {
    const entry = resolveReference(bundle, reference);
    return entry !== undefined && invalid.has(entryLocation(entry));
  })?.id;
}

function supersededLocations(bundle: Bundle): string[] {
  const decided = [...bundle.assumptions, ...bundle.decisions, ...bundle.requirements]
    .filter(({ status }) => status === 'Superseded')
    .map(({ entry }) => entryLocation(entry));
  const asked = bundle.questions
    .filter(({ status }) => status === 'superseded')
    .map(({ entry }) => entryLocation(entry));
  return [...decided, ...asked];
}

function entriesInForce(bundle: Bundle): DecisionEntry[] {
  return [...bundle.assumptions, ...bundle.decisions, ...bundle.requirements].filter(
    ({ status }) => status !== 'Superseded',
  );
}

/** What depends on an entry: other entries in force, open actions, and the plan's files, by id or path. */
export function dependentsOf(bundle: Bundle, target: DecisionEntry): string[] {
  const refersToTarget = (reference: Reference): boolean => {
    const entry = resolveReference(bundle, reference);
    return entry !== undefined && entryLocation(entry) === entryLocation(target.entry);
  };
  const entries = entriesInForce(bundle)
    .filter(({ entry, dependsOn }) => entry !== target.entry && dependsOn.some(refersToTarget))
    .map(({ id }) => id);
  const actions = bundle.actions
    .filter(({ entry, status }) => {
      const named = entry.fields.flatMap(({ value }) => readReferences(value));
      return status === 'Authorized' && named.some(refersToTarget);
    })
    .map(({ id }) => id);
  const files = [...bundle.texts]
    .filter(([path]) => path === 'plan.md' || path === 'verification.md' || isPhasePath(path))
    .filter(([, text]) => readReferences(text).some(refersToTarget))
    .map(([path]) => path);
  return [...entries, ...actions, ...files];
}
