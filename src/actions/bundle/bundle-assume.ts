import { assume } from '../../core/bundle/transitions/statement.ts';
import { defineStatement } from './shared/bundle-statement.ts';

/** Records an assumption, marked as such. */
export const bundleAssume = defineStatement(
  assume,
  'Records what you take for granted and the user has not said. Answers its id (A001).',
);
