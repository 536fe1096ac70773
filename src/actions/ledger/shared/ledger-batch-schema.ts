import { maxIdBytes, maxOperations, maxTextBytes } from '../../../core/ledger/limits.ts';
import { vias } from '../../../core/question/provenance.ts';
import type { Zod } from '../../kit/action.ts';

/** The form of a context token, as a pattern that JSON Schema can carry. */
const contextPattern = /^(?:lwcctx-v1|ctx-v1)-[0-9a-f]{64}$/;

const fromContextPattern = /^(?:(?:lwcctx-v1|ctx-v1)-[0-9a-f]{64})?$/;

/**
 * The shape of a batch: the one schema that the command line, MCP and the printed contract share. Fields that an
 * operation gives no meaning to are allowed in every operation, of the right type.
 */
export function ledgerBatchSchema(z: Zod) {
  const fields = meaningfulFields(z);
  const { id, text, reason, parent, ordinal, messageId, refs } = fields;
  const any = meaninglessFields(z, fields.via);
  const item = { id, text, message_id: messageId, ordinal };
  const change = { id, reason };
  const operation = z.discriminatedUnion('op', [
    z.strictObject({ ...any, op: z.literal('start'), text }),
    z.strictObject({ ...any, op: z.enum(['question', 'gap', 'reply']), ...item, parent }),
    z.strictObject({ ...any, op: z.enum(['answer', 'option']), ...item, parent: id }),
    z.strictObject({ ...any, op: z.literal('summary'), ...item, refs }),
    z.strictObject({ ...any, op: z.literal('revise'), ...change, text }),
    z.strictObject({ ...any, op: z.enum(['withdraw', 'restore']), ...change }),
    z.strictObject({ ...any, op: z.literal('move'), ...change, parent, ordinal }),
    z.strictObject({ ...any, op: z.literal('confirm'), ...change, confirmed: z.boolean() }),
    z.strictObject({ ...any, op: z.literal('delivery'), ...change, message_id: id }),
    z.strictObject({ ...any, op: z.literal('metadata'), reason, text: z.optional(text) }),
    z.strictObject({ ...any, op: z.enum(['pause', 'resume']), reason }),
    z.strictObject({ ...any, op: z.literal('close') }),
  ]);
  return z.strictObject({
    id,
    context: z.string().check(z.regex(contextPattern)),
    request_id: id,
    if_revision: z.int().check(z.minimum(0)),
    operations: z.array(operation).check(z.minLength(1), z.maxLength(maxOperations)),
    from_context: z.optional(z.string().check(z.regex(fromContextPattern))),
  });
}

/** Fields where an operation gives them a meaning. A pattern of a non-blank text also refuses an empty one. */
function meaningfulFields(z: Zod) {
  const id = z.string().check(z.regex(/\S/), z.maxLength(maxIdBytes));
  const text = z.string().check(z.regex(/\S/), z.maxLength(maxTextBytes));
  return {
    id,
    text,
    reason: text,
    parent: z.optional(id),
    ordinal: z.optional(z.int().check(z.minimum(0))),
    messageId: z.optional(id),
    refs: z.array(id).check(z.minLength(1)),
    via: z.optional(z.enum(vias)),
  };
}

function meaninglessFields<Via>(z: Zod, via: Via) {
  const id = z.optional(z.string().check(z.maxLength(maxIdBytes)));
  const text = z.optional(z.string().check(z.maxLength(maxTextBytes)));
  return {
    id,
    parent: id,
    text,
    description: text,
    reason: text,
    refs: z.optional(z.array(z.string().check(z.maxLength(maxIdBytes)))),
    ordinal: z.optional(z.int()),
    confirmed: z.optional(z.boolean()),
    message_id: id,
    via,
  };
}
