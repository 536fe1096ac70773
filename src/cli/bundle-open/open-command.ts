import { findRoot } from '../../actions/bundle/shared/bundle-active.ts';
import { refusalLines } from '../../actions/bundle/shared/bundle-answer-text.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { listen } from '../../http/listen.ts';
import { openPorts } from '../../open-discuss.ts';
import { showRoom, viewExitCodes } from '../room-view/show-room.ts';
import { homeOf } from '../settings/home-folder.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { type OpenWords, parseOpenWords } from './open-words.ts';

const help = `Show a record in the browser: where it stands, its files, live while they change,
and the question that waits, to be answered there.

  discuss bundle open [ROOT] [OPTIONS]

  ROOT               the bundle's folder or its index.md (DISCUSS_BUNDLE, else
                     what the context is bound to)
  --context CONTEXT  context token that the host has stated (DISCUSS_CONTEXT)
  --port N           listen on this port (a free one)
  --no-open          do not open the browser
  --private          put everything under a path that cannot be guessed

Prints one line of JSON, {"kind":"view.started","at":…,"payload":{"url":…,"root":…}},
and goes on until it is interrupted.
`;

/**
 * `discuss bundle open [ROOT]`: shows a record until the process is asked to stop. Answers the exit status: 0 stopped,
 * 1 failure, 2 usage, 3 port in use.
 */
export async function openCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    await terminal.print(help);
    return 0;
  }
  const parsed = parseOpenWords(words);
  const ended = isRefusal(parsed) ? parsed : await open(parsed, terminal);
  if (!isRefusal(ended)) return 0;
  terminal.tell(refusalLines(ended).join('\n'));
  return viewExitCodes[ended.code] ?? 1;
}

async function open(words: OpenWords, terminal: Terminal): Promise<Refusal | undefined> {
  const settings = await readSettings(words, terminal);
  if (isRefusal(settings)) return settings;
  const { environment, directory, signal } = terminal;
  const ports = openPorts({
    environment,
    directory,
    patience: 'server',
    logLevel: settings.logLevel,
    ...(settings.store === undefined ? {} : { store: settings.store }),
    onWarning: (warning) => terminal.tell(`discuss: ${warning}`),
  });
  const root = await findRoot(words, { caller: 'cli', directory, ports, signal });
  if (isRefusal(root)) return root;
  const listening = await listen(words.port);
  if (isRefusal(listening)) return listening;
  const prefix = words.isPrivate ? `/${ports.ids.key(24)}` : '';
  await showRoom({
    room: `bundle:${root}`,
    prefix,
    facts: { root },
    ports,
    settings,
    terminal,
    listening,
    serve: async (serving) => {
      const { serveBundle } = await import('../../server/serve-bundle.ts');
      await serveBundle({ ...serving, root, prefix });
    },
  });
  return undefined;
}

function readSettings(words: OpenWords, terminal: Terminal): Promise<Settings | Refusal> {
  const { environment, directory } = terminal;
  return loadSettings({
    flags: words.autoOpen === undefined ? {} : { autoOpen: words.autoOpen },
    environment,
    directory,
    home: homeOf(terminal),
  });
}
