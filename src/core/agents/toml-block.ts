/** A table of ours between two comments at the end of a file of TOML. */
export interface TomlBlock {
  /** Such as `mcp_servers.discuss`. */
  readonly table: string;
  readonly lines: readonly string[];
}

const begin = '# discuss agents: begin';
const glued = `${begin}, after a line without an end`;
const alone = `${begin}, in a file that was empty`;
const end = '# discuss agents: end';

const pattern =
  /(^|\r?\n)(# discuss agents: begin(?:, after a line without an end|, in a file that was empty)?)(\r?\n)[\s\S]*?# discuss agents: end(\r?\n|$)/;

/** Puts the block at the end of a text, or a new one in the place of the old. */
export function addBlock(text: string | undefined, { table, lines }: TomlBlock): string {
  const old = pattern.exec(text ?? '');
  if (old !== null) {
    const [, before = '', head = '', line = '\n', after = ''] = old;
    const own = [head, `[${table}]`, ...lines, end].join(line);
    return (text ?? '').replace(pattern, () => `${before}${own}${after}`);
  }
  const rest = text ?? '';
  const line = /\r\n|\n/.exec(rest)?.[0] ?? '\n';
  const isGlued = rest !== '' && !rest.endsWith('\n');
  const mark = isGlued ? glued : text === '' ? alone : begin;
  const own = [mark, `[${table}]`, ...lines, end].join(line);
  return `${rest}${isGlued ? line : ''}${own}${line}`;
}

/** Takes the block out, and nothing else. */
export function removeBlock(text: string): string {
  return text.replace(pattern, (block: string, ...found: readonly unknown[]) => {
    const [before = '', head, , , at] = found as [string?, string?, string?, string?, number?];
    const isLast = (at ?? 0) + block.length === text.length;
    // The line has an end since somebody has written more below.
    return head === glued && isLast ? '' : before;
  });
}

/** Whether a text has a table of that name that is not ours. */
export function hasForeignTable(text: string, table: string): boolean {
  const name = table
    .split('.')
    .map((part) => `["']?${part}["']?`)
    .join('\\s*\\.\\s*');
  return new RegExp(`^\\s*\\[\\s*${name}\\s*[\\].]`, 'm').test(removeBlock(text));
}

/** Whether a file held nothing before the block was put into it. */
export function wasEmptyBefore(text: string): boolean {
  return text.startsWith(alone);
}
