import type { BundleFolder } from '../../core/bundle/ports/bundle-folder.ts';
import { chooseRecovery } from '../../core/bundle/recovery/recover.ts';
import { repairBundle } from '../../core/bundle/recovery/repair.ts';
import { validateSnapshot, warnings } from '../../core/bundle/rules/validate.ts';
import type { BundleSnapshot } from '../../core/bundle/snapshot.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { ActionContext, Zod } from '../kit/action.ts';
import { texts } from '../kit/described.ts';
import { circumstancesOf, findRoot } from './shared/bundle-active.ts';
import { findingLines, warningLines } from './shared/bundle-answer-text.ts';
import { interruptions, isEmptyFolder } from './shared/bundle-interruptions.ts';
import { answerShape, bundleRequest, findingsShape } from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';
import { gitIgnoredWarnings, ignoreRecord } from './shared/git-ignored.ts';

const output = (z: Zod) =>
  z.object({
    ...answerShape(z),
    repaired: texts(z, 'What was done, a sentence each'),
    ...findingsShape(z),
  });

/**
 * Finds what is wrong with a bundle's folder; with `repair`, finishes or rolls back and separates clashes. A record may
 * be meant to be committed, so that the missing rule of git is told, and only written when that is asked for.
 */
export const bundleDoctor = defineBundleAction({
  guide:
    'Use it after interrupted_write or when a bundle does not validate. Without repair it only tells.',
  input: (z) =>
    z.object({
      ...bundleRequest(z),
      repair: z.optional(z.boolean()),
      ignore: z.optional(z.boolean()),
    }),
  output,
  async run(request, context) {
    const root = await findRoot(request, context);
    if (isRefusal(root)) return root;
    const { folder } = await context.ports.bundles();
    const repaired = request.repair === true ? await repair(folder, root, context) : [];
    if (isRefusal(repaired)) return repaired;
    const ignored = request.ignore === true ? await ignoreRecord(root, context) : {};
    const done = [...repaired, ...(ignored.done === undefined ? [] : [ignored.done])];
    const diagnosis = await diagnose(folder, root, done);
    if (isRefusal(diagnosis) || diagnosis.record === undefined) return diagnosis;
    const { record, ...report } = diagnosis;
    const kept = await gitIgnoredWarnings(record, context, ignored.failed);
    return { ...report, warnings: [...report.warnings, ...kept] };
  },
  lines: ({ ok, root, repaired, findings, warnings: snapshotWarnings }) => [
    ...repaired,
    ...(ok ? [`${root} is whole`] : [`${root} needs care:`, ...findingLines(findings)]),
    ...warningLines(snapshotWarnings),
  ],
});

/** What is found; `record` is the folder where it holds a record that can be read. */
async function diagnose(folder: BundleFolder, root: string, repaired: readonly string[]) {
  const inspection = await folder.inspect(root);
  if (isRefusal(inspection)) {
    // A folder in which nothing was ever written has been removed.
    if (inspection.code === 'not_found' && repaired.length > 0) {
      return { ...nothing, ok: true, root, repaired };
    }
    return inspection;
  }
  const interrupted = interruptions(inspection);
  const validated = validateSnapshot(inspection.snapshot);
  if (isRefusal(validated)) {
    if (interrupted.length === 0) return validated;
    return { ...nothing, ok: false, root, repaired, findings: interrupted };
  }
  const { bundle } = validated;
  const findings = [...interrupted, ...validated.findings];
  const snapshotWarnings = warnings(bundle, inspection.snapshot);
  return {
    ok: findings.length === 0,
    record: root,
    root,
    repaired,
    findings,
    warnings: snapshotWarnings,
  };
}

const nothing = { findings: [], warnings: [], record: undefined };

async function repair(
  folder: BundleFolder,
  root: string,
  context: ActionContext,
): Promise<string[] | Refusal> {
  const done: string[] = [];
  const inspection = await folder.inspect(root);
  if (isRefusal(inspection)) return inspection;
  if (interruptions(inspection).length > 0) {
    const whole = await makeWhole(folder, root, done);
    if (isRefusal(whole)) return whole;
  }
  const healed = await healBundle(folder, root, { context, done });
  return healed ?? done;
}

async function makeWhole(
  folder: BundleFolder,
  root: string,
  done: string[],
): Promise<Refusal | undefined> {
  const repaired = await folder.repair(root, ({ snapshot, journal, leftovers }) => {
    if (leftovers.length > 0)
      done.push(`Removed what an interrupted write had staged: ${leftovers.join(', ')}`);
    if (journal === undefined) {
      if (isEmptyFolder(snapshot))
        done.push('Removed the folder, which was reserved and never written to');
      return new Map();
    }
    const chosen = chooseRecovery(snapshot, journal);
    if (isRefusal(chosen)) return chosen;
    const { method: way, writes, kept } = chosen;
    const keeping =
      kept.length === 0 ? '' : `; kept as another hand has left them: ${kept.join(', ')}`;
    done.push(`${wayWords[way]}${keeping}`);
    return writes;
  });
  return isRefusal(repaired) ? repaired : undefined;
}

const wayWords = {
  finish: 'Finished the interrupted write',
  'roll back': 'Rolled the interrupted write back',
  keep: 'Took the files as they are, which are valid, and dropped the interrupted write',
} as const;

async function healBundle(
  folder: BundleFolder,
  root: string,
  { context, done }: { context: ActionContext; done: string[] },
): Promise<Refusal | undefined> {
  const snapshot = await folder.read(root);
  // What is no bundle is for the diagnosis to tell.
  if (isRefusal(snapshot)) return undefined;
  const { git } = await context.ports.bundles();
  const circumstances = await circumstancesOf(root, await git.repository(root), context);
  const healed = repairBundle(snapshot, circumstances);
  if (isRefusal(healed)) return undefined;
  const { texts, renumbered } = healed;
  if (texts === snapshot.texts) return undefined;
  const trackerId = validatedTracker(snapshot);
  const written = await folder.write(snapshot, texts, { trackerId, at: circumstances.at });
  if (isRefusal(written)) return written;
  done.push(
    ...renumbered.map(({ from, to, key }) =>
      from === to
        ? `Gave ${to} the key ${key} of its own`
        : `Renumbered the later ${from} to ${to} (key ${key})`,
    ),
  );
  if (renumbered.length === 0) done.push('Brought index.md up to date with the other files');
  return undefined;
}

function validatedTracker(snapshot: BundleSnapshot): string {
  const validated = validateSnapshot(snapshot);
  return isRefusal(validated) ? '' : validated.bundle.index.trackerId;
}
