import type { Block } from './block.ts';

/** The source line, 1-based, of a block's content line. The dashes below a table's header are no content line. */
export function sourceLineOf(block: Block, contentLine: number): number {
  const skipped = block.kind === 'table' && contentLine > 1 ? 1 : 0;
  return block.contentLineStart + contentLine - 1 + skipped;
}

/** The content line, 1-based, that a source line of a block shows, or the nearest one. */
export function contentLineOf(block: Block, sourceLine: number): number {
  const line = sourceLine - block.contentLineStart + 1;
  const shown = block.kind === 'table' && line > 1 ? line - 1 : line;
  return Math.max(1, Math.min(shown, block.contentLines));
}
