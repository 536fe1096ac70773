import { isRefusal } from '../../core/refusal.ts';
import { defineAction } from '../kit/action.ts';
import { findings } from './inline-query.ts';
import { readDocuments } from './shared/inline-documents.ts';
import { queryText } from './shared/inline-query-text.ts';
import { inlineFindings } from './shared/inline-schemas.ts';

/** Looks for lines that are read otherwise than their writer may think. */
export const inlineLint = defineAction({
  input: (z) =>
    z.object({
      file: z.optional(z.union([z.string(), z.array(z.string())])),
      path: z.optional(z.array(z.string())),
    }),
  output: inlineFindings,
  async run(input, context) {
    const read = await readDocuments(input, context);
    return isRefusal(read) ? read : { findings: findings(read) };
  },
  printed: (output) => output.findings,
  text: queryText,
  exitCode: (output) => (output.findings.some(({ severity }) => severity === 'error') ? 4 : 0),
});
