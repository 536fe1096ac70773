import type { Terminal } from './terminal.ts';

/** Prints the help page or the version; returns the exit status. */
export async function printPage(page: 'help' | 'version', terminal: Terminal): Promise<number> {
  const text =
    page === 'help'
      ? (await import('./help.ts')).helpText
      : (await import('./version.ts')).versionText;
  await terminal.print(text);
  return 0;
}
