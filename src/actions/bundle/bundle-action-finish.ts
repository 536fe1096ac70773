import { finishAction } from '../../core/bundle/transitions/finish-action.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Zod } from '../kit/action.ts';
import { oneOf, texts } from '../kit/described.ts';
import { bundleRequest, entryShape, noBlankText, writtenShape } from './shared/bundle-shapes.ts';
import { choose } from './shared/choose.ts';
import { defineBundleAction, writeActive, writtenLines } from './shared/define-bundle-action.ts';

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
    status: oneOf(z, ['Completed', 'Failed', 'Blocked'], 'How it ended'),
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
  async run(request, context) {
    const { id, changed = [], checks, risk, note } = request;
    const result = choose('result', results, request.result);
    if (isRefusal(result)) return result;
    const changedFiles = changed.filter((path) => !/^none$/i.test(path.trim()));
    return writeActive(request, context, {
      transition: finishAction,
      input: omitUndefined({ result, changed: changedFiles, checks, id, risk, note }),
    });
  },
  lines: ({ id, status, changed, unauthorized, ...rest }) => [
    `${id} ${status}; changed: ${changed.join(', ') || 'nothing'}`,
    ...(unauthorized.length === 0
      ? []
      : [`Without the user's words: ${unauthorized.join(', ')}; tell the user`]),
    ...writtenLines(rest),
  ],
});
