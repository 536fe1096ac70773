import { commandContext } from './command-context.ts';
import { runCommandLine } from './command-line.ts';
import { processTerminal } from './process-terminal.ts';

const context = commandContext(processTerminal());
runCommandLine(process.argv.slice(2), context).then(
  (status) => process.exit(status),
  async (error: unknown) => {
    const { reportCrash } = await import('./report-crash.ts');
    await reportCrash(error, context);
    process.exit(1);
  },
);
