import { type BigIntStats, existsSync, realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { isAbsolute } from 'node:path/posix';
import { compareTraces, traceOf } from '../../core/review/file-trace.ts';
import type {
  GitRenames,
  MissingFile,
  RenameSearch,
} from '../../core/review/ports/rename-search.ts';
import {
  isTellinglySame,
  likenessOfTexts,
  type RecognisedRename,
  type RenameClues,
  recogniseRename,
} from '../../core/review/recognise-rename.ts';
import { gitRenames } from '../git/git-renames.ts';
import type { GitRun } from '../git/run-git.ts';
import { readFileWithin } from './read-file.ts';
import { walkNeighbourhood } from './walk-neighbourhood.ts';

/** How much older than the last sight of the missing file another one may be, in milliseconds, and still be it. */
const slack = 1000;

/** Least likeness of a file whose number could have been given anew to the one that had it. */
const keptLikeness = 0.5;

/** The search for renamed files, with git as this environment has it. */
export function openRenameSearch(environment: GitRun['environment']): RenameSearch {
  const inGit: RenameSearch['inGit'] = (folder, since) => gitRenames(folder, since, environment);
  return { inGit, find: (missing) => findRenamed(missing, inGit) };
}

async function findRenamed(
  missing: MissingFile,
  inGit: RenameSearch['inGit'],
): Promise<RecognisedRename> {
  const start = nearestFolder(missing.path);
  const git = await inGit(start, new Date(missing.seenAt).toISOString());
  const clues: RenameClues[] = [];
  for await (const path of walkNeighbourhood(foldersAround(missing, start, git?.root))) {
    if (missing.taken.includes(path)) continue;
    const clue = await cluesOf(path, missing, git);
    if (clue !== undefined) clues.push(clue);
  }
  return recogniseRename(clues);
}

/** The folder of a path, or the first one above it that exists. */
function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return realpathSync.native(folder);
}

/** In a work tree all of it; else the folder, the one that the work goes on in if it is around, and the one above. */
function foldersAround(
  { directory }: MissingFile,
  start: string,
  root: string | undefined,
): readonly string[] {
  if (root !== undefined) return [start, root];
  const inside = relative(directory, start);
  const isAround = !inside.startsWith('..') && !isAbsolute(inside) && existsSync(directory);
  const above = dirname(start);
  const folders = [start, ...(isAround ? [directory] : []), above];
  return [...new Set(folders)].filter((folder) => folder === start || dirname(folder) !== folder);
}

async function cluesOf(
  path: string,
  missing: MissingFile,
  git: GitRenames | undefined,
): Promise<RenameClues | undefined> {
  const stats = await statsOf(path);
  if (stats === undefined) return undefined;
  const { trace, text, seenAt } = missing;
  const same = trace === undefined ? 'different' : compareTraces(trace, traceOf(stats));
  const gitSays =
    git?.renames.some(({ from, to }) => from === missing.path && to === path) === true;
  if (same === 'same') return { path, isSameFile: true, gitSays };
  const isNew = Number(stats.ctimeNs / 1_000_000n) >= seenAt - slack;
  const mayHoldText = isNew && stats.size === BigInt(Buffer.byteLength(text));
  if (same === 'different' && !mayHoldText) return gitSays ? { path, gitSays } : undefined;
  const now = textOf(path);
  return {
    path,
    gitSays,
    isSameFile: same === 'maybe' && likenessOfTexts(text, now) >= keptLikeness,
    isSameText: mayHoldText && isTellinglySame(text, now),
  };
}

async function statsOf(path: string): Promise<BigIntStats | undefined> {
  return lstat(path, { bigint: true }).catch(() => undefined);
}

function textOf(path: string): string {
  try {
    return readFileWithin(dirname(path), path).toString();
  } catch {
    return '';
  }
}
