/** A document with one block of most kinds, each on lines of its own. */
export const planText = `# Release plan

We ship the importer in two steps.

## Steps

- Read the old rows
- Write the new rows
  - in batches of 500

\`\`\`sql
SELECT id, name
FROM account
ORDER BY id;
\`\`\`

> Nobody may notice the switch.

| Step | Owner |
| ---- | ----- |
| one  | Ada   |
| two  | Grace |

### Risks

The old rows have no time zone.
`;

/** Number of commentable blocks in \`planText\`. */
export const planBlocks = 11;

/** The block of SQL in \`planText\`, three lines long. */
export const codeBlock = 7;

/** The table of \`planText\`: a header and two rows. */
export const tableBlock = 9;

/** A document of one heading and one paragraph. */
export const noteText = '# Notes\n\nTo be read later.\n';
