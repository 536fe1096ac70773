import { accept, type DecideInput, decide } from '../../core/bundle/transitions/decide.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, recordedShape } from './shared/bundle-shapes.ts';
import {
  recordedLines,
  type StatementRequest,
  statementFields,
  statementInput,
} from './shared/bundle-statement.ts';
import { defineBundleAction, written } from './shared/define-bundle-action.ts';

interface DecideRequest extends BundleRequest, StatementRequest {
  /** Record it as a proposal, whatever the user said. */
  readonly proposed?: boolean | undefined;
  /** Id of a proposed decision that the user accepts; the text is left out then. */
  readonly accept?: string | undefined;
}

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
  async run(request: DecideRequest, context) {
    const { accept: id, from, words, text } = request;
    if (id !== undefined && text !== undefined) return textAndAccept(id);
    const consent = {
      ...(from === undefined ? {} : { from }),
      ...(words === undefined ? {} : { words }),
    };
    const decision: DecideInput = {
      ...statementInput(request),
      ...(request.proposed === true ? { status: 'proposed' } : {}),
    };
    const changed =
      id === undefined
        ? await changeActive(request, context, { transition: decide, input: decision })
        : await changeActive(request, context, { transition: accept, input: { id, ...consent } });
    return isRefusal(changed) ? changed : { ...written(changed), ...changed.outcome };
  },
  lines: recordedLines,
  semanticValidation: [
    'A decision is accepted only with the user’s consent: an answered question (from) or the user’s words (words). Without it, it is proposed.',
    'While a material question is pending, whatever it blocks cannot be decided.',
  ],
});

function textAndAccept(id: string): Refusal {
  return refuse(
    'invalid_input',
    `${id} is accepted as it stands, and other words are a decision of their own`,
    {
      field: 'text',
      next: `leave the text out, or record it with --supersedes ${id}`,
    },
  );
}
