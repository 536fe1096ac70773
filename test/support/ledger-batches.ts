import fc from 'fast-check';
import type { BatchInput, Operation } from '../../src/core/ledger/operation.ts';
import { openQuestions, type PlainDiscussion } from './plain-ledger.ts';

/** Context tokens for tests, told apart by their last digit. */
export function contextToken(digit: string): string {
  return `ctx-v1-${digit.padStart(64, '0')}`;
}

/**
 * An operation before it is known what is there: `picks` choose among what fits, and a wild one chooses among
 * everything, so that most operations are accepted and every refusal occurs.
 */
export interface OperationRecipe {
  readonly op: Operation['op'];
  readonly picks: readonly number[];
  readonly wild: boolean;
  readonly text: string;
  readonly via: 'typed' | 'assumed' | 'timed_out' | undefined;
  readonly ordinal: number | undefined;
  readonly message: string | undefined;
  readonly flag: boolean;
}

/** One batch of a random run. */
export interface BatchRecipe {
  readonly discussion: string;
  readonly context: string;
  readonly from: string | undefined;
  readonly operations: readonly OperationRecipe[];
  readonly revisionOffset: number;
  /** Repeats an earlier request id, with the same input or another. */
  readonly repeats: 'no' | 'same' | 'other';
}

const weights: readonly (readonly [number, Operation['op']])[] = [
  [6, 'question'],
  [7, 'answer'],
  [2, 'option'],
  [2, 'reply'],
  [1, 'gap'],
  [8, 'summary'],
  [7, 'revise'],
  [3, 'withdraw'],
  [4, 'restore'],
  [6, 'move'],
  [2, 'confirm'],
  [2, 'delivery'],
  [1, 'metadata'],
  [1, 'pause'],
  [1, 'resume'],
  [2, 'close'],
];

const sometimes = <Value>(values: fc.Arbitrary<Value>) =>
  fc.option(values, { nil: undefined, freq: 3 });

const operationRecipe: fc.Arbitrary<OperationRecipe> = fc.record({
  op: fc.oneof(...weights.map(([weight, op]) => ({ weight, arbitrary: fc.constant(op) }))),
  picks: fc.array(fc.nat({ max: 1000 }), { minLength: 4, maxLength: 4 }),
  wild: fc.nat({ max: 30 }).map((roll) => roll === 0),
  text: fc.constantFrom('one', 'two', 'three words here', '数据库 schema', 'a\u0000b'),
  via: sometimes(fc.constantFrom('typed', 'assumed', 'timed_out')),
  ordinal: sometimes(fc.nat({ max: 12 })),
  message: sometimes(fc.nat({ max: 40 }).map((number) => `m${number}`)),
  flag: fc.boolean(),
});

export const batchRecipe: fc.Arbitrary<BatchRecipe> = fc.record({
  discussion: fc.nat({ max: 12 }).map((roll) => (roll === 0 ? 'd2' : 'd1')),
  context: fc.nat({ max: 15 }).map((roll) => contextToken(roll === 0 ? 'b' : 'a')),
  from: fc.option(fc.constantFrom(contextToken('a'), contextToken('b'), ''), {
    freq: 1,
    nil: undefined,
  }),
  operations: fc.array(operationRecipe, { minLength: 1, maxLength: 5, size: 'max' }),
  revisionOffset: fc.nat({ max: 20 }).map((roll) => (roll === 0 ? -1 : roll === 1 ? 1 : 0)),
  repeats: fc.constantFrom('no', 'no', 'no', 'no', 'no', 'no', 'no', 'no', 'same', 'other'),
});

/** What a batch finds and adds, as far as choosing operations needs it. */
type Known = { id: string; kind: string; withdrawn: boolean; stale: boolean };

