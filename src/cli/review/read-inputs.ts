import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { looksLikePatch } from '../../core/document/git-patch.ts';
import { pathArguments } from '../../core/document/path-arguments.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type HistorySource, historyName } from '../../core/review/history-name.ts';
import type { SeenFile } from '../../core/review/ports/file-watcher.ts';
import type { GitDiffRequest } from '../../core/review/ports/git-diff.ts';
import { openPorts } from '../../open-discuss.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import type { DiffWords } from './diff-words.ts';
import { decodeMarkdown, decodePatch, locateDocument, readDocument } from './read-document.ts';
import { readStdin } from './read-stdin.ts';
import type { ReviewWords } from './review-words.ts';

/** What is to be reviewed. */
export interface ReviewInputs {
  readonly mode: 'markdown' | 'diff' | 'mixed';
  /** What the review calls itself: the absolute path, `<stdin>`, `multi-<N>-files` or `git <args>`. */
  readonly sourceFile: string;
  /** The user's arguments after `diff`. */
  readonly gitArgs?: readonly string[];
  /** In command-line order; every changed file of a diff on its own. */
  readonly files: readonly InputFile[];
  /** The same for the same inputs, whatever they hold now; absent where they cannot be read again. */
  readonly inputsKey?: string;
  /** Folder of the transcript, below the history folder. */
  readonly historyName: string;
  /** How to ask git again. */
  readonly git?: GitDiffRequest;
}

/** A file that is to be reviewed. */
export interface InputFile {
  /** As given; in a diff, relative to the repository root. */
  readonly path: string;
  readonly kind: 'markdown' | 'diff';
  /** The Markdown, or the part of the patch that is about this file. */
  readonly text: string;
  /** The path that a file of a diff had before, by what git says. */
  readonly oldPath?: string | undefined;
  /** Where a Markdown file really is on disk. */
  readonly realPath?: string;
  /** Folder that its pictures are looked for in. */
  readonly folder?: string;
  /** What a Markdown file on disk was known by when it was read. */
  readonly seen?: SeenFile;
}

/** What the inputs are read from. */
export interface InputSources {
  readonly words: ReviewWords;
  readonly settings: Settings;
  readonly terminal: Terminal;
}

/** One word of the command line, or all after `diff`, with the files that it stands for. */
interface Source {
  /** What a review of it alone calls itself. */
  readonly label: string;
  readonly history: HistorySource;
  readonly files: readonly InputFile[];
  /** Identity for later runs; absent where it cannot be read again. */
  readonly identity?: unknown;
  readonly git?: GitDiffRequest;
}

/**
 * Reads the files, standard input and the diff that a command line names. Refusals with the code `usage` are the
 * user's words; all others are failures. Warnings go to standard error.
 */
export async function readInputs(from: InputSources): Promise<ReviewInputs | Refusal> {
  const { words, terminal } = from;
  const isBare = words.files.length === 0 && words.diff === undefined;
  if (isBare && terminal.inputIsTerminal) {
    return refuse('usage', 'nothing to review', { next: 'name a file: discuss plan.md' });
  }
  const names = isBare ? ['-'] : words.files;
  const twice = findTwice(names, terminal.directory);
  if (twice !== undefined) return twice;
  const sources: Source[] = [];
  for (const name of names) {
    const source = await (name === '-' ? fromStdin(terminal, !isBare) : fromFile(name, terminal));
    if (isRefusal(source)) return source;
    sources.push(source);
  }
  if (words.diff !== undefined) {
    const source = await fromGit(words.diff, from);
    if (isRefusal(source)) return source;
    sources.push(source);
  }
  return assemble(sources, words.diff);
}

function findTwice(names: readonly string[], directory: string): Refusal | undefined {
  const seen = new Map<string, string>();
  for (const name of names.filter((word) => word !== '-')) {
    const found = locateDocument(name, directory);
    if (isRefusal(found)) return found;
    const path = found.realPath ?? resolve(directory, name);
    const first = seen.get(path);
    if (first !== undefined) {
      const message =
        first === name ? `${name} is given twice` : `${first} and ${name} are one file`;
      return refuse('usage', message, { next: 'name each file once' });
    }
    seen.set(path, name);
  }
  return undefined;
}

