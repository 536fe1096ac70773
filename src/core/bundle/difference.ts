import type { Texts } from './edit.ts';

/** How a file differs from what was read: the lines that changed, without those around them. */
export interface Difference {
  readonly path: string;
  /** Number of the first line that differs, from 1. */
  readonly line: number;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

/** Where two states of the files differ; long stretches are cut to their first 20 lines. */
export function differences(was: Texts, is: Texts): Difference[] {
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort();
  return paths.flatMap((path) => {
    const [before, after] = [was.get(path), is.get(path)];
    return before === after ? [] : [{ path, ...differingLines(before ?? '', after ?? '') }];
  });
}

function differingLines(before: string, after: string): Omit<Difference, 'path'> {
  const [was, is] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start += 1;
  let end = 0;
  const shorter = Math.min(was.length, is.length) - start;
  while (end < shorter && was[was.length - 1 - end] === is[is.length - 1 - end]) end += 1;
  return {
    line: start + 1,
    was: cut(was.slice(start, was.length - end)),
    is: cut(is.slice(start, is.length - end)),
  };
}

function cut(lines: readonly string[]): readonly string[] {
  return lines.length > 20 ? [...lines.slice(0, 20), `… ${lines.length - 20} more lines`] : lines;
}
