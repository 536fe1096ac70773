import { basename, dirname, resolve } from 'node:path';
import type { PatchEntry } from '../core/document/diff-file.ts';
import { pathArguments } from '../core/document/path-arguments.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { type HistorySource, historyName } from '../core/review/history-name.ts';
import type { GitDiffRequest } from '../core/review/ports/git-diff.ts';
import type { ReviewedDiff } from '../core/review/ports/review-launcher.ts';
import type { InputFile, ReviewInputs } from './review-inputs.ts';

/** What is to be reviewed, and where it is read. */
export interface InputRequest {
  /** Paths as given, in order; `-` is standard input. */
  readonly files: readonly string[];
  readonly diff?: DiffRequest;
  /** How files and standard input are read, whatever their names and contents say. */
  readonly kind?: GivenKind;
  /** Cap on what `git diff` prints, in bytes; 0 = no cap. */
  readonly maxDiffBytes: number;
  readonly readStdin: () => Promise<string | Refusal>;
  readonly ports: Pick<Ports, 'inputFiles' | 'gitDiff'>;
  /** The folder that relative paths are meant from, absolute. */
  readonly directory: string;
  readonly notify: (message: string) => void;
  readonly signal: AbortSignal;
}

/** What a person says that a text is. */
export type GivenKind = 'markdown' | 'patch';

/** What git is asked for. */
export interface DiffRequest {
  /** The arguments that `git diff` is run with. */
  readonly args: readonly string[];
  /** The arguments as the user gave them, which is how the review names itself. */
  readonly given: readonly string[];
  /** Whether files that git does not know yet are added. */
  readonly untracked: boolean;
}

/** One path, or the diff, with the files that it stands for. */
interface Source {
  /** What a review of it alone calls itself. */
  readonly label: string;
  readonly history: HistorySource;
  readonly files: readonly InputFile[];
  /** Identity for later runs; absent where it cannot be read again. */
  readonly identity?: unknown;
  readonly git?: GitDiffRequest;
}

/** Returns what git is asked for: what is staged, when nothing else is named. */
export function diffRequest({ args, unstaged, untracked }: ReviewedDiff): DiffRequest {
  const own = [
    ...(unstaged === true ? ['--unstaged'] : []),
    ...(untracked === true ? ['--untracked'] : []),
  ];
  const shown = args.length === 0 && unstaged !== true ? ['--cached'] : args;
  return { args: shown, given: [...own, ...shown], untracked: untracked === true };
}

/**
 * Reads files, standard input and the diff. Refusals with the code `usage` are the user's words; all others are
 * failures.
 */
export async function readInputs(request: InputRequest): Promise<ReviewInputs | Refusal> {
  const { files, diff } = request;
  const duplicate = await findDuplicate(request);
  if (duplicate !== undefined) return duplicate;
  const sources: Source[] = [];
  for (const path of files) {
    const source = await (path === '-' ? fromStdin(request) : fromFile(path, request));
    if (isRefusal(source)) return source;
    sources.push(source);
  }
  if (diff !== undefined) {
    const source = await fromGit(diff, request);
    if (isRefusal(source)) return source;
    sources.push(source);
  }
  return assemble(sources, diff);
}

async function findDuplicate({
  files,
  directory,
  ports,
}: InputRequest): Promise<Refusal | undefined> {
  const inputFiles = await ports.inputFiles();
  const firstByPath = new Map<string, string>();
  for (const path of files.filter((name) => name !== '-')) {
    const located = await inputFiles.locate({ path, directory });
    if (isRefusal(located)) return located;
    const realPath = located ?? resolve(directory, path);
    const first = firstByPath.get(realPath);
    if (first !== undefined) {
      const message =
        first === path ? `${path} is given twice` : `${first} and ${path} are one file`;
      return refuse('usage', message, { next: 'name each file once' });
    }
    firstByPath.set(realPath, path);
  }
  return undefined;
}

async function fromStdin(request: InputRequest): Promise<Source | Refusal> {
  const text = await request.readStdin();
  if (isRefusal(text)) return text;
  if (text.includes('\uFFFD')) warnOfBytes(request, 'standard input');
  const isPatch = await holdsPatch(text, request.kind);
  const files = isPatch
    ? await splitPatch(text, 'standard input')
    : [{ path: '<stdin>', kind: 'markdown' as const, text }];
  if (isRefusal(files)) return files;
  return { label: '<stdin>', history: { kind: 'stdin' }, files };
}

async function holdsPatch(text: string, kind: GivenKind | undefined): Promise<boolean> {
  if (kind !== undefined) return kind === 'patch';
  const { looksLikePatch } = await import('../core/document/recognise-patch.ts');
  return looksLikePatch(text);
}

