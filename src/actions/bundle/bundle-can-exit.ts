import { exitBlockers, exitTargets } from '../../core/bundle/exit-blockers.ts';
import { exitTargetRequired, recommendedExit } from '../../core/bundle/transitions/exit.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { list, oneOf } from '../kit/described.ts';
import { readActive } from './shared/bundle-active.ts';
import { findingLines } from './shared/bundle-answer-text.ts';
import { answerShape, bundleRequest, findingShape } from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';

const output = (z: Zod) =>
  z.object({
    ...answerShape(z),
    target: oneOf(z, exitTargets, 'Where to'),
    blockers: list(z, findingShape(z), 'What stands in the way'),
    recommended: oneOf(z, exitTargets, 'The way out that fits'),
  });

/** Everything that stands in the way of leaving, at once; nothing is written. */
export const bundleCanExit = defineBundleAction({
  guide:
    'Answers the blockers, each with rule, ids and next step; writes nothing. Next: bundle_exit once there are none.',
  input: (z) => z.object({ ...bundleRequest(z), target: z.enum(exitTargets) }),
  output,
  async run(request, context) {
    const active = await readActive(request, context);
    if (isRefusal(active)) return active;
    const { bundle, findings, snapshot } = active;
    const target = exitTargets.find((value) => value === request.target);
    if (target === undefined)
      return exitTargetRequired(bundle, { target: request.target, findings });
    const blockers = exitBlockers(bundle, target, findings);
    const recommended = recommendedExit(bundle, findings);
    return { ok: blockers.length === 0, root: snapshot.root, target, blockers, recommended };
  },
  lines: ({ target, blockers, recommended }) =>
    blockers.length === 0
      ? [`Nothing stands in the way: discuss bundle exit ${target}`]
      : [
          `exit ${target} is blocked by ${blockers.length}:`,
          ...findingLines(blockers),
          ...(recommended === target ? [] : [`Recommended: exit ${recommended}`]),
        ],
});
