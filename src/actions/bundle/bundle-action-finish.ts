import { type FinishInput, finishAction } from '../../core/bundle/transitions/finish-action.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { texts } from '../kit/described.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, entryShape, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

interface FinishRequest extends BundleRequest {
  readonly id?: string | undefined;
  readonly result: string;
  readonly changed?: readonly string[] | undefined;
  readonly checks: string;
  readonly risk?: string | undefined;
  readonly note?: string | undefined;
}

const results = ['completed', 'failed', 'blocked'] as const;

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    id: z.optional(z.string()),
    result: z.enum(results),
    changed: z.optional(z.array(z.string())),
    checks: z.string(),
    risk: z.optional(z.string()),
    note: z.optional(z.string()),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    id: entryShape(z).id,
    status: z.enum(['Completed', 'Failed', 'Blocked']).check(z.describe('How it ended')),
    changed: texts(z, 'What was changed'),
    unauthorized: texts(
      z,
      'Source code among it that the user has not authorised; tell them at once',
    ),
  });

/** Records how the open action ended, what it changed and how that was checked. */
export const bundleActionFinish = defineBundleAction({
  guide: 'Use it as soon as the action has ended, however it ended.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run(request: FinishRequest, context) {
    const { id, changed = [], checks, risk, note } = request;
    const result = results.find((name) => name === request.result);
    if (result === undefined) {
      const message = `result takes ${results.join(', ')}, got "${request.result}"`;
      return refuse('invalid_input', message, { field: 'result' });
    }
    const finishInput: FinishInput = {
      result,
      changed: changed.filter((path) => !/^none$/i.test(path.trim())),
      checks,
      ...(id === undefined ? {} : { id }),
      ...(risk === undefined ? {} : { risk }),
      ...(note === undefined ? {} : { note }),
    };
    const finished = await changeActive(request, context, {
      transition: finishAction,
      input: finishInput,
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
