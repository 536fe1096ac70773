import { homedir, userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { Terminal } from '../terminal.ts';

/** The user's home folder: where HOME says, else where the system says. */
export function homeOf({ environment }: Pick<Terminal, 'environment'>): string {
  const home = environment['HOME'];
  if (home !== undefined && home !== '') return resolve(home);
  // With an empty HOME, `homedir` is empty too, which would mean the working directory.
  return homedir() || userInfo().homedir;
}
