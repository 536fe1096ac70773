import { diffWordsWithSpace } from 'diff';

/** A change of an item, as the server tells it. */
export interface SentChange {
  readonly revision: number;
  readonly created_at: string;
  readonly effect: 'named' | 'staled';
  readonly operation: { readonly op: string; readonly [field: string]: unknown } | null;
}

/** A piece of a text, and whether a change took it out or put it in. */
interface WordPiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A change, described. */
export interface DescribedChange {
  readonly revision: number;
  readonly time: string;
  readonly what: string;
  readonly reason: string | undefined;
  /** The text that it left, word by word against the one before; nothing where the text stayed. */
  readonly pieces: readonly WordPiece[] | undefined;
}

const adding = ['question', 'option', 'answer', 'reply', 'gap', 'summary'];

/** What happened to an item, in words; oldest first. */
export function describeChanges(changes: readonly SentChange[]): readonly DescribedChange[] {
  let text: string | undefined;
  return changes.map(({ revision, created_at: time, effect, operation }) => {
    const head = { revision, time, reason: stringIn(operation, 'reason') };
    if (effect === 'staled') return { ...head, what: 'Became stale', pieces: undefined };
    const op = operation?.op ?? '';
    const after = stringIn(operation, 'text');
    const isText = after !== undefined && (op === 'revise' || adding.includes(op));
    const pieces = isText ? changedWords(text, after) : undefined;
    if (isText) text = after;
    return { ...head, what: whatHappened(op, operation), pieces };
  });
}

function whatHappened(op: string, operation: SentChange['operation']): string {
  if (adding.includes(op)) return 'Recorded';
  switch (op) {
    case 'revise':
      return 'Revised';
    case 'withdraw':
      return 'Withdrawn';
    case 'restore':
      return 'Restored';
    case 'move':
      return `Moved${stringIn(operation, 'parent') === undefined ? '' : ` under ${operation?.['parent']}`}`;
    case 'confirm':
      return operation?.['confirmed'] === false ? 'Confirmation withdrawn' : 'Confirmed';
    case 'delivery':
      return 'Reported as shown';
    default:
      return 'Changed';
  }
}

/** Texts with more differences than this are head one after the other. */
const maxEditLength = 400;

function changedWords(before: string | undefined, after: string): readonly WordPiece[] {
  if (before === undefined) return [{ kind: 'same', text: after }];
  const pieces = diffWordsWithSpace(before, after, { maxEditLength });
  if (pieces === undefined) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return pieces.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function stringIn(operation: SentChange['operation'], field: string): string | undefined {
  const value = operation?.[field];
  return typeof value === 'string' ? value : undefined;
}
