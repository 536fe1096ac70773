import { driftLine } from '../../core/bundle/drift.ts';
import { partFields, readStatus } from '../../core/bundle/status.ts';
import { resume } from '../../core/bundle/transitions/resume.ts';
import type { Finding } from '../../core/finding.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { flag, text, texts } from '../kit/described.ts';
import { bindContext, changeBundle, findRoot, readAt } from './shared/bundle-active.ts';
import { bundleDrift } from './shared/bundle-drift.ts';
import {
  bundleRequest,
  driftShape,
  partShape,
  questionShape,
  writtenShape,
} from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    tracker_id: text(z, 'Its tracker ID'),
    was_paused: flag(z, 'It was paused until now'),
    snapshot: partShape(z, 'Where the discussion stands'),
    checkpoint: partShape(z, 'Where the work stands'),
    drift: driftShape(z),
    read: texts(z, 'Files to read before anything else'),
    question: z.nullable(questionShape(z)).check(z.describe('The pending question')),
    bound: z.nullable(z.string()).check(z.describe('The context that works on it from now on')),
  });

/** Continues a bundle by its explicit path: validates it, tells where it stands, and begins a session. */
export const bundleResume = defineBundleAction({
  guide:
    'Use it in a new session, or after your memory was shortened, with the path that the user or the checkpoint names. Answers snapshot, checkpoint, drift of the work tree and the files to read before anything else.',
  input: (z) => z.object({ root: z.string(), context: bundleRequest(z).context }),
  output,
  async run(request, context) {
    const root = await findRoot(request, context);
    if (isRefusal(root)) return root;
    const active = await readAt(root, context);
    if (isRefusal(active)) return active;
    const repository = await active.bundles.git.repository(root);
    const drift = await bundleDrift(active, repository);
    const moved = active.warnings.filter(({ rule }) => rule === 'root_differs');
    const input = { drift, ...(moved.length > 0 ? { workspace: context.directory } : {}) };
    const changed = await changeBundle(active, { transition: resume, input, repository }, context);
    if (isRefusal(changed)) return changed;
    const { bundle, findings, outcome } = changed;
    const { trackerId, manifest } = bundle.index;
    const binding = await bindContext(request, { root, trackerId }, context);
    const after = written(changed);
    return {
      ...after,
      warnings: [...moved.map(settled), ...after.warnings, ...binding.warnings],
      tracker_id: trackerId,
      was_paused: outcome.was_paused,
      snapshot: partFields(bundle, 'snapshot'),
      checkpoint: partFields(bundle, 'checkpoint'),
      drift,
      read: manifest.map((path) => `${root}/${path}`),
      question: readStatus(bundle, findings).question,
      bound: binding.bound,
    };
  },
  lines: ({ root, tracker_id, mode_status, snapshot, checkpoint, drift, ...rest }) => [
    `Resumed ${root} (${mode_status})`,
    `Tracker ID ${tracker_id}`,
    'Snapshot:',
    ...Object.entries(snapshot).map(([key, value]) => `  ${key}: ${value}`),
    'Checkpoint:',
    ...Object.entries(checkpoint).map(([key, value]) => `  ${key}: ${value}`),
    `Drift since the last write: ${driftLine(drift)}`,
    ...writtenLines(rest),
  ],
});

/** What this command has put right is told, with nothing left to do. */
function settled(finding: Finding): Finding {
  return { ...finding, next: 'nothing: the place and the workspace have been written anew' };
}
