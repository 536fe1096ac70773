/** A table of ours between two comments at the end of a file of TOML. */
export interface TomlBlock {
  /** Such as `mcp_servers.discuss`. */
  readonly table: string;
  readonly lines: readonly string[];
}

const begin = '# discuss agents: begin';
const afterOpenLine = `${begin}, after a line without an end`;
const inEmptyFile = `${begin}, in a file that was empty`;
const end = '# discuss agents: end';

const pattern =
  /(^|\r?\n)(# discuss agents: begin(?:, after a line without an end|, in a file that was empty)?)(\r?\n)[\s\S]*?# discuss agents: end(\r?\n|$)/;

/** Adds the block at the end of a text, or replaces the one that is there. */
export function addBlock(text: string | undefined, { table, lines }: TomlBlock): string {
  const existing = pattern.exec(text ?? '');
  if (existing !== null) {
    const [, before = '', head = '', lineEnd = '\n', after = ''] = existing;
    const block = [head, `[${table}]`, ...lines, end].join(lineEnd);
    return (text ?? '').replace(pattern, () => `${before}${block}${after}`);
  }
  const rest = text ?? '';
  const lineEnd = /\r\n|\n/.exec(rest)?.[0] ?? '\n';
  const lacksLineEnd = rest !== '' && !rest.endsWith('\n');
  const opening = lacksLineEnd ? afterOpenLine : text === '' ? inEmptyFile : begin;
  const block = [opening, `[${table}]`, ...lines, end].join(lineEnd);
  return `${rest}${lacksLineEnd ? lineEnd : ''}${block}${lineEnd}`;
}

/** Removes the block, and nothing else. */
export function removeBlock(text: string): string {
  return text.replace(pattern, (block: string, ...groups: readonly unknown[]) => {
    const [before = '', head, , , offset] = groups as [string?, string?, string?, string?, number?];
    const isLast = (offset ?? 0) + block.length === text.length;
    // The line has an end since somebody has written more below.
    return head === afterOpenLine && isLast ? '' : before;
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
  return text.startsWith(inEmptyFile);
}
