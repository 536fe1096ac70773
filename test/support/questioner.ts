import type { HostQuestion } from '../../src/core/question/host-question.ts';
import type { HostQuestions } from '../../src/core/question/ports/host-questions.ts';
import { isRefusal } from '../../src/core/refusal.ts';
import { openPorts } from '../../src/open-discuss.ts';
import type { Scratch } from './scratch.ts';

/** Somebody who asks the person of a scratch folder, from outside of the page. */
export interface Questioner {
  /** Runs `discuss bundle …` in the scratch folder, as the agent whose context is bound; answers its JSON. */
  bundle(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** An agent's question, pending in the scratch folder's project unless told otherwise; answers its ref. */
  ask(more?: Partial<HostQuestion>): Promise<string>;
  readonly store: HostQuestions;
}

/** Asks in a scratch folder: by commands of the program, and as a host does through the user's store. */
export async function questionerIn(scratch: Scratch): Promise<Questioner> {
  const environment = { HOME: scratch.home };
  const ports = openPorts({ environment, directory: scratch.directory });
  const store = await ports.questions();
  if (isRefusal(store)) throw new Error(store.message);
  return {
    store,
    async bundle(...words) {
      const ran = scratch.launch(['bundle', ...words, '--json'], {
        environment: { DISCUSS_CONTEXT: 'ctx-v1-test' },
      });
      await ran.exit;
      return JSON.parse(ran.stdout()) as Readonly<Record<string, unknown>>;
    },
    async ask(more = {}) {
      const id = ports.ids.uuid();
      await store.add({ ...hostQuestion, id, project: scratch.directory, ...more });
      return `question:${id}`;
    },
  };
}

const hostQuestion: Omit<HostQuestion, 'id'> = {
  question: {
    header: 'Rollout',
    prompt: 'How is it **rolled out**?',
    options: [
      { label: 'At once', description: 'Everybody gets it on Monday.' },
      { label: 'In steps', description: 'A tenth of the users each day.' },
    ],
    recommended: true,
  },
  allowOther: true,
  blocking: true,
  asker: 'Claude Code',
  askedAt: '2026-11-30T10:00:00.000Z',
  status: 'pending',
};

/** Words of a command that asks which scope a fix should take. */
export const scopeQuestion = [
  'ask',
  '--header',
  'Scope',
  '--option',
  'Minimal fix (Recommended): Touches one file.',
  '--option',
  'Broader cleanup: Touches ten files.',
  'Which scope should the fix take?',
] as const;
