import { type Refusal, refuse } from '../refusal.ts';
import { type Bundle, modeStatus, pendingQuestion } from './bundle.ts';
import type { Entry } from './entry.ts';
import { questionCard } from './question-card.ts';
import type { QuestionEntry } from './question-entry.ts';
import { resolveReference } from './references.ts';

/** The commands that write, as the gates know them. */
export type WritingCommand =
  | 'ask'
  | 'answer'
  | 'decide'
  | 'assume'
  | 'require'
  | 'evidence'
  | 'context'
  | 'action start'
  | 'action finish'
  | 'checkpoint'
  | 'handoff'
  | 'pause'
  | 'resume'
  | 'exit';

interface Permission {
  /** While a material question waits: always, never, or unless it touches what the question blocks. */
  readonly whilePending: 'yes' | 'no' | 'unless blocked';
  readonly whilePaused: boolean;
  readonly whenExited: boolean;
}

const permissions: Readonly<Record<WritingCommand, Permission>> = {
  ask: { whilePending: 'yes', whilePaused: false, whenExited: false },
  answer: { whilePending: 'yes', whilePaused: true, whenExited: false },
  decide: { whilePending: 'unless blocked', whilePaused: false, whenExited: false },
  assume: { whilePending: 'unless blocked', whilePaused: false, whenExited: false },
  require: { whilePending: 'unless blocked', whilePaused: false, whenExited: false },
  evidence: { whilePending: 'yes', whilePaused: true, whenExited: true },
  context: { whilePending: 'yes', whilePaused: false, whenExited: false },
  'action start': { whilePending: 'no', whilePaused: false, whenExited: false },
  'action finish': { whilePending: 'yes', whilePaused: true, whenExited: false },
  checkpoint: { whilePending: 'yes', whilePaused: false, whenExited: false },
  handoff: { whilePending: 'no', whilePaused: false, whenExited: false },
  pause: { whilePending: 'yes', whilePaused: true, whenExited: false },
  resume: { whilePending: 'yes', whilePaused: true, whenExited: false },
  exit: { whilePending: 'yes', whilePaused: false, whenExited: false },
};

/**
 * Why a command may not go on now, or undefined when it may: the discussion was left, is paused, or waits for the
 * answer to a material question. `touched` are the entries that the command concerns.
 */
export function gate(
  bundle: Bundle,
  command: WritingCommand,
  touched: readonly Entry[] = [],
): Refusal | undefined {
  const { whilePending, whilePaused, whenExited } = permissions[command];
  const status = modeStatus(bundle);
  if (status === 'Exited' && !whenExited) {
    return refuse('not_authorized', 'this discussion has been left and is closed to changes', {
      next: 'go on with the workflow it was handed to, or start a new discussion',
    });
  }
  if (status === 'Paused' && !whilePaused) {
    return refuse('not_authorized', 'this discussion is paused', {
      next: 'run discuss bundle resume with its folder once the user says to continue',
    });
  }
  const pending = pendingQuestion(bundle);
  if (pending === undefined || !pending.material || whilePending === 'yes') return undefined;
  if (whilePending === 'unless blocked' && !blocksAny(bundle, pending, touched)) return undefined;
  return questionPending(bundle, pending, command);
}

function blocksAny(bundle: Bundle, question: QuestionEntry, touched: readonly Entry[]): boolean {
  if (question.blocks.length === 0) return true;
  const blocked = [
    question.entry,
    ...question.blocks.map((reference) => resolveReference(bundle, reference)),
  ];
  return withGrounds(bundle, touched).some((entry) =>
    blocked.some((one) => one !== undefined && standsAt(one, entry)),
  );
}

/** The entries and all that they rest on, directly or through others. */
function withGrounds(bundle: Bundle, entries: readonly Entry[]): Entry[] {
  const stated = [...bundle.assumptions, ...bundle.decisions, ...bundle.requirements];
  const found = [...entries];
  // What is found on the way is walked too.
  for (const entry of found) {
    const { restsOn = [] } = stated.find((one) => standsAt(one.entry, entry)) ?? {};
    for (const reference of restsOn) {
      const ground = resolveReference(bundle, reference);
      if (ground === undefined || found.some((one) => standsAt(one, ground))) continue;
      found.push(ground);
    }
  }
  return found;
}

/** An entry's place tells it from another with the same id. */
function standsAt(one: Entry, other: Entry): boolean {
  return one.path === other.path && one.region.from === other.region.from;
}

/** The refusal of whatever cannot go on before a question has its answer. */
export function questionPending(bundle: Bundle, question: QuestionEntry, command: string): Refusal {
  const message = `${command} cannot go on: ${question.id} "${question.header}" waits for the user's answer`;
  return refuse('question_pending', message, {
    details: { question: questionCard(bundle, question) },
    next: `put ${question.id} to the user and record the reply: discuss bundle answer ${question.id} "…"`,
  });
}
