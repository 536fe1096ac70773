import {
  type EvidenceInput,
  type EvidenceKind,
  evidenceSections,
  recordEvidence,
} from '../../core/bundle/transitions/evidence.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, entryShape, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

interface EvidenceRequest extends BundleRequest {
  readonly text: string;
  readonly kind?: string | undefined;
  readonly about?: readonly string[] | undefined;
}

const kinds = ['log', 'handoff', 'amendment', 'commit'] as const satisfies readonly EvidenceKind[];

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    text: z.string(),
    kind: z.optional(z.enum(kinds)),
    about: z.optional(z.array(z.string())),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    ...entryShape(z),
    kind: z.enum(kinds).check(z.describe('Where it belongs')),
  });

/** Records evidence of work done, in the log or under the heading of its kind. */
export const bundleEvidence = defineBundleAction({
  guide: 'Records what was observed. Answers its id.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run({ text, kind, about, ...request }: EvidenceRequest, context) {
    const knownKind = kinds.find((name) => name === kind);
    if (kind !== undefined && knownKind === undefined) {
      const message = `kind takes ${Object.keys(evidenceSections).join(', ')}, got "${kind}"`;
      return refuse('invalid_input', message, { field: 'kind' });
    }
    const evidence: EvidenceInput = {
      text,
      ...(knownKind === undefined ? {} : { kind: knownKind }),
      ...(about === undefined ? {} : { about }),
    };
    const changed = await changeActive(request, context, {
      transition: recordEvidence,
      input: evidence,
    });
    return isRefusal(changed) ? changed : { ...written(changed), ...changed.outcome };
  },
  lines: ({ id, kind, ...rest }) => [`${id} ${kind}`, ...writtenLines(rest)],
});
