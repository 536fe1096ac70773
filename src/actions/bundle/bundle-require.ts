import { require } from '../../core/bundle/transitions/statement.ts';
import { defineStatement } from './shared/bundle-statement.ts';

/** Records a requirement. */
export const bundleRequire = defineStatement(
  require,
  'Records what the result has to fulfil. Answers its id (R001).',
);
