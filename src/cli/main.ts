import { runCommandLine } from './command-line.ts';
import { processTerminal } from './process-terminal.ts';

const terminal = processTerminal();
runCommandLine(process.argv.slice(2), terminal).then(
  (status) => process.exit(status),
  async (error: unknown) => {
    const { tellBug } = await import('./tell-bug.ts');
    await tellBug(error, terminal);
    process.exit(1);
  },
);
