import { type HandoffInput, handoff } from '../../core/bundle/transitions/handoff.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { count, text, texts } from '../kit/described.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

interface HandoffRequest extends BundleRequest {
  readonly part: string;
  readonly text: string;
  readonly title?: string | undefined;
  readonly depends_on?: readonly string[] | undefined;
}

const parts = ['plan', 'verification', 'phase'] as const;

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
  input: (z) =>
    z.object({
      ...bundleRequest(z),
      part: z.enum(parts),
      text: z.string(),
      title: z.optional(z.string()),
      depends_on: z.optional(texts(z, 'Of a phase: ids of the phases before it')),
    }),
  output,
  semanticValidation: [noBlankText],
  async run(request: HandoffRequest, context) {
    const handoffInput = readPart(request);
    if (isRefusal(handoffInput)) return handoffInput;
    const changed = await changeActive(request, context, {
      transition: handoff,
      input: handoffInput,
    });
    return isRefusal(changed) ? changed : { ...written(changed), ...changed.outcome };
  },
  lines: ({ path, wave, ...rest }) => [
    `Wrote ${path}${wave === undefined ? '' : `, wave ${wave}`}`,
    ...writtenLines(rest),
  ],
});

function readPart({ part, text, title = '', depends_on }: HandoffRequest): HandoffInput | Refusal {
  const knownPart = parts.find((name) => name === part);
  if (knownPart === undefined) {
    return refuse('invalid_input', `part takes ${parts.join(', ')}, got "${part}"`, {
      field: 'part',
    });
  }
  if (knownPart !== 'phase') return { part: knownPart, text };
  return {
    part: knownPart,
    text,
    title,
    ...(depends_on === undefined ? {} : { dependsOn: depends_on }),
  };
}
