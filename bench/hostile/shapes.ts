/** A kind of text that a program may be sent to exhaust it, in any size. */
export interface Shape {
  readonly name: string;
  /** How many of them the contract names. */
  readonly count: number;
  readonly make: (count: number) => string;
}

/** Shapes of Markdown documents. */
export const documents: readonly Shape[] = [
  {
    name: 'inline threads',
    count: 20_000,
    make: (count) =>
      numbered(count, (n) => `Paragraph ${n}.\n\n> **Sage:** Why ${n}?\n>> **Bob:** So.\n\n`),
  },
  {
    name: 'threads under one anchor',
    count: 20_000,
    make: (count) =>
      `# One\n\n${numbered(count, (n) => `> **Sage:** Why ${n}?\n>> **Bob:** So.\n\n`)}`,
  },
  {
    name: 'equal inline threads',
    count: 5_000,
    make: (count) => `P.\n\n> **Sage:** Why?\n>> **Bob:** So.\n\n`.repeat(count),
  },
  { name: 'CR line ends', count: 100_000, make: (count) => 'a line of text\r'.repeat(count) },
  { name: 'unclosed tags', count: 50_000, make: (count) => '<b>'.repeat(count) },
  {
    name: 'unclosed tags, a paragraph each',
    count: 50_000,
    make: (count) => '<div>\n\nx\n\n'.repeat(count / 5),
  },
  { name: 'unclosed comments', count: 50_000, make: (count) => 'a <!-- b\n\n'.repeat(count / 5) },
  {
    name: 'closing tags without a beginning',
    count: 50_000,
    make: (count) => '</b></i>'.repeat(count / 2),
  },
  { name: 'nested quotes', count: 10_000, make: (count) => `${'>'.repeat(count)} x\n` },
  {
    name: 'nested lists',
    count: 10_000,
    make: (count) => numbered(Math.round(Math.sqrt(count * 20)), (n) => `${'  '.repeat(n)}- x\n`),
  },
  {
    name: 'nested brackets',
    count: 10_000,
    make: (count) => `${'['.repeat(count)}x${']'.repeat(count)}`,
  },
  { name: 'nested emphasis', count: 10_000, make: (count) => `${'*a **b '.repeat(count)}` },
  {
    name: 'nested tags',
    count: 10_000,
    make: (count) => `${'<div>'.repeat(count)}x${'</div>'.repeat(count)}`,
  },
  { name: 'images in images', count: 10_000, make: (count) => `${'!['.repeat(count)}x` },
  {
    name: 'cells of a table',
    count: 100_000,
    make: (count) => `|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(count / 4)}`,
  },
  {
    name: 'columns of a table',
    count: 20_000,
    make: (count) =>
      `${'|a'.repeat(count / 2)}|\n${'|-'.repeat(count / 2)}|\n${'|b'.repeat(count / 2)}|\n`,
  },
  {
    name: 'cells of an HTML table',
    count: 100_000,
    make: (count) => `<table>${'<tr><td>1</td><td>2</td></tr>'.repeat(count / 2)}</table>\n`,
  },
  { name: 'one line', count: 1_000_000, make: (count) => 'word '.repeat(count / 5) },
  { name: 'one word', count: 1_000_000, make: (count) => 'a'.repeat(count) },
  { name: 'one line of marks', count: 200_000, make: (count) => '*_`[!<$&'.repeat(count / 8) },
  {
    name: 'back quotes',
    count: 100_000,
    make: (count) => numbered(Math.round(Math.sqrt(count)), (n) => `${'`'.repeat(n + 1)} `),
  },
  { name: 'dollars', count: 100_000, make: (count) => '$a '.repeat(count / 3) },
  { name: 'formulas', count: 20_000, make: (count) => '$$\na\n\n'.repeat(count) },
  { name: 'entities', count: 100_000, make: (count) => '&amp;&#0;&x'.repeat(count / 10) },
  {
    name: 'links',
    count: 50_000,
    make: (count) => numbered(count / 5, (n) => `[a${n}]: /u${n}\n`),
  },
  {
    name: 'footnotes',
    count: 20_000,
    make: (count) => numbered(count / 4, (n) => `x[^${n}]\n\n[^${n}]: y\n\n`),
  },
  { name: 'equal headings', count: 20_000, make: (count) => '# Same\n\n'.repeat(count) },
  {
    name: 'headings',
    count: 50_000,
    make: (count) => numbered(count / 5, (n) => `## Heading ${n}\n\n`),
  },
  { name: 'list items', count: 100_000, make: (count) => '- a\n'.repeat(count / 2) },
  {
    name: 'items of one ordered list with breaks',
    count: 20_000,
    make: (count) => '1. a\n\n'.repeat(count),
  },
  {
    name: 'lines of code',
    count: 100_000,
    make: (count) => `\`\`\`js\n${'const a = 1;\n'.repeat(count / 5)}\`\`\`\n`,
  },
  { name: 'unclosed fences', count: 50_000, make: (count) => '> ```\n\n'.repeat(count / 5) },
  { name: 'autolinks', count: 50_000, make: (count) => 'http://a.b/c '.repeat(count / 5) },
  { name: 'addresses of mail', count: 100_000, make: (count) => 'a@'.repeat(count / 2) },
  { name: 'tildes', count: 100_000, make: (count) => '~~a ~b '.repeat(count / 7) },
  { name: 'spaces', count: 200_000, make: (count) => `a${' '.repeat(count)}b` },
  { name: 'blank lines', count: 200_000, make: (count) => `a${'\n'.repeat(count)}b` },
  { name: 'combining marks', count: 200_000, make: (count) => `a${'\u0301'.repeat(count)}` },
  {
    name: 'front matter',
    count: 50_000,
    make: (count) => `---\n${numbered(count / 5, (n) => `k${n}: v\n`)}`,
  },
];

/** Shapes of patches. */
export const patches: readonly Shape[] = [
  {
    name: 'hunks',
    count: 20_000,
    make: (count) =>
      `${patchHead}${numbered(count / 4, (n) => `@@ -${n * 9 + 1},1 +${n * 9 + 1},1 @@\n-a\n+b\n`)}`,
  },
  {
    name: 'lines of a hunk',
    count: 100_000,
    make: (count) =>
      `${patchHead}@@ -1,${count / 2} +1,${count / 2} @@\n${'-a b\n'.repeat(count / 2)}${'+a c\n'.repeat(count / 2)}`,
  },
  {
    name: 'one line of a patch',
    count: 1_000_000,
    make: (count) =>
      `${patchHead}@@ -1,1 +1,1 @@\n-${'a '.repeat(count / 4)}\n+${'b '.repeat(count / 4)}\n`,
  },
  {
    name: 'files of a patch',
    count: 10_000,
    make: (count) =>
      numbered(
        count / 4,
        (n) => `${patchHead.replaceAll('x.ts', `f${n}.ts`)}@@ -1,1 +1,1 @@\n-a\n+b\n`,
      ),
  },
  {
    name: 'CR in a patch',
    count: 100_000,
    make: (count) => `${patchHead}@@ -1,1 +1,1 @@\n-${'a\r'.repeat(count / 2)}\n+b\n`,
  },
];

const patchHead = 'diff --git a/x.ts b/x.ts\nindex 1..2 100644\n--- a/x.ts\n+++ b/x.ts\n';

function numbered(count: number, part: (index: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, index) => part(index)).join('');
}
