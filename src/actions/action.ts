import type * as z from 'zod/mini';
import type { Author } from '../core/author.ts';
import type { Needs } from '../core/needs/needs.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Doors } from './door-data.ts';

/** What an action is given besides its input. */
export interface ActionContext {
  /** Aborted when the caller goes away or the process is asked to stop. */
  readonly signal: AbortSignal;
  /** Who acts, when the caller has said so. */
  readonly author?: Author;
  /** Which door the call came through. */
  readonly caller: 'cli' | 'http' | 'mcp';
  /** The folder that relative paths of the input are meant from; absolute. */
  readonly directory: string;
  /** The review, ledger or bundle that the door stands in front of, where it stands in front of one. */
  readonly room?: Room;
  readonly needs: Needs;
}

/** What a server shows under one address. */
export interface Room {
  readonly kind: 'review' | 'ledger' | 'bundle';
  readonly id: string;
}

/** Something a person or agent can do: its input and output, and the doing. */
export interface Action<Input = unknown, Output = unknown> {
  /** Shape of the input; values are checked by the core. */
  readonly input: z.ZodMiniType<Input>;
  readonly output: z.ZodMiniType<Output>;
  run(input: Input, context: ActionContext): Promise<Output | Refusal>;
  /** The output as text for a terminal; without it, JSON is printed. */
  readonly text?: (output: Output, input: Input) => string;
  /** Exit status for an answer that is no refusal, such as 4 for "not ready"; 0 without it. */
  readonly exitCode?: (output: Output) => number;
  /** Rules that the schema cannot say, a sentence each. */
  readonly semanticValidation?: readonly string[];
}

/** An action as the list holds it: known by its data, loaded when it is used. */
export interface ActionEntry {
  /** Stable name in kebab-case, such as `review-take`. */
  readonly name: string;
  /** One line for help, tool lists and reference pages. */
  readonly summary: string;
  readonly doors: Doors;
  /** Loads the action; its types are checked where it is defined. */
  readonly load: () => Promise<Action>;
}

/** Gives an action the type under which the list holds it. */
export function defineAction<Input, Output>(action: Action<Input, Output>): Action {
  return action as unknown as Action;
}
