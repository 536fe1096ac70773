import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { jsonLine } from '../core/text/json-line.ts';
import { type LongLine, limitLines } from './limit-lines.ts';
import { listTools } from './list-tools.ts';
import { listenOnStdio } from './listen-on-stdio.ts';
import { makeServer, type ServerSettings } from './make-server.ts';
import {
  type MalformedAnswer,
  malformed,
  malformedAnswers,
  requestIdOf,
} from './malformed-message.ts';
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
  const lines = limitLines(largestFrame + 1, {
    onLongLine: (line) => answerLongLine(line),
    accepts: (line) => answerMalformed(line.toString()),
  });
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
    process.stdout.write(jsonLine({ jsonrpc: '2.0', id: requestIdOf(line), error }));
  };
  /** Whether a line is a message; what is none is answered here. */
  const answerMalformed = (line: string): boolean => {
    const answers = answersTo(line);
    for (const answer of answers) process.stdout.write(jsonLine(answer));
    return answers.length === 0 && line.trim() !== '';
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

function answersTo(line: string): readonly MalformedAnswer[] {
  if (line.trim() === '') return [];
  try {
    return malformedAnswers(JSON.parse(line));
  } catch {
    return [malformed(-32700, 'the message is not JSON', requestIdOf({ head: line, tail: line }))];
  }
}
