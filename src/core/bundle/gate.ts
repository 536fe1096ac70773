import { type Refusal, refuse } from '../refusal.ts';
import { type Bundle, modeStatus, pendingQuestion } from './bundle.ts';
import { type Entry, entryLocation } from './entry.ts';
import { questionCard } from './question-card.ts';
import type { QuestionEntry } from './question-entry.ts';
import { resolveReference } from './references.ts';
import type { Transition } from './transition.ts';

/** The commands that write. */
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
  /** While a material question is pending: always, never, or unless it concerns an entry that the question blocks. */
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
 * Refuses a command when the discussion was left, is paused, or waits for the answer to a material question; undefined
 * when it is allowed. `entries` are those that the command concerns.
 */
export function gate(
  bundle: Bundle,
  command: WritingCommand,
  entries: readonly Entry[] = [],
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
  if (whilePending === 'unless blocked' && !blocksAny(bundle, pending, entries)) return undefined;
  return questionPending(bundle, pending, command);
}

/** The transition of a command, refused by its gate first. */
export function gated<Input, Outcome>(
  command: WritingCommand,
  transition: Transition<Input, Outcome>,
): Transition<Input, Outcome> {
  return (bundle, input, circumstances) =>
    gate(bundle, command) ?? transition(bundle, input, circumstances);
}

function blocksAny(bundle: Bundle, question: QuestionEntry, entries: readonly Entry[]): boolean {
  if (question.blocks.length === 0) return true;
  const blocked = question.blocks.flatMap((reference) => resolveReference(bundle, reference) ?? []);
  const locations = new Set([question.entry, ...blocked].map(entryLocation));
  return withDependencies(bundle, entries).some((entry) => locations.has(entryLocation(entry)));
}

/** The entries and all that they depend on, directly or through others. */
function withDependencies(bundle: Bundle, entries: readonly Entry[]): Entry[] {
  const statements = new Map(
    [...bundle.assumptions, ...bundle.decisions, ...bundle.requirements].map((statement) => [
      entryLocation(statement.entry),
      statement,
    ]),
  );
  const reached = new Map(entries.map((entry) => [entryLocation(entry), entry]));
  // A map's iteration goes on to what is added during it.
  for (const [location] of reached) {
    for (const reference of statements.get(location)?.dependsOn ?? []) {
      const dependency = resolveReference(bundle, reference);
      if (dependency !== undefined) reached.set(entryLocation(dependency), dependency);
    }
  }
  return [...reached.values()];
}

/** The refusal of whatever cannot go on before a question has its answer. */
export function questionPending(bundle: Bundle, question: QuestionEntry, command: string): Refusal {
  const message = `${command} cannot go on: ${question.id} "${question.header}" waits for the user's answer`;
  return refuse('question_pending', message, {
    details: { question: questionCard(bundle, question) },
    next: `put ${question.id} to the user and record the reply: discuss bundle answer ${question.id} "…"`,
  });
}
