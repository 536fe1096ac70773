import { refusalOf } from '../core/refusal-error.ts';
import { openPorts } from '../open-discuss.ts';
import type { Terminal } from './terminal.ts';

/**
 * Logs an unexpected failure with its cause, and tells the user one line and where the log is. A refusal that an error
 * carries is told in its own words.
 */
export async function tellBug(error: unknown, terminal: Terminal): Promise<void> {
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    terminal.tell(`discuss: ${refusal.message}`);
    if (refusal.next !== undefined) terminal.tell(`  ${refusal.next}`);
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  const log = await openPorts(terminal).log();
  log.note('error', 'unexpected failure', { error });
  terminal.tell(`discuss: unexpected failure: ${text} (details are in ~/.discuss/logs)`);
}
