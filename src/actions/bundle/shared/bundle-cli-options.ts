import {
  addsOnly,
  type CliOption,
  type CliPositional,
  flagOption,
  type McpBinding,
  readsOnly,
  textOption,
} from '../../kit/bindings.ts';

/** The option that names the agent's context. */
export const context: CliOption = textOption(
  'Context token that the host has stated (DISCUSS_CONTEXT)',
  { value: 'CONTEXT' },
);

/** The option that prints JSON. */
export const json: CliOption = flagOption('Print one JSON object');

/** The options of every command on a bundle that is there. */
export const common = {
  root: textOption(
    "The bundle's folder or its index.md (DISCUSS_BUNDLE, else what the context is bound to)",
    { value: 'PATH' },
  ),
  context,
  json,
} as const satisfies Record<string, CliOption>;

/** An option that may be given several times. */
export const many = (field: string, value: string, summary: string): CliOption => ({
  type: 'string',
  field,
  value,
  multiple: true,
  summary,
});

/** The options of what is stated: decisions, assumptions, requirements. */
export const statement = {
  rationale: textOption('Why'),
  from: textOption('The answered question that it comes from', { value: 'Q001' }),
  words: textOption("The user's words, to the letter"),
  'rests-on': many('rests_on', 'ID', 'An entry that it was made upon; may be repeated'),
  supersedes: many('supersedes', 'ID', 'An entry that it replaces; may be repeated'),
  ...common,
} as const satisfies Record<string, CliOption>;

/** Words as an argument, or from standard input. */
export const text = (summary: string): CliPositional => ({
  name: 'TEXT',
  field: 'text',
  reads: 'text',
  summary: `${summary}; - reads standard input`,
});

/** A tool that reads. */
export const reads = (tool: string): McpBinding => ({
  tool,
  paths: ['root'],
  annotations: readsOnly,
});
/** A tool that writes. */
export const writes = (tool: string): McpBinding => ({
  tool,
  paths: ['root', 'plan_record'],
  annotations: addsOnly,
});
