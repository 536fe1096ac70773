import { type FinishInput, finishAction } from '../../core/bundle/transitions/finish-action.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

interface FinishRequest extends BundleRequest {
  readonly id?: string;
  readonly result: string;
  readonly changed?: readonly string[];
  readonly checks: string;
  readonly risk?: string;
  readonly note?: string;
}

const results = ['completed', 'failed', 'blocked'] as const;

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    /** The action; the open one without it. */
    id: z.optional(z.string()),
    result: z.enum(results),
    /** The files that were changed; none without it. */
    changed: z.optional(z.array(z.string())),
    /** How the result was checked. */
    checks: z.string(),
    risk: z.optional(z.string()),
    note: z.optional(z.string()),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    id: z.string(),
    status: z.enum(['Completed', 'Failed', 'Blocked']),
    changed: z.array(z.string()),
    /** Source code among it that the user has not authorised; told to the user at once. */
    unauthorized: z.array(z.string()),
  });

/** Records how the open action ended, what it changed and how that was checked. */
export const bundleActionFinish = defineBundleAction({
  input,
  output,
  semanticValidation: [noBlankText],
  async run(request: FinishRequest, context) {
    const { id, changed = [], checks, risk, note } = request;
    const result = results.find((one) => one === request.result);
    if (result === undefined) {
      const message = `result takes ${results.join(', ')}, got "${request.result}"`;
      return refuse('invalid_input', message, { field: 'result' });
    }
    const given: FinishInput = {
      result,
      changed: changed.filter((path) => !/^none$/i.test(path.trim())),
      checks,
      ...(id === undefined ? {} : { id }),
      ...(risk === undefined ? {} : { risk }),
      ...(note === undefined ? {} : { note }),
    };
    const finished = await changeActive(request, context, {
      transition: finishAction,
      input: given,
    });
    return isRefusal(finished) ? finished : { ...written(finished), ...finished.outcome };
  },
  lines: ({ id, status, changed, unauthorized, ...rest }) => [
    `${id} ${status}; changed: ${changed.join(', ') || 'nothing'}`,
    ...(unauthorized.length === 0
      ? []
      : [`Without the user's words: ${unauthorized.join(', ')}; tell the user`]),
    ...writtenLines(rest),
  ],
});
