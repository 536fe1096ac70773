import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Ports } from '../../core/ports.ts';
import type { Listening } from '../../http/listen.ts';
import type { Settings } from '../settings/settings.ts';
import { tellBug } from '../tell-bug.ts';
import type { Terminal } from '../terminal.ts';
import { registerRoom } from './register-room.ts';

/** What a server of a room is given by the one that starts it. */
export interface RoomServing {
  readonly listening: Listening;
  readonly ports: Ports;
  readonly directory: string;
  /** Folder of the built pages, absolute. */
  readonly webFolder: string;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
}

/** A room that is about to be shown. */
export interface RoomView {
  /** Such as `ledger:<id>`. */
  readonly room: string;
  /** Path under which everything stands; empty for the root. */
  readonly prefix: string;
  /** Said beside the url in the line that announces the page. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly ports: Ports;
  readonly settings: Settings;
  readonly terminal: Terminal;
  readonly listening: Listening;
  /** Serves until the process is asked to stop. */
  readonly serve: (serving: RoomServing) => Promise<void>;
}

/** Exit status by refusal code of a command that shows a room; anything else is 1. */
export const viewExitCodes: Readonly<Record<string, number>> = {
  usage: 2,
  config: 2,
  port_in_use: 3,
  bind_failed: 3,
};

/** Folder of the built pages, beside this program's parts. */
const webFolder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web');

/** Announces the page of a room and serves it until the process is asked to stop. */
export async function showRoom(view: RoomView): Promise<void> {
  const { room, prefix, ports, settings, terminal, listening } = view;
  const url = `${listening.url}${prefix}`;
  const { directory, signal } = terminal;
  const unregister = await registerRoom({ room, url, directory, ports });
  try {
    terminal.tell(`listening on ${listening.url}`);
    const payload = { url, ...view.facts };
    const started = { kind: 'view.started', at: ports.clock.now(), payload };
    await terminal.print(`${JSON.stringify(started)}\n`);
    const onError = (error: unknown): void => void tellBug(error, terminal);
    const serving = view.serve({ listening, ports, directory, webFolder, signal, onError });
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
