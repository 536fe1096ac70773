import type { Terminal } from './terminal.ts';

/** A command that is more than one action: it opens a page, listens or speaks a protocol. */
export interface Command {
  /** The words that select it. */
  readonly words: readonly string[];
  /** One line for the list of commands. */
  readonly summary: string;
  /** Runs it on the words that follow; answers the exit status. */
  run(words: readonly string[], terminal: Terminal): Promise<number>;
}

/** The commands that are no actions, each loaded when it is called. */
export const commands: readonly Command[] = [
  {
    words: ['hook'],
    summary: "Answer an event of an agent's host, read as JSON from standard input",
    run: async (words, terminal) =>
      (await import('./hook-command.ts')).hookCommand(words, terminal),
  },
  {
    words: ['mcp'],
    summary: 'Serve the tools to an agent over the Model Context Protocol',
    run: async (words, terminal) => (await import('./mcp-command.ts')).mcpCommand(words, terminal),
  },
  {
    words: ['ledger', 'view'],
    summary: 'Show a discussion in the browser, live while it is written',
    run: async (words, terminal) =>
      (await import('./ledger-view/view-command.ts')).viewCommand(words, terminal),
  },
  {
    words: ['bundle', 'open'],
    summary: 'Show a record in the browser, live, with the question that waits',
    run: async (words, terminal) =>
      (await import('./bundle-open/open-command.ts')).openCommand(words, terminal),
  },
];
