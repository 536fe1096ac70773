import type { Terminal } from './terminal.ts';

/** Opens a page in the user's browser; where that does not work, the terminal says so. */
export async function openPage(url: string, terminal: Terminal): Promise<void> {
  const { openBrowser } = await import('./open-browser.ts');
  const warning = await openBrowser(`${url}/`, terminal);
  if (warning !== undefined) terminal.notify(`discuss: ${warning}`);
}
