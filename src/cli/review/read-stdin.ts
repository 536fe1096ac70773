import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Terminal } from '../terminal.ts';

/** How long standard input may be silent before the user hears what is awaited. */
const silenceMs = 1500;

/**
 * Reads standard input to its end. `wasNamed`: the user gave `-`; else input is awaited only because no file was
 * named, which may be a mistake. Refusals: `empty_input`, `interrupted`.
 */
export async function readStdin(terminal: Terminal, wasNamed: boolean): Promise<string | Refusal> {
  const awaited = wasNamed
    ? 'discuss: reading Markdown from standard input'
    : 'discuss: no FILE was given, reading Markdown from standard input; Ctrl-C ends it, discuss --help helps';
  const silence = setTimeout(() => terminal.notify(awaited), silenceMs);
  try {
    const text = await Promise.race([terminal.readInput(), interruption(terminal.signal)]);
    if (text === undefined)
      return refuse('interrupted', 'interrupted while reading standard input');
    if (isRefusal(text) || text.trim() !== '') return text;
    return refuse('empty_input', 'standard input is empty', {
      next: wasNamed
        ? 'check the command before the pipe'
        : 'name a file: discuss plan.md; see discuss --help',
    });
  } finally {
    clearTimeout(silence);
  }
}

function interruption(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
