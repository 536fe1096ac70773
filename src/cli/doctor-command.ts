import type { Ports } from '../core/ports.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { jsonLine } from '../core/text/json-line.ts';
import { parseArgs } from './args/parse-args.ts';
import type { Command } from './command.ts';
import type { CommandContext } from './command-context.ts';
import { exitStatus } from './exit-status.ts';
import { loadSettings } from './settings/load-settings.ts';

/** `discuss doctor`: says what other users of this machine could reach. */
export const doctorCommand: Command = {
  args: {
    options: { json: { type: 'boolean', summary: 'Print {"servers":[…],"files":[…]}' } },
    help: `Other users are those who share this machine. Looks at the pages that are open, and at the modes of the user's
folder, the stores and the transcripts. Exit status: 0 when nothing can be reached, 1 when something can.`,
  },
  async run(args, context) {
    const parsed = parseArgs(doctorCommand.args, args);
    const found = isRefusal(parsed) ? parsed : await lookAround(context);
    if (isRefusal(found)) {
      context.terminal.notify(`discuss doctor: ${found.message}`);
      return exitStatus(found);
    }
    const asksForJson = !isRefusal(parsed) && parsed.input['json'] === true;
    await context.terminal.print(asksForJson ? jsonLine(found) : textOf(found));
    return found.servers.length + found.files.length === 0 ? 0 : 1;
  },
};

/** What other users could reach. */
interface Reachable {
  readonly servers: readonly { readonly url: string; readonly room: string }[];
  readonly files: readonly { readonly path: string; readonly mode: string }[];
}

async function lookAround(context: CommandContext): Promise<Reachable | Refusal> {
  const { terminal } = context;
  const settings = await loadSettings(terminal, {}, (warning) =>
    terminal.notify(`discuss: ${warning}`),
  );
  if (isRefusal(settings)) return settings;
  const { filesOthersReach } = await import('../open-discuss.ts');
  const { environment, directory } = terminal;
  const files = await filesOthersReach(
    { environment, directory, store: settings.store },
    settings.historyDir,
  );
  const servers = await openServers(await context.ports({ settings }));
  return isRefusal(servers) ? servers : { servers, files };
}

/** The pages that are shown now at an address that everybody can guess. */
async function openServers(ports: Ports): Promise<Reachable['servers'] | Refusal> {
  if (!(await ports.hasUserStore())) return [];
  const reviews = await ports.reviews();
  if (isRefusal(reviews)) return reviews;
  const servers = await ports.servers();
  const open = (await reviews.running.list()).filter(({ url }) => new URL(url).pathname === '/');
  const alive = await Promise.all(open.map((server) => servers.isAlive(server)));
  return open.filter((_, index) => alive[index]).map(({ url, room }) => ({ url, room }));
}

function textOf({ servers, files }: Reachable): string {
  if (servers.length + files.length === 0) {
    return 'Other users of this machine reach nothing of discuss.\n';
  }
  const lines = [
    ...servers.map(({ url, room }) => `${url} shows ${room}; start it with --private`),
    ...files.map(({ path, mode }) => `${path} has mode ${mode}; chmod go= '${path}'`),
  ];
  return `Other users of this machine could reach:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
