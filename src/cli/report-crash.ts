import { refusalOf } from '../core/refusal-error.ts';
import type { CommandContext } from './command-context.ts';

/**
 * Logs an unexpected failure with its cause, and notifies the user in one line of it and of the log's path. A refusal that an error
 * carries is printed in its own words.
 */
export async function reportCrash(
  error: unknown,
  { terminal, ports }: CommandContext,
): Promise<void> {
  const refusal = refusalOf(error);
  if (refusal !== undefined) {
    terminal.notify(`discuss: ${refusal.message}`);
    if (refusal.next !== undefined) terminal.notify(`  ${refusal.next}`);
    return;
  }
  const text = error instanceof Error ? error.message : String(error);
  const log = await (await ports()).log();
  log.note('error', 'unexpected failure', { error });
  terminal.notify(`discuss: unexpected failure: ${text} (details are in ~/.discuss/logs)`);
}
