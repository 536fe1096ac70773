import { startAction } from '../../core/bundle/transitions/start-action.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { Zod } from '../kit/action.ts';
import { text, texts } from '../kit/described.ts';
import { bundleRequest, entryShape, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, writeActive, writtenLines } from './shared/define-bundle-action.ts';

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    scope: z.string(),
    from: z.optional(z.string()),
    words: z.optional(z.string()),
    unneeded: z.optional(z.string()),
    touches: z.optional(z.array(z.string())),
    effects: z.optional(z.string()),
    changes_code: z.optional(z.boolean()),
    rests_on: z.optional(z.array(z.string())),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    ...entryShape(z),
    status: z.literal('Authorized').check(z.describe('Where it stands')),
    scope: text(z, 'What may be done'),
    touches: texts(z, 'What it may change'),
  });

/** Authorises one bounded action in the record, before anything is changed. */
export const bundleActionStart = defineBundleAction({
  guide: 'Use it before you change anything: from or words name the user’s authorisation.',
  input,
  output,
  async run(request, context) {
    const { scope, from, words, unneeded, touches, effects } = request;
    const { changes_code: changesCode, rests_on: dependsOn } = request;
    const input = { scope, from, words, unneeded, touches, effects, changesCode, dependsOn };
    return writeActive(request, context, { transition: startAction, input: omitUndefined(input) });
  },
  lines: ({ id, scope, touches, ...rest }) => [
    `${id} authorised: ${scope}`,
    `It may touch: ${touches.join(', ') || 'nothing'}`,
    ...writtenLines(rest),
  ],
  semanticValidation: [
    'A change of source code needs the user’s explicit words, or an answer of this session that has authorised nothing else.',
    'One action is open at a time, and none is begun while a material question is pending.',
  ],
});
