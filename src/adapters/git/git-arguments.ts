import { type Refusal, refuse } from '../../core/refusal.ts';

/** Configuration that would change what a diff looks like, set to git's own defaults. */
const pinned = [
  'core.quotePath=false',
  'diff.algorithm=default',
  'diff.context=3',
  'diff.indentHeuristic=true',
  'diff.interHunkContext=0',
  'diff.mnemonicPrefix=false',
  'diff.noprefix=false',
  'diff.orderFile=/dev/null',
  'diff.renameLimit=1000',
  'diff.renames=true',
  'diff.submodule=short',
  'diff.suppressBlankEmpty=false',
];

const flags = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--no-relative',
];

/** Variables that would change what a diff looks like. */
const unwanted = ['GIT_EXTERNAL_DIFF', 'GIT_DIFF_OPTS', 'GIT_PAGER_IN_USE'];

/** The whole command line for `git diff` with these arguments. */
export function diffArguments(args: readonly string[]): readonly string[] {
  return [...pinned.flatMap((setting) => ['-c', setting]), 'diff', ...flags, ...args];
}

/** The environment for git: it locks nothing for its own convenience, and never asks anybody. */
export function gitEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const own = Object.entries(environment).filter(([name]) => !unwanted.includes(name));
  return { ...Object.fromEntries(own), GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' };
}

const noPatch =
  /^(?:--(?:stat|numstat|shortstat|dirstat|dirstat-by-file|cumulative|compact-summary|summary|name-only|name-status|raw|check|quiet|no-patch|word-diff|word-diff-regex|color|color-words|line-prefix|output|output-indicator-(?:new|old|context))(?:=.*)?|--stat-.*|--patch-with-(?:raw|stat)|-X.*|-s)$/s;

/** A refusal when the arguments ask git for something else than a patch; nothing has been run then. */
export function refuseNoPatch(args: readonly string[]): Refusal | undefined {
  const end = args.indexOf('--');
  const word = args.slice(0, end === -1 ? undefined : end).find((arg) => noPatch.test(arg));
  return word === undefined ? undefined : notAPatch(`with "${word}", git diff prints no patch`);
}

/** The refusal for output that is no patch. */
export function notAPatch(message: string): Refusal {
  return refuse('usage', message, {
    next: 'leave out what changes the form of the output; ranges, paths and -U, -w, -M are fine',
  });
}
