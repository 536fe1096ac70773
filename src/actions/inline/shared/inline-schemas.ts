import type { DeepReadonly, Zod } from '../../kit/action.ts';
import type * as z from '../../kit/zod-subset.ts';

const threadOf = (z: Zod) =>
  z.object({
    file: z.optional(z.string()),
    thread_id: z.string(),
    initiator: z.string(),
    status: z.enum(['OPEN', 'RESOLVED', 'REOPEN']),
    last_speaker: z.string(),
    reply_count: z.int(),
    snippet: z.string(),
    total_lines: z.int(),
    anchor_line: z.int(),
    anchor_text: z.string(),
    root_line: z.int(),
    root_text: z.string(),
    mentioned_agents: z.array(z.string()),
    key: z.string(),
    comments: z.array(
      z.object({
        index: z.int(),
        depth: z.int(),
        speaker: z.string(),
        text: z.string(),
        line: z.int(),
      }),
    ),
    lead_in: z.optional(z.literal(true)),
    category: z.optional(z.enum(['awaiting_my_reply', 'unresolved', 'unanswered'])),
    file_hash: z.optional(z.string()),
  });

const findingsOf = (z: Zod) =>
  z.array(
    z.object({
      file: z.optional(z.string()),
      line: z.int(),
      rule: z.enum([
        'unknown-marker',
        'marker-on-reply',
        'full-width-colon',
        'comment-in-alert',
        'orphan-reply',
        'unclosed-fence',
      ]),
      severity: z.enum(['error', 'warning']),
      message: z.string(),
    }),
  );

/** What a query answers. */
export const inlineQueryOutput = (z: Zod) =>
  z.object({
    threads: z.optional(z.array(threadOf(z))),
    is_ready: z.optional(z.boolean()),
    ready_blockers: z.optional(
      z.array(
        z.object({
          file: z.optional(z.string()),
          thread_id: z.string(),
          root_line: z.int(),
          reason: z.string(),
        }),
      ),
    ),
    findings: z.optional(findingsOf(z)),
  });

/** What lint answers. */
export const inlineFindings = (z: Zod) => z.object({ findings: findingsOf(z) });

/** What a change answers. */
export const inlineChangeOutput = (z: Zod) =>
  z.object({
    ok: z.literal(true),
    thread: threadOf(z),
    /** How it was found: 0 where it was expected, 1 exactly, 2 by likeness. */
    level: z.int(),
    /** The reply stands beside what it answers, because deeper would be too deep. */
    flattened: z.optional(z.literal(true)),
    /** Nothing was to be done. */
    unchanged: z.optional(z.literal(true)),
    /** The number that was given belongs to another thread by now; the tuple was followed. */
    thread_id_given: z.optional(z.string()),
    /** SHA-256 of the file after the change, for a later `if_hash`. */
    hash: z.string(),
  });

/** What a query answers: threads, or with `check_ready` the readiness, or with `lint` the findings. */
export type InlineQueryOutput = DeepReadonly<z.infer<ReturnType<typeof inlineQueryOutput>>>;
/** What a change answers. */
export type InlineChangeOutput = DeepReadonly<z.infer<ReturnType<typeof inlineChangeOutput>>>;
