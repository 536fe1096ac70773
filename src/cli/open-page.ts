import type { PrivatePath } from '../http/private-path.ts';
import type { Terminal } from './terminal.ts';

/** A page, and the private path that it is below, if it is. */
export interface ShownPage {
  readonly url: string;
  readonly privatePath: PrivatePath | undefined;
}

/**
 * Opens a page in the user's browser; where that does not work, the terminal says so. Other users see what a browser is
 * started with, so a private page is reached by a ticket.
 */
export async function openPage({ url, privatePath }: ShownPage, terminal: Terminal): Promise<void> {
  const { openBrowser } = await import('./open-browser.ts');
  const ticket = privatePath?.issueTicket();
  const started = ticket === undefined ? `${url}/` : new URL(ticket, url).href;
  const warning = await openBrowser(started, terminal);
  if (warning !== undefined) {
    terminal.notify(`discuss: ${warning.replaceAll(started, `${url}/`)}`);
  }
}
