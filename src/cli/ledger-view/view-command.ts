import { noDiscussion } from '../../core/ledger/refusals.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { listen } from '../../http/listen.ts';
import { openPorts } from '../../open-discuss.ts';
import { showRoom, viewExitCodes } from '../room-view/show-room.ts';
import { refusalJson } from '../run-action.ts';
import { homeOf } from '../settings/home-folder.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { parseViewWords, type ViewWords } from './view-words.ts';

const help = `Show a discussion of the ledger in the browser, live while it is written.

  discuss ledger view ID [OPTIONS]

  --port N       listen on this port (a free one)
  --no-open      do not open the browser
  --store PATH   use this store in place of the project's

For people: it shows any discussion of the store, whatever context it belongs
to. Prints one line of JSON, {"kind":"view.started","at":…,"payload":{"url":…}},
and goes on until it is interrupted.
`;

/**
 * `discuss ledger view ID [--port N] [--no-open] [--store PATH]`: shows a discussion until the process is asked to
 * stop. Answers the exit status: 0 stopped, 1 failure, 2 usage, 3 port in use.
 */
export async function viewCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    await terminal.print(help);
    return 0;
  }
  const ended = await view(words, terminal);
  if (!isRefusal(ended)) return 0;
  const code = ended.code === 'usage' ? 'invalid_input' : ended.code;
  terminal.tell(refusalJson({ ...ended, code }));
  return viewExitCodes[ended.code] ?? 1;
}

async function view(words: readonly string[], terminal: Terminal): Promise<Refusal | undefined> {
  const parsed = parseViewWords(words);
  if (isRefusal(parsed)) return parsed;
  const settings = await readSettings(parsed, terminal);
  if (isRefusal(settings)) return settings;
  const ports = viewPorts(parsed, settings, terminal);
  const store = await (await ports.ledgers()).open({ directory: terminal.directory });
  if (isRefusal(store)) return store;
  try {
    const head = await store.head(parsed.id);
    if (isRefusal(head)) return head;
    if (head === undefined) return noDiscussion(parsed.id);
    const listening = await listen(parsed.port);
    if (isRefusal(listening)) return listening;
    await showRoom({
      room: `ledger:${parsed.id}`,
      prefix: '',
      facts: {},
      ports,
      settings,
      terminal,
      listening,
      serve: async (serving) => {
        const { serveLedger } = await import('../../server/serve-ledger.ts');
        await serveLedger({ ...serving, store, discussionId: parsed.id });
      },
    });
    return undefined;
  } finally {
    store.close();
  }
}

function readSettings(words: ViewWords, terminal: Terminal): Promise<Settings | Refusal> {
  const { environment, directory } = terminal;
  return loadSettings({
    flags: words.autoOpen === undefined ? {} : { autoOpen: words.autoOpen },
    environment,
    directory,
    home: homeOf(terminal),
  });
}

/** What actions need; the store that the command line names stands in for the project's. */
function viewPorts({ store }: ViewWords, settings: Settings, terminal: Terminal): Ports {
  const { environment, directory } = terminal;
  const ports = openPorts({
    environment,
    directory,
    patience: 'server',
    logLevel: settings.logLevel,
    ...(settings.store === undefined ? {} : { store: settings.store }),
    onWarning: (warning) => terminal.tell(`discuss: ${warning}`),
  });
  if (store === undefined) return ports;
  const ledgers = async () => {
    const own = await ports.ledgers();
    return { ...own, open: (place: { directory: string }) => own.open({ ...place, store }) };
  };
  return { ...ports, ledgers };
}
