import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noDiscussion } from '../../core/ledger/refusals.ts';
import type { LedgerStore } from '../../core/needs/ledger-store.ts';
import type { Needs } from '../../core/needs/needs.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { type Listening, listen } from '../../http/listen.ts';
import { openNeeds } from '../../open-discuss.ts';
import { refusalJson } from '../run-action.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { tellBug } from '../tell-bug.ts';
import type { Terminal } from '../terminal.ts';
import { registerView } from './register-view.ts';
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

/** Folder of the built page, beside this program's parts. */
const webFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web');

/** Exit status by refusal code; anything else is 1. */
const exitCodes: Readonly<Record<string, number>> = {
  usage: 2,
  config: 2,
  port_in_use: 3,
  bind_failed: 3,
};

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
  return exitCodes[ended.code] ?? 1;
}

async function view(words: readonly string[], terminal: Terminal): Promise<Refusal | undefined> {
  const parsed = parseViewWords(words);
  if (isRefusal(parsed)) return parsed;
  const settings = await readSettings(parsed, terminal);
  if (isRefusal(settings)) return settings;
  const needs = viewNeeds(parsed, settings, terminal);
  const store = await (await needs.ledgers()).open({ directory: terminal.directory });
  if (isRefusal(store)) return store;
  try {
    const head = await store.head(parsed.id);
    if (isRefusal(head)) return head;
    if (head === undefined) return noDiscussion(parsed.id);
    const listening = await listen(parsed.port);
    if (isRefusal(listening)) return listening;
    await show({ id: parsed.id, store, needs, settings, terminal, listening });
    return undefined;
  } finally {
    store.close();
  }
}

function readSettings(words: ViewWords, terminal: Terminal): Promise<Settings | Refusal> {
  const { environment, directory } = terminal;
  const home = environment['HOME'];
  return loadSettings({
    flags: words.autoOpen === undefined ? {} : { autoOpen: words.autoOpen },
    environment,
    directory,
    home: home === undefined || home === '' ? homedir() : resolve(home),
  });
}

/** What actions need; the store that the command line names stands in for the project's. */
function viewNeeds({ store }: ViewWords, settings: Settings, terminal: Terminal): Needs {
  const { environment, directory } = terminal;
  const needs = openNeeds({
    environment,
    directory,
    patience: 'server',
    logLevel: settings.logLevel,
    ...(settings.store === undefined ? {} : { store: settings.store }),
    onWarning: (warning) => terminal.tell(`discuss: ${warning}`),
  });
  if (store === undefined) return needs;
  const ledgers = async () => {
    const own = await needs.ledgers();
    return { ...own, open: (place: { directory: string }) => own.open({ ...place, store }) };
  };
  return { ...needs, ledgers };
}

interface View {
  readonly id: string;
  readonly store: LedgerStore;
  readonly needs: Needs;
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly listening: Listening;
}

/** Announces the page and serves it until the process is asked to stop. */
async function show({ id, store, needs, settings, terminal, listening }: View): Promise<void> {
  const { url } = listening;
  const { directory, signal } = terminal;
  const unregister = await registerView({ id, url, directory, needs });
  try {
    terminal.tell(`listening on ${url}`);
    const started = { kind: 'view.started', at: needs.clock.now(), payload: { url } };
    await terminal.stream(`${JSON.stringify(started)}\n`);
    const { serveLedger } = await import('../../server/serve-ledger.ts');
    const serving = serveLedger({
      listening,
      needs,
      store,
      discussionId: id,
      directory,
      webFolder,
      signal,
      onError: (error) => void tellBug(error, terminal),
    });
    if (settings.autoOpen) void openPage(url, terminal);
    await serving;
  } finally {
    await unregister();
  }
}

async function openPage(url: string, terminal: Terminal): Promise<void> {
  const { openBrowser } = await import('../open-browser.ts');
  const warning = await openBrowser(`${url}/`, terminal);
  if (warning !== undefined) terminal.tell(`discuss: ${warning}`);
}