async function fromFile(path: string, request: InputRequest): Promise<Source | Refusal> {
  const { directory, ports } = request;
  const inputFiles = await ports.inputFiles();
  const named = await kindByName(path, request.kind);
  const read = await (named === 'patch' ? inputFiles.readPatch : inputFiles.readMarkdown)({
    path,
    directory,
  });
  if (isRefusal(read)) return read;
  const { text, realPath, seen } = read;
  const source = omitUndefined({
    label: resolve(directory, path),
    history: { kind: 'file', name: basename(path) } as const,
    identity: realPath,
  });
  if (named === 'patch' || (named === undefined && (await holdsPatch(text, undefined)))) {
    if (text.includes('\uFFFD')) warnOfBytes(request, path);
    const files = await splitPatch(text, path);
    return isRefusal(files) ? files : { ...source, files };
  }
  const location =
    realPath === undefined ? {} : omitUndefined({ realPath, folder: dirname(realPath), seen });
  const kind = named === 'code' ? 'code' : 'markdown';
  return { ...source, files: [{ path, kind, text, ...location }] };
}

/** What a file is by what the person says, or by its name; undefined when neither tells. */
async function kindByName(
  path: string,
  given: GivenKind | undefined,
): Promise<GivenKind | 'code' | undefined> {
  if (given !== undefined) return given;
  const { isCodePath } = await import('../core/document/code-document.ts');
  if (isCodePath(path)) return 'code';
  if (/\.(?:diff|patch)$/i.test(path)) return 'patch';
  return /\.(?:md|mdx|mdown|markdown|mkd)$/i.test(path) ? 'markdown' : undefined;
}

function warnOfBytes({ notify }: InputRequest, name: string): void {
  notify(`${name} is not all UTF-8; other bytes are shown as \uFFFD`);
}

async function splitPatch(text: string, name: string): Promise<readonly InputFile[] | Refusal> {
  const { otherForm } = await import('../core/document/recognise-patch.ts');
  const form = otherForm(text);
  if (form !== undefined) {
    return refuse('not_a_patch', `${name} is ${form}, which cannot be read as a patch`, {
      next: 'make it with git diff or diff -u',
    });
  }
  const { readPatch } = await import('../core/document/diff-file.ts');
  const entries = readPatch(text);
  if (entries.some(({ kind }) => kind === 'file')) return entries.map(entryFile);
  return refuse('not_a_patch', `${name} holds no change in the form of a patch`, {
    next: 'make it with git diff or diff -u, or read it as a document: --kind markdown',
  });
}

function entryFile(entry: PatchEntry): InputFile {
  if (entry.kind === 'message') return { ...entry.message, kind: 'markdown' };
  const { path, oldPath, change, patch } = entry.file;
  return { path, kind: 'diff', text: patch, ...(change === 'renamed' ? { oldPath } : {}) };
}

async function fromGit(
  { args, given, untracked }: DiffRequest,
  { maxDiffBytes, directory, signal, notify, ports }: InputRequest,
): Promise<Source | Refusal> {
  const git = { directory, args, untracked, maxBytes: maxDiffBytes };
  const response = await (await ports.gitDiff()).read({ ...git, signal });
  if (isRefusal(response)) return response;
  for (const warning of response.warnings) notify(warning);
  const { realPath } = await ports.inputFiles();
  const located = await Promise.all(args.map((arg) => realPath(resolve(directory, arg))));
  const existing = args.filter((_, index) => located[index] !== undefined);
  const paths = pathArguments(args, (path) => existing.includes(path));
  const { readPatch } = await import('../core/document/diff-file.ts');
  const prefix = paths.length === 0 ? '' : response.prefix;
  return {
    label: `git ${given.join(' ')}`,
    history: { kind: 'diff' },
    files: readPatch(response.patch).map(entryFile),
    identity: { root: response.root, prefix, args: given },
    git,
  };
}

function assemble(sources: readonly Source[], diff: DiffRequest | undefined): ReviewInputs {
  const files = sources.flatMap((source) => source.files);
  const identities = sources.map(({ identity }) => identity);
  const git = sources.find((source) => source.git !== undefined)?.git;
  const kinds = new Set(files.map(({ kind }) => kind));
  return omitUndefined({
    mode: kinds.size > 1 ? 'mixed' : kinds.has('diff') ? 'diff' : 'markdown',
    ...nameReview(sources, files),
    ...(diff === undefined ? {} : { gitArgs: diff.given }),
    git,
    files,
    ...(identities.includes(undefined) ? {} : { inputsKey: JSON.stringify(identities) }),
  });
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
