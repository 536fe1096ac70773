import { createInterface } from 'node:readline';

/** The next line of a stream; nothing at its end, or once `signal` is aborted. The stream is left to others then. */
export function readLine(
  input: NodeJS.ReadableStream,
  signal: AbortSignal,
): Promise<string | undefined> {
  const lines = createInterface({ input, terminal: false });
  return new Promise((resolve) => {
    const end = (line?: string): void => {
      signal.removeEventListener('abort', abort);
      // Before it is closed, which ends the lines as well.
      resolve(line);
      lines.close();
    };
    const abort = (): void => end();
    lines.once('line', end);
    lines.once('close', () => end());
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}
