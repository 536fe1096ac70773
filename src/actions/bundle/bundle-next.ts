import { isRefusal } from '../../core/refusal.ts';
import { nextLines } from './shared/bundle-answer-text.ts';
import { answerShape, bundleRequest, nextShape } from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';
import { readNext } from './shared/read-next.ts';

/** The one question to ask now, or the next safe action. */
export const bundleNext = defineBundleAction({
  guide: 'Answers the one question to ask now, or the next safe action; writes nothing.',
  input: (z) => z.object(bundleRequest(z)),
  output: (z) => z.object({ ...answerShape(z), next: nextShape(z) }),
  async run(request, context) {
    const read = await readNext(request, context);
    return isRefusal(read) ? read : { ok: true, ...read };
  },
  lines: ({ next }) => nextLines(next),
});
