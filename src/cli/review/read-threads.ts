import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { type PreparedThread, parsePreparedThreads } from '../../core/review/prepared-threads.ts';
import type { Terminal } from '../terminal.ts';
import { decodeMarkdown, readDocument } from './read-document.ts';
import type { ReviewInputs } from './read-inputs.ts';
import { readStdin } from './read-stdin.ts';
import type { ReviewWords } from './review-words.ts';

/** What prepared threads are read for. */
export interface ThreadSources {
  readonly words: ReviewWords;
  readonly inputs: ReviewInputs;
  readonly terminal: Terminal;
}

/**
 * Reads the threads that `--threads` names; none without it. `-` is standard input, where that is not what is
 * reviewed. Refusals: `bad_threads`, `usage`, and those of reading a file.
 */
export async function readThreads(
  from: ThreadSources,
): Promise<readonly PreparedThread[] | Refusal> {
  const { words, inputs, terminal } = from;
  if (words.threadsFile === undefined) return [];
  const json = await readJson(words.threadsFile, words, terminal);
  if (isRefusal(json)) return json;
  const files = inputs.files.map(({ path }, index) => ({ id: `f-${index + 1}`, path }));
  return parsePreparedThreads(json, files);
}

async function readJson(
  given: string,
  { files, diff }: ReviewWords,
  terminal: Terminal,
): Promise<string | Refusal> {
  if (given === '-') {
    const isReviewed = files.includes('-') || (files.length === 0 && diff === undefined);
    if (!isReviewed) return readStdin(terminal, true);
    return refuse('usage', 'standard input cannot be both the document and --threads -');
  }
  const read = await readDocument(given, terminal.directory);
  return isRefusal(read) ? read : decodeMarkdown(given, read.bytes);
}
