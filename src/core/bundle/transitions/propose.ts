import { isRefusal, type Refusal } from '../../refusal.ts';
import { readBundle } from '../bundle.ts';
import { refreshIndex } from '../derived-lines.ts';
import { applyEdits, invalidBundle, type Texts } from '../edit.ts';
import { validateSnapshot } from '../rules/validate.ts';
import type { BundleSnapshot } from '../snapshot.ts';
import type { Circumstances, Transition } from '../transition.ts';

/** The files of a bundle after a command, and the command's outcome once they are written. */
export interface Proposal<Outcome> {
  readonly texts: Texts;
  readonly outcome: Outcome;
}

/**
 * Runs a command on a bundle in memory and validates the result. Nothing is written; a command without edits leaves
 * every text as it is. Refused by the command's own rules, at a location that is missing or ambiguous, or with
 * `invalid_bundle` when the bundle would not be valid.
 */
export function propose<Input, Outcome>(
  snapshot: BundleSnapshot,
  { transition, input }: { transition: Transition<Input, Outcome>; input: Input },
  circumstances: Circumstances,
): Proposal<Outcome> | Refusal {
  const bundle = readBundle(snapshot.texts);
  if (isRefusal(bundle)) return bundle;
  const step = transition(bundle, input, circumstances);
  if (isRefusal(step)) return step;
  const { edits, outcome } = step;
  if (edits.length === 0) return { texts: snapshot.texts, outcome };
  const edited = applyEdits(snapshot.texts, edits);
  if (isRefusal(edited)) return fileFaults(snapshot) ?? edited;
  const texts = refreshIndex(edited, circumstances);
  if (isRefusal(texts)) return texts;
  const validated = validateSnapshot({ ...snapshot, texts });
  if (isRefusal(validated)) return validated;
  return validated.findings.length > 0 ? invalidBundle(validated.findings) : { texts, outcome };
}

/** Refuses with all findings when a file that the command needs is missing or faulty as a whole. */
function fileFaults(snapshot: BundleSnapshot): Refusal | undefined {
  const validated = validateSnapshot(snapshot);
  if (isRefusal(validated)) return validated;
  const { findings } = validated;
  return findings.some(({ rule }) => rule.startsWith('file_'))
    ? invalidBundle(findings)
    : undefined;
}
