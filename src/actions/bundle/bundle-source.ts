import { classifications, recordSource } from '../../core/bundle/transitions/context.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { oneOf } from '../kit/described.ts';
import { bundleRequest, entryShape, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { choose } from './shared/choose.ts';
import { defineBundleAction, writeActive, writtenLines } from './shared/define-bundle-action.ts';

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    claim: z.string(),
    classification: z.enum(classifications),
    source: z.string(),
    observed_at: z.optional(z.string()),
    result: z.optional(z.string()),
    revalidate_when: z.optional(z.string()),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    ...entryShape(z),
    classification: oneOf(z, classifications, 'How sure it is'),
  });

/** Records a claim with where it comes from and how sure it is. */
export const bundleSource = defineBundleAction({
  guide: 'Records a claim with its source, so that it can be looked at again.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run(request, context) {
    const {
      claim,
      source,
      observed_at: observedAt,
      result,
      revalidate_when: revalidateWhen,
    } = request;
    const classification = choose('classification', classifications, request.classification);
    if (isRefusal(classification)) return classification;
    return writeActive(request, context, {
      transition: recordSource,
      input: omitUndefined({ claim, classification, source, observedAt, result, revalidateWhen }),
    });
  },
  lines: ({ id, classification, ...rest }) => [`${id} ${classification}`, ...writtenLines(rest)],
});
