import type { Block } from './block.ts';

/** Returns the source line, 1-based, of a block's content line. The delimiter row of a table is no content line. */
export function sourceLineOf(block: Block, contentLine: number): number {
  const skipped = block.kind === 'table' && contentLine > 1 ? 1 : 0;
  return block.contentLineStart + contentLine - 1 + skipped;
}

/** Returns the content line, 1-based, of a source line of a block, or the nearest one. */
export function contentLineOf(block: Block, sourceLine: number): number {
  const line = sourceLine - block.contentLineStart + 1;
  const contentLine = block.kind === 'table' && line > 1 ? line - 1 : line;
  return Math.max(1, Math.min(contentLine, block.contentLines));
}
