import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openGitDiff } from '../../src/adapters/git/git-diff.ts';
import { parseDiffDocument, readPatch } from '../../src/core/document/diff-file.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { renderDiff } from '../../src/render/render-diff.ts';
import { makeRandom, type Random } from './locating-suite.ts';
import type { ScratchRepository } from './scratch-repository.ts';

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** Code and documents that people wrote: files of the installed packages, evenly chosen. */
export function realFiles(count: number): readonly string[] {
  const root = resolve(import.meta.dirname, '../../node_modules');
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:[cm]?[jt]s|md|json|css|yml)$/.test(path))
    .sort();
  const step = Math.max(1, Math.floor(paths.length / (count * 2)));
  return paths
    .filter((_, index) => index % step === 0)
    .filter((path) => {
      const stats = statSync(join(root, path));
      return stats.isFile() && stats.size > 200 && stats.size < 60_000;
    })
    .slice(0, count)
    .map((path) => readFileSync(join(root, path), 'utf8'));
}

const names = ['src/a b.ts', 'docs/grüße.md', 'quo"te.js', "it's.txt", 'b/x', 'deep/er/日本.md'];
const likeHeaders = [
  ...['-- a/x', '++ b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', 'diff --git a/x b/x', '\\ No'],
  ...['-- ', 'commit 1111111', 'Index: x', 'Only in a: b', '', ' ', '\t', 'From a Mon Sep 17'],
];

/** Makes one commit after another out of the texts; the next files and edits follow from the seed. */
export function commitMaker(
  repository: ScratchRepository,
  { texts, seed }: { readonly texts: readonly string[]; readonly seed: number },
): () => void {
  const random = makeRandom(seed);
  const files = new Set<string>();
  const at = (path: string): string => join(repository.root, path);
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), content);
    files.add(path);
  };
  const freshName = (): string =>
    random() < 0.2 ? pick(random, names) : `p${Math.floor(random() * 9)}/f${files.size}.ts`;
  const edit = (path: string): void => {
    const lines = readFileSync(at(path), 'utf8').split('\n');
    const from = Math.floor(random() * lines.length);
    const other = pick(random, texts).split('\n');
    const inserted =
      random() < 0.3 ? [pick(random, likeHeaders), pick(random, likeHeaders)] : other.slice(0, 4);
    lines.splice(from, Math.floor(random() * 6), ...inserted);
    writeFileSync(at(path), lines.join('\n'));
  };
  const changes: readonly ((path: string) => void)[] = [
    edit,
    edit,
    edit,
    (path) => write(path, pick(random, texts)),
    (path) => write(path, readFileSync(at(path), 'utf8').replace(/\r?\n/g, '\r\n')),
    (path) => write(path, readFileSync(at(path), 'utf8').trimEnd()),
    (path) => write(path, Buffer.from([0, 1, 2, Math.floor(random() * 200), 0])),
    (path) => chmodSync(at(path), 0o755),
    (path) => {
      rmSync(at(path));
      files.delete(path);
    },
    (path) => {
      const moved = `moved/${path.replaceAll('/', '-')}`;
      mkdirSync(at('moved'), { recursive: true });
      renameSync(at(path), at(moved));
      files.delete(path);
      files.add(moved);
      if (random() < 0.5) edit(moved);
    },
  ];
  return () => {
    for (let index = 0; index < 3; index++) write(freshName(), pick(random, texts));
    for (let index = 0; index < 4; index++) pick(random, changes)(pick(random, [...files]));
    repository.commit({});
  };
}

/** Counts of the last commit, by path: those of git, of the page's words and of the lines that the page colours. */
export interface CommitCounts {
  readonly git: Readonly<Record<string, string>>;
  readonly words: Readonly<Record<string, string>>;
  readonly lines: Readonly<Record<string, string>>;
}

/** Compares the last commit with the one before. */
export async function countsOfCommit(repository: ScratchRepository): Promise<CommitCounts> {
  const args = ['HEAD~1', 'HEAD'];
  const answer = await openGitDiff(repository.environment).read({
    ...{ directory: repository.root, args, untracked: false, maxBytes: 0 },
  });
  if (isRefusal(answer)) throw new Error(answer.message);
  const files = readPatch(answer.patch).flatMap((entry) =>
    entry.kind === 'file' ? [entry.file] : [],
  );
  const words = files.map((file): [string, string] => {
    const facts = parseDiffDocument(file.patch).blocks[1]?.text ?? '';
    return [file.path, /^\+(\d+) −(\d+)/.exec(facts)?.slice(1).join(' ') ?? ''];
  });
  const lines = files.map((file): [string, string] => {
    const html = renderDiff(file.patch)
      .sections.map((section) => section.html)
      .join('');
    const count = (kind: string): number => html.split(`class="line ${kind}"`).length - 1;
    return [file.path, `${count('added')} ${count('removed')}`];
  });
  return {
    git: gitCounts(repository.git(['diff', '--numstat', '-z', ...args])),
    words: Object.fromEntries(words),
    lines: Object.fromEntries(lines),
  };
}

/** A renamed file has an empty name, and then the old and the new one; a binary one has dashes and no lines. */
function gitCounts(output: string): Readonly<Record<string, string>> {
  const fields = output.split('\0');
  const counts: Record<string, string> = {};
  for (let index = 0; index < fields.length - 1; index++) {
    const [added, removed, path = ''] = (fields[index] ?? '').split('\t');
    if (path === '') index += 2;
    counts[path === '' ? (fields[index] ?? '') : path] = `${added} ${removed}`.replaceAll('-', '0');
  }
  return counts;
}
