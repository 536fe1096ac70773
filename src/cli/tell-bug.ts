import { appendFileSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Terminal } from './terminal.ts';

/** Logs an unexpected failure with its cause, and tells the user one line and where the log is. */
export async function tellBug(error: unknown, terminal: Terminal): Promise<void> {
  const folder = join(terminal.environment['HOME'] ?? homedir(), '.discuss', 'logs');
  const text = error instanceof Error ? error.message : String(error);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, 'discuss.log');
    appendFileSync(file, `${new Date().toISOString()} ${describe(error)}\n`, { mode: 0o600 });
    terminal.tell(`discuss: unexpected failure: ${text} (details: ${file})`);
  } catch {
    terminal.tell(`discuss: unexpected failure: ${text}\n${describe(error)}`);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by ${describe(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
