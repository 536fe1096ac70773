import { isRefusal, type Refusal } from '../core/refusal.ts';
import { parseArgs } from './args/parse-args.ts';
import { portOption } from './args/port-option.ts';
import type { Command } from './command.ts';
import type { CommandContext } from './command-context.ts';
import { exitStatus } from './exit-status.ts';
import { mcpToken, tokenVariable } from './mcp-token.ts';
import { reportCrash } from './report-crash.ts';
import { versionText } from './version.ts';

/** `discuss mcp`: serves the tools until the client goes away. */
export const mcpCommand: Command = {
  args: {
    options: {
      http: {
        ...portOption('Serve streamable HTTP on this port of 127.0.0.1 (0 takes a free one)'),
        value: 'PORT',
      },
      'show-token': {
        type: 'boolean',
        summary: 'Print the token that clients over HTTP send, and serve nothing',
      },
    },
    help: `Without --http, it serves on standard input and output.

Over HTTP every request brings "Authorization: Bearer TOKEN", since other users of the machine reach the port too. The
token is made once and kept in the user's store; ${tokenVariable} gives another.`,
  },
  async run(args, context) {
    const ended = await serve(args, context);
    if (!isRefusal(ended)) return 0;
    context.terminal.notify(`discuss mcp: ${ended.message}`);
    return exitStatus(ended);
  },
};

async function serve(args: readonly string[], context: CommandContext): Promise<unknown> {
  const { terminal } = context;
  const parsed = parseArgs(mcpCommand.args, args);
  if (isRefusal(parsed)) return parsed;
  if (parsed.input['showToken'] === true) return showToken(context);
  const settings = await serverSettings(context);
  const port = parsed.input['http'] as number | undefined;
  if (port === undefined) {
    const { serveStdio } = await import('../mcp/serve-stdio.ts');
    return serveStdio(settings, terminal.signal);
  }
  const { serveHttp } = await import('../mcp/serve-http.ts');
  const token = await mcpToken(settings.caller.ports, terminal);
  if (isRefusal(token)) return token;
  const onListening = (url: string) => {
    terminal.notify(`listening on ${url}`);
    terminal.notify('discuss mcp: discuss mcp --show-token prints the token that clients send');
  };
  return serveHttp({ ...settings, port, token, onListening }, terminal.signal);
}

async function showToken(context: CommandContext): Promise<Refusal | undefined> {
  const token = await mcpToken(await context.ports(), context.terminal);
  if (isRefusal(token)) return token;
  await context.terminal.print(`${token}\n`);
  return undefined;
}

async function serverSettings(context: CommandContext) {
  const { environment, directory } = context.terminal;
  const ports = await context.ports({ busyMode: 'server' });
  const project = await ports.folders.existing(environment['CLAUDE_PROJECT_DIR'] ?? '');
  return {
    version: versionText.trim().replace(/^discuss /, ''),
    caller: { ports, directory: project ?? directory },
    ...(project === undefined ? {} : { project }),
    onError: (error: unknown) => void reportCrash(error, context),
    onProtocolError: (error: unknown) =>
      void ports.log().then((log) => log.note('debug', 'a client against the protocol', { error })),
  };
}