/** Makes the batch that a recipe stands for, on what is there at that time. */
export function batchOf(
  recipe: BatchRecipe,
  discussion: PlainDiscussion | undefined,
  request: string,
): BatchInput {
  const first = { id: 'i0', kind: 'question', withdrawn: false, stale: false };
  const known: Known[] = (discussion?.items ?? [first]).map((item) => ({ ...item }));
  const closes = recipe.operations[0]?.op === 'close' && discussion !== undefined;
  const operations = closes
    ? tidyAndClose(discussion)
    : recipe.operations.map((operation) => resolve(operation, known));
  return {
    id: recipe.discussion,
    context: recipe.context,
    request_id: request,
    if_revision: Math.max(0, (discussion?.revision ?? 0) + recipe.revisionOffset),
    operations: [...opening(discussion), ...operations],
    ...(recipe.from === undefined ? {} : { from_context: recipe.from }),
  };
}

function opening(discussion: PlainDiscussion | undefined): Operation[] {
  if (discussion === undefined) {
    return [
      { op: 'start', text: 'Title' },
      { op: 'question', id: 'i0', text: 'Why?' },
    ];
  }
  return discussion.state === 'active' ? [] : [{ op: 'resume', reason: 'on' }];
}

/** Takes what is open out of play, concludes on the rest and closes. */
function tidyAndClose(discussion: PlainDiscussion): Operation[] {
  const open = new Set(openQuestions(discussion));
  const inTheWay = discussion.items.filter(
    (item) =>
      !item.withdrawn && (open.has(item) || item.kind === 'reply' || item.kind === 'summary'),
  );
  const gone = new Set(inTheWay);
  const refs = discussion.items.filter((item) => !item.withdrawn && !gone.has(item));
  const id = `i${discussion.items.length}`;
  return [
    ...inTheWay.map((item): Operation => ({ op: 'withdraw', id: item.id, reason: 'waived' })),
    { op: 'summary', id, text: 'all', refs: refs.map((item) => item.id) },
    { op: 'close' },
  ];
}

function resolve(recipe: OperationRecipe, known: Known[]): Operation {
  const { op, text, picks, ordinal } = recipe;
  const pick = (at: number, fits: (item: Known) => boolean): string => {
    const fitting = recipe.wild ? known : known.filter(fits);
    return fitting[(picks[at] ?? 0) % Math.max(1, fitting.length)]?.id ?? 'nowhere';
  };
  const any = () => true;
  const question = (item: Known) => item.kind === 'question' && !item.withdrawn;
  const refs = [0, 1, 2].map((at) => pick(at, (item) => !item.withdrawn && !item.stale));
  const id = pick(0, any);
  const reason = 'because';
  const add = (kind: string): string => {
    const taken = recipe.wild && known.length > 0;
    const fresh = taken ? id : `i${known.length}`;
    if (!taken) known.push({ id: fresh, kind, withdrawn: false, stale: false });
    return fresh;
  };
  const more = {
    ...(recipe.message === undefined ? {} : { message_id: recipe.message }),
    ...(ordinal === undefined ? {} : { ordinal }),
    ...(recipe.via === undefined ? {} : { via: recipe.via }),
  };
  const parent = pick(1, question);
  const below = recipe.flag && parent !== 'nowhere' ? { parent } : {};
  switch (op) {
    case 'question':
    case 'reply':
    case 'gap':
      return { op, text, ...more, ...below, id: add(op) };
    case 'answer':
    case 'option':
      return { op, text, ...more, parent, id: add(op) };
    case 'summary':
      return { op, text, ...more, ...below, refs, id: add(op) };
    case 'revise':
      return { op, id, text, reason, ...(recipe.wild ? {} : { refs }) };
    case 'withdraw':
    case 'restore':
      return { op, id, reason };
    case 'move': {
      const movable = (item: Known) => ['answer', 'option', 'reply'].includes(item.kind);
      return { op, reason, ...more, ...below, id: pick(0, movable) };
    }
    case 'confirm':
      return {
        op,
        reason,
        id: pick(0, (item) => item.kind === 'summary' && !item.stale),
        confirmed: recipe.flag,
      };
    case 'delivery':
      return { op, reason, id: pick(0, question), message_id: recipe.message ?? 'm99' };
    case 'metadata':
      return { op, reason, ...(recipe.flag ? { text } : { description: text }) };
    case 'start':
      return { op, text };
    case 'pause':
    case 'resume':
      return { op, reason };
    case 'close':
      return { op };
  }
}