async function fromStdin(terminal: Terminal, wasNamed: boolean): Promise<Source | Refusal> {
  const text = await readStdin(terminal, wasNamed);
  if (isRefusal(text)) return text;
  if (text.includes('\uFFFD')) warnOfBytes(terminal, 'standard input');
  const changes = looksLikePatch(text) ? await splitPatch(text) : [];
  const files =
    changes.length > 0 ? changes : [{ path: '<stdin>', kind: 'markdown' as const, text }];
  return { label: '<stdin>', history: { kind: 'stdin' }, files };
}

async function fromFile(given: string, terminal: Terminal): Promise<Source | Refusal> {
  const read = await readDocument(given, terminal.directory);
  if (isRefusal(read)) return read;
  const { bytes, realPath, seen } = read;
  const source = {
    label: resolve(terminal.directory, given),
    history: { kind: 'file', name: basename(given) } as const,
    ...(realPath === undefined ? {} : { identity: realPath }),
  };
  if (/\.(?:diff|patch)$/i.test(given)) {
    const text = decodePatch(bytes);
    if (text.includes('\uFFFD')) warnOfBytes(terminal, given);
    const files = await splitPatch(text);
    if (files.length > 0) return { ...source, files };
    return refuse('not_a_patch', `${given} holds no change in the form of a patch`, {
      next: 'make it with git diff or diff -u',
    });
  }
  const text = decodeMarkdown(given, bytes);
  if (isRefusal(text)) return text;
  const place =
    realPath === undefined
      ? {}
      : { realPath, folder: dirname(realPath), ...(seen === undefined ? {} : { seen }) };
  return { ...source, files: [{ path: given, kind: 'markdown', text, ...place }] };
}

function warnOfBytes(terminal: Terminal, name: string): void {
  terminal.tell(`discuss: ${name} is not all UTF-8; other bytes are shown as \uFFFD`);
}

async function splitPatch(text: string): Promise<readonly InputFile[]> {
  const { parseDiff } = await import('../../core/document/diff-file.ts');
  return parseDiff(text).map(({ path, oldPath, change, patch }) => ({
    path,
    kind: 'diff',
    text: patch,
    ...(change === 'renamed' ? { oldPath } : {}),
  }));
}

async function fromGit(
  { args, given, untracked }: DiffWords,
  { settings, terminal }: InputSources,
): Promise<Source | Refusal> {
  const { environment, directory, signal } = terminal;
  const gitDiff = await openPorts({ environment, directory }).gitDiff();
  const git = { directory, args, untracked, maxBytes: settings.maxDiffBytes };
  const answer = await gitDiff.read({ ...git, signal });
  if (isRefusal(answer)) return answer;
  for (const warning of answer.warnings) terminal.tell(`discuss: ${warning}`);
  const paths = pathArguments(args, (path) => existsSync(resolve(directory, path)));
  const prefix = paths.length === 0 ? '' : answer.prefix;
  return {
    label: `git ${given.join(' ')}`,
    history: { kind: 'diff' },
    files: await splitPatch(answer.patch),
    identity: { root: answer.root, prefix, args: given },
    git,
  };
}

function assemble(sources: readonly Source[], diff: DiffWords | undefined): ReviewInputs {
  const files = sources.flatMap((source) => source.files);
  const identities = sources.map(({ identity }) => identity);
  const git = sources.find((source) => source.git !== undefined)?.git;
  const kinds = new Set(files.map(({ kind }) => kind));
  return {
    mode: kinds.size > 1 ? 'mixed' : kinds.has('diff') ? 'diff' : 'markdown',
    ...nameReview(sources, files),
    ...(diff === undefined ? {} : { gitArgs: diff.given }),
    ...(git === undefined ? {} : { git }),
    files,
    ...(identities.includes(undefined) ? {} : { inputsKey: JSON.stringify(identities) }),
  };
}

function nameReview(
  sources: readonly Source[],
  files: readonly InputFile[],
): Pick<ReviewInputs, 'sourceFile' | 'historyName'> {
  const [only] = sources;
  if (only !== undefined && sources.length === 1) {
    return { sourceFile: only.label, historyName: historyName(only.history) };
  }
  const name = historyName({ kind: 'several', files: files.length });
  return { sourceFile: name, historyName: name };
}
