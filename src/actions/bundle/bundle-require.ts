import { require } from '../../core/bundle/transitions/statement.ts';
import { isRefusal } from '../../core/refusal.ts';
import { type BundleRequest, changeActive } from './shared/bundle-active.ts';
import { bundleRequest, noBlankText, recordedShape } from './shared/bundle-shapes.ts';
import {
  madeStatementFields,
  recordedLines,
  type StatementRequest,
  statementInput,
} from './shared/bundle-statement.ts';
import { defineBundleAction, written } from './shared/define-bundle-action.ts';

/** Records a requirement. */
export const bundleRequire = defineBundleAction({
  guide: 'Records what the result has to fulfil. Answers its id (R001).',
  input: (z) => z.object({ ...bundleRequest(z), ...madeStatementFields(z) }),
  output: recordedShape,
  semanticValidation: [noBlankText],
  async run(request: BundleRequest & StatementRequest, context) {
    const input = statementInput(request);
    const changed = await changeActive(request, context, { transition: require, input });
    return isRefusal(changed) ? changed : { ...written(changed), ...changed.outcome };
  },
  lines: recordedLines,
});
