import { accept, decide } from '../../core/bundle/transitions/decide.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { bundleRequest, recordedShape } from './shared/bundle-shapes.ts';
import { recordedLines, statementFields, statementInput } from './shared/bundle-statement.ts';
import { defineBundleAction, writeActive } from './shared/define-bundle-action.ts';

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    ...statementFields(z),
    proposed: z.optional(z.boolean()),
    accept: z.optional(z.string()),
  });

/** Records a decision, or accepts a proposed one, with the user's consent. */
export const bundleDecide = defineBundleAction({
  guide:
    'Records what the user has agreed to; from or words prove the consent. Answers its id (D001).',
  input,
  output: recordedShape,
  async run(request, context) {
    const { accept: id, from, words, text } = request;
    if (id !== undefined && text !== undefined) return textAndAccept(id);
    if (id !== undefined) {
      const consent = omitUndefined({ id, from, words });
      return writeActive(request, context, { transition: accept, input: consent });
    }
    const status = request.proposed === true ? ({ status: 'proposed' } as const) : {};
    const decision = { ...statementInput(request), ...status };
    return writeActive(request, context, { transition: decide, input: decision });
  },
  lines: recordedLines,
  semanticValidation: [
    'A decision is accepted only with the user’s consent: an answered question (from) or the user’s words (words). Without it, it is proposed.',
    'While a material question is pending, whatever it blocks cannot be decided.',
  ],
});

function textAndAccept(id: string): Refusal {
  const message = `${id} is accepted as it stands, and other words are a decision of their own`;
  const next = `leave the text out, or record it with --supersedes ${id}`;
  return refuse('invalid_input', message, { field: 'text', next });
}
