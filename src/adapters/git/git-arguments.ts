import { type Refusal, refuse } from '../../core/refusal.ts';
import type { GitRun } from './run-git.ts';

/** Configuration in whose form a patch could not be read; how git finds changes is left to the user. */
const pinned = ['core.quotePath=false', 'diff.suppressBlankEmpty=false'];

const flags = ['--no-color', '--src-prefix=a/', '--dst-prefix=b/', '--no-relative'];

/** A run of `git diff` with these arguments whose output is a plain patch, whatever the configuration. */
export function diffCommand(
  args: readonly string[],
): Pick<GitRun, 'command' | 'settings' | 'args'> {
  return { command: 'diff', settings: pinned, args: [...flags, ...args] };
}

const noPatch =
  /^(?:--(?:stat|numstat|shortstat|dirstat|dirstat-by-file|cumulative|compact-summary|summary|name-only|name-status|raw|check|quiet|no-patch|word-diff|word-diff-regex|color|color-words|line-prefix|output|output-indicator-(?:new|old|context))(?:=.*)?|--stat-.*|--patch-with-(?:raw|stat)|-X.*|-s)$/s;

/** Options by which a repository's own configuration would run a program. */
const runsPrograms = /^--(?:ext-diff|textconv|submodule=diff)$/;

/**
 * A refusal when the arguments ask git for something else than a patch, or for programs that the repository names;
 * nothing has been run then.
 */
export function refuseArguments(args: readonly string[]): Refusal | undefined {
  const end = args.indexOf('--');
  const options = args.slice(0, end === -1 ? undefined : end);
  const formless = options.find((arg) => noPatch.test(arg));
  if (formless !== undefined) return notAPatch(`with "${formless}", git diff prints no patch`);
  const unsafe = options.find((arg) => runsPrograms.test(arg));
  if (unsafe === undefined) return undefined;
  const message = `"${unsafe}" would run programs that the repository's configuration names`;
  return refuse('usage', message, {
    next: 'leave it out; to review what it prints, pipe it: git diff … | discuss',
  });
}

/** The refusal for output that is no patch. */
export function notAPatch(message: string): Refusal {
  return refuse('usage', message, {
    next: 'leave out what changes the form of the output; ranges, paths and -U, -w, -M are fine',
  });
}
