import { execFileSync } from 'node:child_process';
import type { Scratch } from './scratch.ts';

/** Runs git in the working directory of a scratch folder, with no configuration but a name. */
export function gitIn({
  directory,
  home,
}: Pick<Scratch, 'directory' | 'home'>): (...words: readonly string[]) => string {
  const environment = {
    PATH: process.env['PATH'],
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  };
  return (...words) =>
    execFileSync('git', [...words], {
      cwd: directory,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
}
