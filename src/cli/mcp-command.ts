import { isRefusal } from '../core/refusal.ts';
import { openPorts } from '../open-discuss.ts';
import { tellBug } from './tell-bug.ts';
import type { Terminal } from './terminal.ts';
import { versionText } from './version.ts';

const help = `Serve the tools of discuss to an agent over the Model Context Protocol.

  discuss mcp               on standard input and output
  discuss mcp --http PORT   streamable HTTP on 127.0.0.1 (0 takes a free port)
`;

/** `discuss mcp [--http PORT]`: serves the tools until the client goes away. */
export async function mcpCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    await terminal.print(help);
    return 0;
  }
  const [option, value, extra] = words;
  const port = option === '--http' && /^\d{1,5}$/.test(value ?? '') ? Number(value) : undefined;
  const isFault =
    option !== undefined && (port === undefined || port > 65535 || extra !== undefined);
  if (isFault) {
    terminal.tell(`discuss mcp: expected nothing or --http PORT, got "${words.join(' ')}"`);
    return 2;
  }
  const { environment, directory, signal } = terminal;
  const ports = openPorts({ environment, directory, patience: 'server' });
  const project = await ports.folders.existing(environment['CLAUDE_PROJECT_DIR'] ?? '');
  const settings = {
    version: versionText.trim().replace(/^discuss /, ''),
    caller: { ports, directory: project ?? directory },
    ...(project === undefined ? {} : { project }),
    onError: (error: unknown) => void tellBug(error, terminal),
    onProtocolError: (error: unknown) =>
      void ports.log().then((log) => log.note('debug', 'a client against the protocol', { error })),
  };
  if (port === undefined) {
    const { serveStdio } = await import('../mcp/serve-stdio.ts');
    await serveStdio(settings, signal);
    return 0;
  }
  const { serveHttp } = await import('../mcp/serve-http.ts');
  const onListening = (url: string) => terminal.tell(`listening on ${url}`);
  const ended = await serveHttp({ ...settings, port, onListening }, signal);
  if (!isRefusal(ended)) return 0;
  terminal.tell(`discuss mcp: ${ended.message}`);
  return 3;
}
