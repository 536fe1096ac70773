import { itemKinds } from '../../../core/ledger/item.ts';
import { vias } from '../../../core/question/provenance.ts';
import type { Zod } from '../../kit/action.ts';
import { count, flag, oneOf, text, texts } from '../../kit/described.ts';

/** Shapes of what reading a ledger returns. */
export function ledgerOutputs(z: Zod) {
  const id = text(z, 'Id of the discussion');
  const itemId = text(z, 'Id of the item');
  const state = oneOf(z, ['active', 'paused', 'closed'], 'Whether the discussion goes on');
  const revision = count(z, 'Revision of the discussion');
  const kind = oneOf(z, itemKinds, 'What it is');
  const page = {
    total: count(z, 'How many there are'),
    offset: count(z, 'How many were passed over'),
    limit: count(z, 'How many a page holds'),
  };
  const item = z.object({
    id: itemId,
    kind,
    original: text(z, 'As it was first recorded'),
    text: text(z, 'As it reads now'),
    parent: z.nullable(z.string()).check(z.describe('The question that it belongs to')),
    refs: z.readonly(texts(z, 'Of a summary: the items that it rests on')),
    stale: flag(z, 'Of a summary: an item that it rests on has changed since'),
    ordinal: count(z, 'Its place among its siblings'),
    revision: count(z, 'Revision that it was changed in last'),
    confirmed: flag(z, 'Of a summary: the user agrees'),
    withdrawn: flag(z, 'It counts no more'),
    message_id: z
      .nullable(z.string())
      .check(z.describe("The host's id of the message that it records")),
    delivery: oneOf(
      z,
      ['prepared', 'reported_delivered'],
      'Of a question: whether it was put to the user',
    ),
    via: z.nullable(z.enum(vias)).check(z.describe('How the answer came')),
  });
  const head = {
    id,
    title: text(z, 'What it is about'),
    description: text(z, 'More of that'),
    context: text(z, 'The context that it is bound to; empty for none'),
    state,
    revision,
    created_at: text(z, 'When it began'),
    updated_at: text(z, 'When it was changed last'),
  };
  const batch = {
    revision: count(z, 'The revision that it made'),
    input: text(z, 'The batch as it was sent'),
    created_at: text(z, 'When it was applied'),
  };
  return { id, itemId, state, revision, kind, page, item, head, batch };
}

/** How a batch concerned an item. */
export const changeEffect = (z: Zod) =>
  oneOf(
    z,
    ['named', 'staled'],
    'named: an operation says it; staled: what it rests on has changed',
  );

/** Fields by which a read says who reads and, where it is paged, which stretch. */
export function ledgerReadFields(z: Zod) {
  return {
    context: z.optional(
      text(z, 'Context token that the host has stated, such as ctx-v1-…; refused without it'),
    ),
    offset: z.optional(z.int()),
    limit: z.optional(z.int()),
  };
}

/** Rules of every read, and of those in pages. */
export const readRules = ['`context` is ctx-v1- or lwcctx-v1- and 64 lower-case hex digits.'];
export const pageRules = [...readRules, '`offset` is 0 or more, and `limit` is 1 to 100.'];
