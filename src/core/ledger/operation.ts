import type { Via } from '../question/provenance.ts';

/**
 * Fields that every operation may carry. One without meaning for its operation stays in the history and has no
 * effect.
 */
interface OperationFields {
  readonly id?: string | undefined;
  readonly parent?: string | undefined;
  readonly text?: string | undefined;
  readonly description?: string | undefined;
  readonly reason?: string | undefined;
  readonly refs?: readonly string[] | undefined;
  readonly ordinal?: number | undefined;
  readonly confirmed?: boolean | undefined;
  readonly message_id?: string | undefined;
  readonly via?: Via | undefined;
}

/** Opens a discussion; `text` is its title. */
export interface Start extends OperationFields {
  readonly op: 'start';
  readonly text: string;
}

/** Adds an item that needs no question above it. */
export interface AddTopLevel extends OperationFields {
  readonly op: 'question' | 'gap' | 'reply';
  readonly id: string;
  readonly text: string;
}

/** Adds an item under a question. */
export interface AddUnderQuestion extends OperationFields {
  readonly op: 'answer' | 'option';
  readonly id: string;
  readonly text: string;
  readonly parent: string;
}

/** Adds a conclusion that depends on what it cites. */
export interface AddSummary extends OperationFields {
  readonly op: 'summary';
  readonly id: string;
  readonly text: string;
  readonly refs: readonly string[];
}

/** Replaces the text of an item; for a summary what it cites as well. */
export interface Revise extends OperationFields {
  readonly op: 'revise';
  readonly id: string;
  readonly text: string;
  readonly reason: string;
}

/** Withdraws an item or restores it. */
export interface WithdrawOrRestore extends OperationFields {
  readonly op: 'withdraw' | 'restore';
  readonly id: string;
  readonly reason: string;
}

/** Moves an item under another question or to another ordinal. */
export interface Move extends OperationFields {
  readonly op: 'move';
  readonly id: string;
  readonly reason: string;
}

/** Records that the user confirmed a summary, or took that back. */
export interface Confirm extends OperationFields {
  readonly op: 'confirm';
  readonly id: string;
  readonly reason: string;
  readonly confirmed: boolean;
}

/** Records the report that a question was shown. */
export interface ReportDelivery extends OperationFields {
  readonly op: 'delivery';
  readonly id: string;
  readonly reason: string;
  readonly message_id: string;
}

/** Changes title or description. */
export interface ChangeMetadata extends OperationFields {
  readonly op: 'metadata';
  readonly reason: string;
}

interface PauseOrResume extends OperationFields {
  readonly op: 'pause' | 'resume';
  readonly reason: string;
}

interface Close extends OperationFields {
  readonly op: 'close';
}

export type AddItem = AddTopLevel | AddUnderQuestion | AddSummary;
export type ChangeItem = Revise | WithdrawOrRestore | Move;
export type Operation =
  | Start
  | AddItem
  | ChangeItem
  | Confirm
  | ReportDelivery
  | ChangeMetadata
  | PauseOrResume
  | Close;
type OperationKind = Operation['op'];

/** One request to change a discussion; all of it happens or nothing. */
export interface BatchInput {
  readonly id: string;
  readonly context: string;
  readonly request_id: string;
  readonly if_revision: number;
  readonly operations: readonly Operation[];
  /** The context that a discussion is taken over from; empty for an imported, unbound one. */
  readonly from_context?: string | undefined;
}

const adding = new Set<OperationKind>(['question', 'gap', 'reply', 'answer', 'option', 'summary']);
const changing = new Set<OperationKind>(['revise', 'withdraw', 'restore', 'move']);

/** True for operations that add an item. */
export function addsItem(operation: Operation): operation is AddItem {
  return adding.has(operation.op);
}

/** True for operations that change an item in a way that conclusions about it may not survive. */
export function changesItem(operation: Operation): operation is ChangeItem {
  return changing.has(operation.op);
}
