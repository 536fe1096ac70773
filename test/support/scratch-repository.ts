import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder with git repositories of its own and no configuration but its own, for one test. */
export interface ScratchRepository {
  /** Real path of the folder that holds everything; gone after `remove`. */
  readonly folder: string;
  /** Real path of the repository, `<folder>/repo`. */
  readonly root: string;
  /** The environment in which git knows this test's configuration alone. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs git in the repository, or in `directory`, and answers what it prints. */
  git(args: readonly string[], directory?: string): string;
  /** Writes files of the repository, by path; folders are made. */
  write(files: Readonly<Record<string, string | Buffer>>): void;
  /** Writes files, adds everything and commits. */
  commit(files: Readonly<Record<string, string | Buffer>>): void;
  remove(): void;
}

/** Makes a scratch folder with a fresh repository on branch `main`. */
export function makeScratchRepository(): ScratchRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'scratch-')));
  const root = join(folder, 'repo');
  const environment = {
    ...process.env,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
    GIT_AUTHOR_DATE: '2026-11-30T10:00:00Z',
    GIT_COMMITTER_DATE: '2026-11-30T10:00:00Z',
    GIT_ALLOW_PROTOCOL: 'file',
  };
  writeFileSync(
    environment.GIT_CONFIG_GLOBAL,
    '[user]\nname = A\nemail = a@example.com\n[init]\ndefaultBranch = main\n[protocol "file"]\nallow = always\n',
  );
  const git = (args: readonly string[], directory = root) =>
    execFileSync('git', [...args], {
      cwd: directory,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const write: ScratchRepository['write'] = (files) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
  };
  mkdirSync(root);
  git(['init', '--quiet']);
  return {
    folder,
    root,
    environment,
    git,
    write,
    commit: (files) => {
      write(files);
      git(['add', '--all']);
      git(['commit', '--quiet', '--allow-empty', '--message', 'A commit']);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
