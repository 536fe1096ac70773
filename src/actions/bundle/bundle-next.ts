import { nextStep } from '../../core/bundle/status.ts';
import { isRefusal } from '../../core/refusal.ts';
import { type BundleRequest, readActive } from './shared/bundle-active.ts';
import { nextLines } from './shared/bundle-answer-text.ts';
import { answerShape, bundleRequest, nextShape } from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';

/** The one question to ask now, or the next safe action. */
export const bundleNext = defineBundleAction({
  guide: 'Answers the one question to ask now, or the next safe action; writes nothing.',
  input: (z) => z.object(bundleRequest(z)),
  output: (z) => z.object({ ...answerShape(z), next: nextShape(z) }),
  async run(request: BundleRequest, context) {
    const active = await readActive(request, context);
    if (isRefusal(active)) return active;
    const next = nextStep(active.bundle, active.findings, active.warnings);
    return { ok: true, root: active.snapshot.root, next };
  },
  lines: ({ next }) => nextLines(next),
});
