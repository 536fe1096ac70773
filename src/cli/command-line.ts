import { dropInWords } from './drop-in.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs a command line and answers its exit status. Only the first words select a command; whatever names none is
 * a review of files.
 */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const [first, second] = words;
  if (first === '--as') return runDropIn(second, words.slice(2), terminal);
  if (first === '--help' || first === '-h' || first === 'help') {
    const { helpText } = await import('./help.ts');
    await terminal.print(helpText);
    return 0;
  }
  if (first === '--version' || first === '-V') {
    const { versionText } = await import('./version.ts');
    await terminal.print(versionText);
    return 0;
  }
  if (first === 'hook') {
    // Before every prompt of a user: the list of actions stays unread.
    const { hookCommand } = await import('./hook-command.ts');
    return hookCommand(words.slice(1), terminal);
  }
  const { runSelected } = await import('./run-selected.ts');
  return runSelected(words, terminal);
}

async function runDropIn(
  name: string | undefined,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const own = name === undefined ? undefined : dropInWords(name, words);
  if (own !== undefined) {
    const { runSelected } = await import('./run-selected.ts');
    return runSelected(own, terminal);
  }
  // Any other name is a reviewer's, and what follows is a review.
  const { review } = await import('./review/review-command.ts');
  return review(['--as', ...(name === undefined ? [] : [name]), ...words], terminal);
}
