import { cleaningUp } from '../../core/clean-up.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { type Listening, listen } from '../../http/listen.ts';
import type { PrivatePath } from '../../http/private-path.ts';
import type { RoomServing } from '../../server/room-serving.ts';
import { registerRoom } from '../../session/register-room.ts';
import type { CommandArgs, CommandOption } from '../args/command-args.ts';
import { parseArgs } from '../args/parse-args.ts';
import { portOption } from '../args/port-option.ts';
import type { Command } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { exitStatus } from '../exit-status.ts';
import { makePrivatePath } from '../make-private-path.ts';
import { openPage } from '../open-page.ts';
import { reportCrash } from '../report-crash.ts';
import { loadSettings } from '../settings/load-settings.ts';
import type { Terminal } from '../terminal.ts';
import { webFolder } from '../web-folder.ts';

/** A room that is about to be shown. */
export interface PreparedRoom {
  /** Such as `ledger:<id>`. */
  readonly room: string;
  /** Printed beside the url in the line that announces the page. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The ports of its server, where they are not those of the process. */
  readonly ports?: Ports;
  /** Serves until the process is asked to stop. */
  readonly serve: (serving: RoomServing) => Promise<void>;
  /** Lets go of what the room is read from. */
  readonly close?: () => void;
}

/** What commands that show a room differ in. */
export interface RoomKind<Input> {
  readonly args: CommandArgs;
  find(input: Input, ports: Ports, terminal: Terminal): Promise<PreparedRoom | Refusal>;
  readonly refusalText: (refusal: Refusal) => string;
}

/** The options of every command that shows a room. */
export const roomOptions = {
  port: portOption('Listen on this port (a free one)'),
  'no-open': {
    type: 'boolean',
    field: 'flags.autoOpen',
    sets: false,
    summary: 'Do not open the browser',
  },
  private: { type: 'boolean', summary: 'Put everything under a path that cannot be guessed' },
} as const satisfies Record<string, CommandOption>;

/** Fields that `roomOptions` fill. */
interface RoomInput {
  readonly port?: number;
  readonly flags?: { readonly autoOpen: boolean };
  readonly private?: boolean;
}

/**
 * Returns a command that shows a room until the process is asked to stop. Its exit status is 0 stopped, 1 failure,
 * 2 usage, 3 port in use.
 */
export function roomCommand<Input>(kind: RoomKind<Input>): Command {
  return {
    args: kind.args,
    async run(args, context) {
      const ended = await show(kind, args, context);
      if (!isRefusal(ended)) return 0;
      context.terminal.notify(kind.refusalText(ended));
      return exitStatus(ended);
    },
  };
}

async function show<Input>(
  kind: RoomKind<Input>,
  args: readonly string[],
  context: CommandContext,
): Promise<Refusal | undefined> {
  const { terminal } = context;
  const parsed = parseArgs(kind.args, args);
  if (isRefusal(parsed)) return parsed;
  const input = parsed.input as Input & RoomInput;
  const settings = await loadSettings(terminal, input.flags, (warning) =>
    terminal.notify(`discuss: ${warning}`),
  );
  if (isRefusal(settings)) return settings;
  const ports = await context.ports({ busyMode: 'server', settings });
  const shown = await kind.find(input, ports, terminal);
  if (isRefusal(shown)) return shown;
  try {
    const listening = await listen(input.port ?? 0);
    if (isRefusal(listening)) return listening;
    const privatePath = input.private === true ? makePrivatePath(ports) : undefined;
    const { autoOpen } = settings;
    await serve(
      { ...shown, ports: shown.ports ?? ports, listening, privatePath, autoOpen },
      context,
    );
    return undefined;
  } finally {
    shown.close?.();
  }
}

interface ServedRoom extends PreparedRoom {
  readonly ports: Ports;
  readonly listening: Listening;
  readonly privatePath: PrivatePath | undefined;
  readonly autoOpen: boolean;
}

/** Announces the page of a room and serves it until the process is asked to stop. */
async function serve(served: ServedRoom, context: CommandContext): Promise<void> {
  const { room, ports, listening, privatePath, autoOpen } = served;
  const { terminal } = context;
  const { directory, signal } = terminal;
  const url = `${listening.url}${privatePath?.prefix ?? ''}`;
  const unregister = await registerRoom({ room, url, directory, ports });
  const announceAndServe = async (): Promise<void> => {
    terminal.notify(`listening on ${listening.url}`);
    const payload = { url, ...served.facts };
    const started = { kind: 'view.started', at: ports.clock.now(), payload };
    await terminal.print(jsonLine(started));
    const onError = (error: unknown): void => void reportCrash(error, context);
    const serving = served.serve({
      listening,
      ports,
      directory,
      webFolder,
      privatePath,
      signal,
      onError,
    });
    if (autoOpen) void openPage({ url, privatePath }, terminal);
    await serving;
  };
  await cleaningUp(announceAndServe, unregister);
}
