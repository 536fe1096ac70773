import type { Terminal } from '../../src/cli/terminal.ts';

/** A terminal that keeps what is written to it. */
export interface TestTerminal extends Terminal {
  /** What was printed on standard output. */
  readonly printed: string[];
  /** Lines of standard error. */
  readonly notices: string[];
}

/** Makes a terminal in a directory; what `more` says wins. */
export function makeTestTerminal(directory: string, more: Partial<Terminal> = {}): TestTerminal {
  const printed: string[] = [];
  const notices: string[] = [];
  const print = async (text: string): Promise<boolean> => {
    printed.push(text);
    return true;
  };
  return {
    environment: { PATH: process.env['PATH'], HOME: directory },
    directory,
    inputIsTerminal: true,
    readInput: async () => '',
    readLine: async () => undefined,
    readJson: async () => '',
    outputIsTerminal: false,
    outputHasReader: false,
    print,
    stream: print,
    notify: (message) => void notices.push(message),
    signal: new AbortController().signal,
    ...more,
    printed,
    notices,
  };
}
