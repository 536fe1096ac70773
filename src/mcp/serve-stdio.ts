import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { actions } from '../actions/index.ts';
import { buildTools } from './build-tools.ts';
import { makeServer, type ServerSettings } from './make-server.ts';

/** Largest message that is taken, in bytes: the ledger's inputs fit with room to spare. */
const largestFrame = 17 * 1024 * 1024;

/** Serves the tools on standard input and output until the client goes away or `signal` is aborted. */
export async function serveStdio(
  settings: Omit<ServerSettings, 'tools'>,
  signal: AbortSignal,
): Promise<void> {
  const tools = await buildTools(actions);
  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize: largestFrame });
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    signal.addEventListener('abort', () => resolve());
  });
  const handle = serve(() => makeServer({ ...settings, tools }), {
    transport,
    onerror: settings.onError,
  });
  await closed;
  await handle.close();
}
