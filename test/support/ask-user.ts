import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Ran, runDiscuss } from './run-discuss.ts';
import type { Scratch } from './scratch.ts';

/** A question that keeps the rules, with words that make it another one. */
export const scopeQuestion = (prompt = 'Which scope should the fix take?') => ({
  header: 'Scope',
  question: prompt,
  options: [
    { label: 'Minimal fix', description: 'One file.', recommended: true },
    { label: 'Cleanup', description: 'Ten files.' },
  ],
});

/** A question that waits, as `discuss questions` lists it. */
export interface WaitingQuestion {
  readonly question_id: string;
  readonly header: string;
  readonly question: string;
  readonly asker: string;
}

/** The questions that wait for the user, of all projects. */
export async function waitingQuestions(scratch: Scratch): Promise<readonly WaitingQuestion[]> {
  const { code, stdout, stderr } = await runDiscuss(scratch, ['questions', '--all', '--json']);
  if (code !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { questions: WaitingQuestion[] }).questions;
}

/** Waits until a question waits for the user. */
export async function nextWaitingQuestion(scratch: Scratch): Promise<WaitingQuestion> {
  for (;;) {
    const [first] = await waitingQuestions(scratch);
    if (first !== undefined) return first;
  }
}

/** The user answers in a shell of theirs. */
export function answerInShell(scratch: Scratch, id: string, words: string): Promise<Ran> {
  return runDiscuss(scratch, ['answer', id, '-', '--json'], words);
}

/** The only bundle below a folder. */
export function onlyBundle({ directory }: Scratch): string {
  const [name = '', ...others] = readdirSync(join(directory, 'discussion'));
  if (others.length > 0) throw new Error('more than one bundle');
  return join(directory, 'discussion', name);
}
