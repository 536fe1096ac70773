import { isRefusal } from '../../core/refusal.ts';
import { readActive } from './shared/bundle-active.ts';
import { findingLines, warningLines } from './shared/bundle-answer-text.ts';
import { answerShape, bundleRequest, findingsShape } from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';

/** Everything that makes a bundle invalid, at once; nothing is written. */
export const bundleValidate = defineBundleAction({
  guide: 'Answers every finding with rule, ids, file and next step; writes nothing.',
  input: (z) => z.object(bundleRequest(z)),
  output: (z) => z.object({ ...answerShape(z), ...findingsShape(z) }),
  async run(request, context) {
    const active = await readActive(request, context);
    if (isRefusal(active)) return active;
    const { findings, snapshot, warnings } = active;
    return { ok: findings.length === 0, root: snapshot.root, findings, warnings };
  },
  lines: ({ ok, root, findings, warnings }) => [
    ok ? `${root} is valid` : `${root} is not valid:`,
    ...findingLines(findings),
    ...warningLines(warnings),
  ],
});
