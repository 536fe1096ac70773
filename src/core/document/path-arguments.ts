/**
 * Returns the arguments of `git diff` that are paths: all after `--`; without it, those that exist or are patterns.
 */
export function pathArguments(
  args: readonly string[],
  exists: (path: string) => boolean,
): readonly string[] {
  const end = args.indexOf('--');
  if (end !== -1) return args.slice(end + 1);
  return args.filter((arg) => !arg.startsWith('-') && (/[*?[]/.test(arg) || exists(arg)));
}
