import type { Command } from './command.ts';

/** A command that is no action, as the list holds it: known by its data, loaded when it is called. */
export interface CommandEntry {
  /** The words that select it. */
  readonly command: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** The commands that are no actions. */
export const commands: readonly CommandEntry[] = [
  {
    command: ['hook'],
    summary: "Answer an event of an agent's host, read as JSON from standard input",
    load: async () => (await import('./hook-command.ts')).hookCommand,
  },
  {
    command: ['mcp'],
    summary: 'Serve the tools to an agent over the Model Context Protocol',
    load: async () => (await import('./mcp-command.ts')).mcpCommand,
  },
  {
    command: ['doctor'],
    summary: 'Say what other users of this machine could reach',
    load: async () => (await import('./doctor-command.ts')).doctorCommand,
  },
  {
    command: ['ledger', 'view'],
    summary: 'Show a discussion in the browser, live while it is written',
    load: async () => (await import('./rooms/view-ledger.ts')).viewLedger,
  },
  {
    command: ['bundle', 'open'],
    summary: 'Show a record in the browser, live, with the question that waits',
    load: async () => (await import('./rooms/open-bundle.ts')).openBundle,
  },
];
