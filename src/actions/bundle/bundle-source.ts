import {
  classifications,
  recordSource,
  type SourceInput,
} from '../../core/bundle/transitions/context.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, entryShape, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

interface SourceRequest extends BundleRequest {
  readonly claim: string;
  readonly classification: string;
  readonly source: string;
  readonly observed_at?: string | undefined;
  readonly result?: string | undefined;
  readonly revalidate_when?: string | undefined;
}

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
    classification: z.enum(classifications).check(z.describe('How sure it is')),
  });

/** Records a claim with where it comes from and how sure it is. */
export const bundleSource = defineBundleAction({
  guide: 'Records a claim with its source, so that it can be looked at again.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run(request: SourceRequest, context) {
    const { claim, source, observed_at, result, revalidate_when } = request;
    const classification = classifications.find((value) => value === request.classification);
    if (classification === undefined) {
      const message = `classification takes ${classifications.join(', ')}, got "${request.classification}"`;
      return refuse('invalid_input', message, { field: 'classification' });
    }
    const sourceInput: SourceInput = {
      claim,
      classification,
      source,
      ...(observed_at === undefined ? {} : { observedAt: observed_at }),
      ...(result === undefined ? {} : { result }),
      ...(revalidate_when === undefined ? {} : { revalidateWhen: revalidate_when }),
    };
    const changed = await changeActive(request, context, {
      transition: recordSource,
      input: sourceInput,
    });
    return isRefusal(changed) ? changed : { ...written(changed), ...changed.outcome };
  },
  lines: ({ id, classification, ...rest }) => [`${id} ${classification}`, ...writtenLines(rest)],
});
