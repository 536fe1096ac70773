import { exitTargetRequired } from '../../core/bundle/transitions/exit.ts';
import { isRefusal } from '../../core/refusal.ts';
import { readActive } from './shared/bundle-active.ts';
import { answerShape, bundleRequest } from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';

/** Leaves nothing: a discussion is left for planning or for execution, and this says so. */
export const bundleStop = defineBundleAction({
  input: (z) => z.object(bundleRequest(z)),
  output: (z) => z.object(answerShape(z)),
  async run(request, context) {
    const active = await readActive(request, context);
    if (isRefusal(active)) return active;
    return exitTargetRequired(active.bundle, { target: 'stop', findings: active.findings });
  },
  lines: () => [],
});
