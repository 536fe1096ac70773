import type { Ports } from '../../core/ports.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { readInputs } from '../../session/read-inputs.ts';
import type { ReviewInputs } from '../../session/review-inputs.ts';
import type { Settings } from '../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { readStdin } from './read-stdin.ts';
import type { ReviewArgs } from './review-args.ts';

/** What the inputs of a command are read from. */
export interface CommandInputs {
  readonly args: ReviewArgs;
  readonly settings: Settings;
  readonly ports: Ports;
  readonly terminal: Terminal;
  readonly notify: (message: string) => void;
}

/** Reads what a command line names, or standard input when it names nothing. Warnings go to standard error. */
export async function readCommandInputs(from: CommandInputs): Promise<ReviewInputs | Refusal> {
  const { args, settings, ports, terminal, notify } = from;
  const { directory, signal } = terminal;
  const isBare = args.files.length === 0 && args.diff === undefined;
  if (isBare && terminal.inputIsTerminal) {
    return refuse('usage', 'nothing to review', { next: 'name a file: discuss plan.md' });
  }
  return readInputs({
    files: isBare ? ['-'] : args.files,
    ...(args.diff === undefined ? {} : { diff: args.diff }),
    ...(args.kind === undefined ? {} : { kind: args.kind }),
    maxDiffBytes: settings.maxDiffBytes,
    readStdin: () => readStdin(terminal, !isBare),
    ports,
    directory,
    notify,
    signal,
  });
}
