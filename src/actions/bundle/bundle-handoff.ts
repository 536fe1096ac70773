import { type HandoffInput, handoff } from '../../core/bundle/transitions/handoff.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { InputOf, Zod } from '../kit/action.ts';
import { count, text, texts } from '../kit/described.ts';
import { bundleRequest, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { choose } from './shared/choose.ts';
import { defineBundleAction, writeActive, writtenLines } from './shared/define-bundle-action.ts';

const parts = ['plan', 'verification', 'phase'] as const;

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    part: z.enum(parts),
    text: z.string(),
    title: z.optional(z.string()),
    depends_on: z.optional(texts(z, 'Of a phase: ids of the phases before it')),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    path: text(z, 'The file that was written'),
    id: z.optional(text(z, 'Id of the phase')),
    wave: z.optional(count(z, 'Phases of one wave may run side by side')),
  });

/** Writes a file of the handoff: the plan, how it is verified, or one of its phases. */
export const bundleHandoff = defineBundleAction({
  guide:
    'Writes what the next session works by: the plan, how it is verified, and its phases in waves.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run(request, context) {
    const part = readPart(request);
    return isRefusal(part)
      ? part
      : writeActive(request, context, { transition: handoff, input: part });
  },
  lines: ({ path, wave, ...rest }) => [
    `Wrote ${path}${wave === undefined ? '' : `, wave ${wave}`}`,
    ...writtenLines(rest),
  ],
});

function readPart({
  part: word,
  text,
  title = '',
  depends_on: dependsOn,
}: InputOf<typeof input>): HandoffInput | Refusal {
  const part = choose('part', parts, word);
  if (isRefusal(part)) return part;
  return part === 'phase' ? omitUndefined({ part, text, title, dependsOn }) : { part, text };
}
