import { itemKinds } from '../../../core/ledger/item.ts';
import { vias } from '../../../core/question/provenance.ts';
import type { Zod } from '../../kit/action.ts';

/** Shapes of what reading a ledger answers. */
export function ledgerOutputs(z: Zod) {
  const state = z.enum(['active', 'paused', 'closed']);
  const kind = z.enum(itemKinds);
  const page = { total: z.int(), offset: z.int(), limit: z.int() };
  const nullableText = z.nullable(z.string());
  const item = z.object({
    id: z.string(),
    kind,
    original: z.string(),
    text: z.string(),
    parent: nullableText,
    refs: z.readonly(z.array(z.string())),
    stale: z.boolean(),
    ordinal: z.int(),
    revision: z.int(),
    confirmed: z.boolean(),
    withdrawn: z.boolean(),
    message_id: nullableText,
    delivery: z.enum(['prepared', 'reported_delivered']),
    via: z.nullable(z.enum(vias)),
  });
  const head = {
    id: z.string(),
    title: z.string(),
    description: z.string(),
    context: z.string(),
    state,
    revision: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  };
  const batch = { revision: z.int(), input: z.string(), created_at: z.string() };
  return { state, kind, page, item, head, batch };
}

/** Fields by which a read says who reads and, where it is paged, which stretch. */
export function ledgerReadFields(z: Zod) {
  const context = z.optional(z.string());
  return { context, offset: z.optional(z.int()), limit: z.optional(z.int()) };
}

/** Rules of every read, and of those in pages. */
export const readRules = ['`context` is ctx-v1- or lwcctx-v1- and 64 lower-case hex digits.'];
export const pageRules = [...readRules, '`offset` is 0 or more, and `limit` is 1 to 100.'];
