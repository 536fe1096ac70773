import type { Ports } from '../core/ports.ts';
import type { Settings } from './settings/settings.ts';
import type { Terminal } from './terminal.ts';

/** What a command is run with. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Returns the ports of this process, which are made by the first call, from what that says. */
  readonly ports: (choices?: PortChoices) => Promise<Ports>;
}

/** What a command decides of the ports of its process. */
interface PortChoices {
  readonly busyMode?: 'server' | 'command' | 'hook' | 'isolated';
  /** The settings of a process that shows a page; warnings of the stores are told then. */
  readonly settings?: Pick<Settings, 'store' | 'logLevel'>;
  /** Tells such a warning; without it, it is printed. */
  readonly onWarning?: (warning: string) => void;
}

/** Returns what the commands of a process are run with. */
export function commandContext(terminal: Terminal): CommandContext {
  let ports: Promise<Ports> | undefined;
  return {
    terminal,
    ports(choices = {}) {
      ports ??= compose(terminal, choices);
      return ports;
    },
  };
}

async function compose(terminal: Terminal, choices: PortChoices): Promise<Ports> {
  const { openPorts } = await import('../open-discuss.ts');
  const { environment, directory } = terminal;
  const {
    busyMode,
    settings,
    onWarning = (warning: string) => terminal.notify(`discuss: ${warning}`),
  } = choices;
  return openPorts({
    environment,
    directory,
    busyMode: busyMode,
    store: settings?.store,
    logLevel: settings?.logLevel,
    speakers: async () =>
      (await import('./settings/configured-speakers.ts')).configuredSpeakers(terminal),
    ...(settings === undefined ? {} : { onWarning }),
  });
}
