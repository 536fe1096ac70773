import type { Author } from '../../core/author.ts';
import type { Ports } from '../../core/ports.ts';
import type { AskPerson } from '../../core/question/ports/ask-person.ts';
import type { Refusal } from '../../core/refusal.ts';
import type { Bindings } from './bindings.ts';
import type * as z from './zod-subset.ts';

/** The schema library, handed to an action so that a command that needs no schema never loads it. */
export type Zod = typeof z;

/** What an action is given besides its input. */
export interface ActionContext {
  /** Aborted when the caller goes away or the process is asked to stop. */
  readonly signal: AbortSignal;
  /** Who acts, when the caller has said so. */
  readonly author?: Author;
  /** Which entry point the call came through; `library` is a program that uses this one. */
  readonly caller: 'cli' | 'http' | 'mcp' | 'library';
  /** The folder that relative paths of the input are meant from; absolute. */
  readonly directory: string;
  /** The review, ledger or bundle that the entry point stands in front of, where it stands in front of one. */
  readonly room?: Room;
  /** Puts a question to the person by the caller's own means, where it has one. */
  readonly askPerson?: AskPerson;
  /** Tells the caller that the work goes on, where it hears of that; who hears it waits longer. */
  readonly notifyProgress?: (message: string) => void;
  readonly ports: Ports;
}

/** Where a caller stands: what a function of an action needs that others than an entry point call too. */
export type ActionScope = Pick<ActionContext, 'ports' | 'directory' | 'room'>;

/** What a server shows under one address. */
export interface Room {
  readonly kind: 'review' | 'ledger' | 'bundle';
  readonly id: string;
}

/** A value that its maker does not let others change. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** Something a person or agent can do: its input and output, and the doing. */
export interface Action<Input = unknown, Output = unknown> {
  /**
   * Shape of the input; values are checked by the core. Not applied to a command line of flags and words,
   * which its bindings have checked already.
   */
  readonly input: (z: Zod) => z.ZodMiniType<Input>;
  readonly output: (z: Zod) => z.ZodMiniType<Output>;
  run(input: NoInfer<Input>, context: ActionContext): Promise<DeepReadonly<Output> | Refusal>;
  /** What a command line prints as JSON where that is not the output itself, such as the array inside it. */
  printed?(output: DeepReadonly<Output>): unknown;
  /** The output as text for a terminal; without it, JSON is printed. */
  text?(output: DeepReadonly<Output>, input: NoInfer<Input>): string;
  /** A line for standard error beside the output. */
  note?(output: DeepReadonly<Output>): string | undefined;
  /** Whether a body that comes over HTTP is looked at; always without it. */
  readsBody?(context: ActionContext): Promise<boolean>;
  /** Called by an entry point once the output has reached the caller. */
  delivered?(
    output: DeepReadonly<Output>,
    input: NoInfer<Input>,
    context: ActionContext,
  ): Promise<void>;
  /** What a terminal is told of a refusal; without it, the words (or the JSON, by bindings) on stderr. */
  refusal?(refusal: Refusal, input: NoInfer<Input>): { stdout?: string; stderr?: string };
  /** Exit status for an output that is no refusal, such as 4 for "not ready"; 0 without it. */
  exitCode?(output: DeepReadonly<Output>): number;
  /** For a tool's description, beside the summary: when to use it, what comes back, and what to do next. */
  readonly guide?: string;
  /** Rules that the schema cannot say, a sentence each. */
  readonly semanticValidation?: readonly string[];
}

/** The input that an action's schema lets through. */
export type InputOf<Schema extends (z: Zod) => z.ZodMiniType> = z.infer<ReturnType<Schema>>;

/** The input of an object with these fields. */
export type FieldsOf<Fields extends (z: Zod) => Readonly<Record<string, z.ZodMiniType>>> = z.infer<
  z.ZodMiniObject<ReturnType<Fields>>
>;

/** An action as the list holds it: known by its data, loaded when it is used. */
export interface ActionEntry {
  /** Stable name in kebab-case, such as `review-take`. */
  readonly name: string;
  /** One line for help, tool lists and reference pages. */
  readonly summary: string;
  readonly bindings: Bindings;
  /** Short commands run it: it is built as a file of its own that loads fast. Its file has the action's name. */
  readonly hot?: true;
  /** Loads the action; its types are checked where it is defined. */
  readonly load: () => Promise<Action>;
}

/** Returns the action, with the types of its input and output read off its schemas. */
export function defineAction<Input, Output>(action: Action<Input, Output>): Action<Input, Output> {
  return action;
}
