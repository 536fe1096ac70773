import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { jsonLine } from '../core/text/json-line.ts';
import { type LongLine, limitLines } from './limit-lines.ts';
import { listTools } from './list-tools.ts';
import { listenOnStdio } from './listen-on-stdio.ts';
import { makeServer, type ServerSettings } from './make-server.ts';
import { createResourceScope } from './resources/resource-scope.ts';
import { watchResources } from './resources/watch-resources.ts';

/** Largest message that is taken, in bytes: the ledger's inputs fit with room to spare. */
export const largestFrame = 17 * 1024 * 1024;

/** What an entry point serves besides the tools. */
export interface Serving extends Omit<ServerSettings, 'tools'> {
  /** Told of what a client does against the protocol; not a failure of this program. */
  readonly onProtocolError: (error: unknown) => void;
}

/** Serves tools and resources on standard input and output until the client goes away or `signal` is aborted. */
export async function serveStdio(serving: Serving, signal: AbortSignal): Promise<void> {
  const tools = await listTools();
  const { ports, directory } = serving.caller;
  const scope = createResourceScope(ports.folders, ports.sha256);
  await scope.addProject(serving.project ?? directory);
  const watch = watchResources({ ports, scope, onError: serving.onError });
  const lines = limitLines(largestFrame + 1, (line) => answerLongLine(line));
  const transport = new StdioServerTransport(process.stdin.pipe(lines), undefined, {
    maxBufferSize: 2 * largestFrame,
  });
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    lines.once('end', resolve);
    signal.addEventListener('abort', () => resolve());
    if (signal.aborted) resolve();
  });
  const answerLongLine = (line: LongLine): void => {
    const error = { code: -32600, message: `a message may have ${largestFrame} bytes at most` };
    const id = requestIdOf(line) ?? null;
    process.stdout.write(jsonLine({ jsonrpc: '2.0', id, error }));
  };
  const handle = serve(
    ({ era }) =>
      makeServer(
        { ...serving, tools },
        { scope, watch, changes: era === 'legacy' ? 'pushed' : 'listened' },
      ),
    { transport: listenOnStdio(transport, watch), onerror: serving.onProtocolError },
  );
  await closed;
  await handle.close();
  process.stdin.unpipe(lines).pause();
}

/** The id of a request, which stands first or last in what programs write. */
function requestIdOf({ head, tail }: LongLine): string | number | undefined {
  const value = '("(?:[^"\\\\]|\\\\.)*"|-?\\d+)';
  const first = new RegExp(`^\\s*\\{(?:"jsonrpc":\\s*"2\\.0",\\s*)?"id":\\s*${value}`).exec(head);
  const last = new RegExp(`"id":\\s*${value}\\s*(?:,\\s*"jsonrpc":\\s*"2\\.0"\\s*)?\\}\\s*$`).exec(
    tail,
  );
  const candidate = first?.[1] ?? last?.[1];
  return candidate === undefined ? undefined : (JSON.parse(candidate) as string | number);
}
