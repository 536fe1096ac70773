import { type EvidenceKind, recordEvidence } from '../../core/bundle/transitions/evidence.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { oneOf } from '../kit/described.ts';
import { bundleRequest, entryShape, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { choose } from './shared/choose.ts';
import { defineBundleAction, writeActive, writtenLines } from './shared/define-bundle-action.ts';

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
    kind: oneOf(z, kinds, 'Where it belongs'),
  });

/** Records evidence of work done, in the log or under the heading of its kind. */
export const bundleEvidence = defineBundleAction({
  guide: 'Records what was observed. Answers its id.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run({ text, kind: word, about, ...request }, context) {
    const kind = word === undefined ? undefined : choose('kind', kinds, word);
    if (isRefusal(kind)) return kind;
    const input = omitUndefined({ text, kind, about });
    return writeActive(request, context, { transition: recordEvidence, input });
  },
  lines: ({ id, kind, ...rest }) => [`${id} ${kind}`, ...writtenLines(rest)],
});
