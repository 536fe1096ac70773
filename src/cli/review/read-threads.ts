import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type PreparedThread, parsePreparedThreads } from '../../core/review/prepared-threads.ts';
import type { ReviewInputs } from '../../session/review-inputs.ts';
import type { Terminal } from '../terminal.ts';
import { readStdin } from './read-stdin.ts';
import type { ReviewArgs } from './review-args.ts';

/** What prepared threads are read for. */
export interface ThreadSources {
  readonly args: ReviewArgs;
  readonly inputs: ReviewInputs;
  readonly ports: Pick<Ports, 'inputFiles'>;
  readonly terminal: Terminal;
}

/**
 * Reads the threads that `--threads` names; none without it. `-` is standard input, where that is not what is
 * reviewed. Refusals: `bad_threads`, `usage`, and those of reading a file.
 */
export async function readThreads(
  from: ThreadSources,
): Promise<readonly PreparedThread[] | Refusal> {
  const json = await readJson(from);
  if (json === undefined) return [];
  if (isRefusal(json)) return json;
  const files = from.inputs.files.map(({ path }, index) => ({ id: `f-${index + 1}`, path }));
  return parsePreparedThreads(json, files);
}

async function readJson({
  args: { threadsFile, files, diff },
  ports,
  terminal,
}: ThreadSources): Promise<string | undefined | Refusal> {
  if (threadsFile === undefined) return undefined;
  if (threadsFile === '-') {
    const isReviewed = files.includes('-') || (files.length === 0 && diff === undefined);
    if (!isReviewed) return readStdin(terminal, true);
    return refuse('usage', 'standard input cannot be both the document and --threads -');
  }
  const { directory } = terminal;
  const read = await (await ports.inputFiles()).readMarkdown({ path: threadsFile, directory });
  return isRefusal(read) ? read : read.text;
}
