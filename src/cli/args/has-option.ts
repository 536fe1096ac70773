/** Whether an option is among arguments, before the `--` that ends the options. */
export function hasOption(args: readonly string[], option: string): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).includes(option);
}

/** Whether arguments ask for help. */
export function asksForHelp(args: readonly string[]): boolean {
  return hasOption(args, '--help') || hasOption(args, '-h');
}
