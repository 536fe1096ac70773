import type { ContextTarget } from '../core/agents/context-token.ts';
import type { DialogQuestion } from '../core/ledger/capture-answers.ts';
import type { Payload } from './payload.ts';

/** What every event says. */
interface EventFacts {
  /** The host's own name of the event. */
  readonly event: string;
  readonly target: ContextTarget;
  /** The host's own id of the session. */
  readonly session: string;
  /** The host's own id of a subagent; the main thread without it. */
  readonly agent?: string;
  /** The folder that the agent works in; the hook's own without it. */
  readonly directory?: string;
  /** Whether what the hook answers to this event reaches the agent. */
  readonly acceptsContext: boolean;
}

/** A prompt before the agent sees it. */
export interface PromptEvent extends EventFacts {
  readonly kind: 'prompt';
  readonly text: string;
  /** The host's own id of the message, where it sends one. */
  readonly messageId?: string;
  /** A person wrote it, and not a program. */
  readonly isPersons: boolean;
}

/** A session that begins, goes on, or goes on with a compacted history. */
interface StartEvent extends EventFacts {
  readonly kind: 'start';
  /** The session that this one goes on from, where the host says so. */
  readonly previous?: string;
}

/** A history that is compacted: the context given to the agent before is gone. */
interface CompactionEvent extends EventFacts {
  readonly kind: 'compaction';
}

/** A dialog of the host in which the user has answered. */
export interface AnswersEvent extends EventFacts {
  readonly kind: 'answers';
  /** The host's own id of the dialog. */
  readonly callId: string;
  readonly questions: readonly DialogQuestion[];
}

/** A plan that the agent wants to carry out. */
export interface PlanEvent extends EventFacts {
  readonly kind: 'plan';
  readonly plan: string;
  /** The whole input of the host's tool, of which the plan is a part. */
  readonly input: Payload;
}

/** An event of a host in the form that all hosts share. */
export type HostEvent = PromptEvent | StartEvent | CompactionEvent | AnswersEvent | PlanEvent;

/** What was decided on a plan. */
export interface PlanDecision {
  readonly allow: boolean;
  /** For the agent: what the reviewer said. Empty when there is nothing to say. */
  readonly feedback: string;
}

/** What a hook has to say to an event. */
export interface HookAnswer {
  /** For the agent. */
  readonly context?: string;
  readonly decision?: PlanDecision;
}

/** A program that runs agents and calls hooks. */
export interface Host {
  /** The word that selects it on the command line. */
  readonly name: string;
  /** Other words that select it. */
  readonly aliases?: readonly string[];
  /** How people call it. */
  readonly title: string;
  /** Whether its prompts carry ids, without which they cannot be recorded. */
  readonly capturesPrompts: boolean;
  /**
   * Reads an event; undefined for one that does not concern us or is not of the expected shape. `event` is the name
   * that the command line gives, for events that do not name themselves.
   */
  read(payload: Payload, event: string | undefined): HostEvent | undefined;
  /** Writes an answer in the host's form; an empty answer lets the host go on as if there were no hook. */
  write(event: HostEvent, answer: HookAnswer): Payload;
}
