import type { StreamKind } from '../../../core/review/stream-payloads.ts';
import type { Zod } from '../../kit/action.ts';
import type * as z from '../../kit/zod-subset.ts';
import { askedQuestionShape } from '../../question/shared/room-question-shapes.ts';
import { reviewFields } from './review-fields.ts';
import { reviewSchemas } from './review-schemas.ts';

/** The shape of each payload of a review's stream, by its kind. */
export type ReviewEventSchemas = Readonly<Record<StreamKind, z.ZodMiniType>>;

/** The events of a review as clients receive them. */
export function reviewEventSchemas(z: Zod): ReviewEventSchemas {
  const { requestId } = reviewFields(z);
  const { thread, message, resolution, source, draft, file, place, writeBack } = reviewSchemas(z);
  const threadId = z.string();
  return {
    'session.started': sessionStarted(z),
    'thread.created': thread,
    'reply.added': message,
    'thread.resolved': z.object({ threadId, resolution, requestId }),
    'thread.unresolved': z.object({ threadId }),
    'thread.deleted': z.object({ threadId }),
    'source.updated': z.object(source),
    'prompt.suggest_done': z.object({ idle_for_secs: z.int() }),
    'session.done': transcript(z),
    'take.added': message,
    'thread.updated': thread,
    'message.edited': z.object({ threadId, messageId: z.string(), text: z.string() }),
    'message.removed': z.object({ threadId, messageId: z.string() }),
    'writes.changed': z.object({ threads: z.array(z.object({ threadId, ...writeBack })) }),
    'draft.updated': draft,
    'draft.cleared': z.union([
      z.object({ scope: z.literal('newThread'), fileId: z.string(), ...place }),
      z.object({ scope: z.literal('followup'), threadId }),
    ]),
    'file.added': z.extend(file, { sourceVersion: z.int() }),
    'file.renamed': z.object({ fileId: z.string(), path: z.string() }),
    'file.viewed': z.object({ fileId: z.string(), viewed: z.boolean() }),
    'delivery.updated': z.object({ delivered: z.array(z.string()) }),
    'agent.presence': z.object({ listening: z.boolean() }),
    'questions.changed': z.object({ questions: z.array(askedQuestionShape(z)) }),
  };
}

function sessionStarted(z: Zod) {
  return z.object({
    url: z.string(),
    mode: z.enum(['markdown', 'diff', 'mixed']),
    source_file: z.string(),
    files_count: z.int(),
    started_at: z.string(),
    git_args: z.optional(z.array(z.string())),
    review_id: z.string(),
    resumed: z.optional(z.literal(true)),
  });
}

function transcript(z: Zod) {
  const { thread, message, resolution, file, verdict } = reviewSchemas(z);
  return z.object({
    files: z.array(file),
    threads: z.array(
      z.extend(thread, {
        replies: z.array(message),
        takes: z.array(message),
        resolution: z.nullable(resolution),
        deletedAt: z.nullable(z.string()),
      }),
    ),
    verdict: z.optional(verdict),
    /** On the event stream: where the transcript was written, or null. */
    transcriptPath: z.optional(z.nullable(z.string())),
  });
}
