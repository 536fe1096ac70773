import { openNeeds } from '../open-discuss.ts';
import type { Terminal } from './terminal.ts';

/** Logs an unexpected failure with its cause, and tells the user one line and where the log is. */
export async function tellBug(error: unknown, terminal: Terminal): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  const log = await openNeeds(terminal).log();
  log.note('error', 'unexpected failure', { error });
  terminal.tell(`discuss: unexpected failure: ${text} (details are in ~/.discuss/logs)`);
}
