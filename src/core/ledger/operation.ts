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

/** An operation of some kinds, with the fields that it cannot do without. */
type Op<Kind extends string, Required extends keyof OperationFields = never> = OperationFields & {
  readonly op: Kind;
} & { readonly [Field in Required]: NonNullable<OperationFields[Field]> };

/** Opens a discussion; `text` is its title. */
export type Start = Op<'start', 'text'>;
/** Adds an item that needs no question above it. */
export type AddTopLevel = Op<'question' | 'gap' | 'reply', 'id' | 'text'>;
/** Adds an item under a question. */
export type AddUnderQuestion = Op<'answer' | 'option', 'id' | 'text' | 'parent'>;
/** Adds a conclusion that depends on what it cites. */
export type AddSummary = Op<'summary', 'id' | 'text' | 'refs'>;
/** Replaces the text of an item; for a summary what it cites as well. */
export type Revise = Op<'revise', 'id' | 'text' | 'reason'>;
/** Withdraws an item or restores it. */
export type WithdrawOrRestore = Op<'withdraw' | 'restore', 'id' | 'reason'>;
/** Moves an item under another question or to another ordinal. */
export type Move = Op<'move', 'id' | 'reason'>;
/** Records that the user confirmed a summary, or took that back. */
export type Confirm = Op<'confirm', 'id' | 'reason' | 'confirmed'>;
/** Records the report that a question was shown. */
export type ReportDelivery = Op<'delivery', 'id' | 'reason' | 'message_id'>;
/** Changes title or description. */
export type ChangeMetadata = Op<'metadata', 'reason'>;
type PauseOrResume = Op<'pause' | 'resume', 'reason'>;
type Close = Op<'close'>;

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
