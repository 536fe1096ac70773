import type { DeepReadonly, Zod } from '../../kit/action.ts';
import { count, flag, list, objects, oneOf, text, texts } from '../../kit/described.ts';
import type * as z from '../../kit/zod-subset.ts';

const threadOf = (z: Zod) =>
  z.object({
    file: z.optional(file(z)),
    thread_id: threadId(z),
    initiator: text(z, 'Who opened it'),
    status: oneOf(z, ['OPEN', 'RESOLVED', 'REOPEN'], 'What its root says'),
    last_speaker: text(z, 'Who spoke last'),
    reply_count: count(z, 'How many replies it has'),
    snippet: text(z, 'Beginning of its root'),
    total_lines: count(z, 'Lines of the file'),
    anchor_line: count(z, 'Line of the text above it'),
    anchor_text: text(z, 'That text'),
    root_line: count(z, 'Line of its root'),
    root_text: text(z, 'Speaker and text of its root'),
    mentioned_agents: texts(z, 'Who is mentioned'),
    key: text(z, 'Names the thread while its root stands'),
    comments: list(z, commentOf(z), 'The root and its replies'),
    lead_in: z.optional(z.literal(true).check(z.describe('A remark such as "Note"'))),
    category: z.optional(
      oneOf(
        z,
        ['awaiting_my_reply', 'unresolved', 'unanswered'],
        'Why it blocks the one who was named',
      ),
    ),
    file_hash: z.optional(text(z, 'SHA-256 of the file')),
  });

const file = (z: Zod) => text(z, 'The file, where there are several');
const threadId = (z: Zod) => text(z, 'Number of the thread, such as T-001');

const commentOf = (z: Zod) =>
  z.object({
    index: count(z, 'Its place in the thread, from 1'),
    depth: count(z, 'How deep it is quoted'),
    speaker: text(z, 'Who says it'),
    text: text(z, 'Markdown'),
    line: count(z, 'Its first line'),
  });

const findingsOf = (z: Zod) =>
  objects(z, 'Lines that are read otherwise than meant', {
    file: z.optional(file(z)),
    line: count(z, 'The line'),
    rule: oneOf(
      z,
      [
        'unknown-marker',
        'marker-on-reply',
        'full-width-colon',
        'comment-in-alert',
        'orphan-reply',
        'unclosed-fence',
        'conflict-marker',
      ],
      'What it goes against',
    ),
    severity: oneOf(z, ['error', 'warning'], 'An error keeps a file from being ready'),
    message: text(z, 'What is wrong'),
  });

/** What a query returns. */
export const inlineQueryOutput = (z: Zod) =>
  z.object({
    threads: z.optional(list(z, threadOf(z), 'In order of the files')),
    is_ready: z.optional(flag(z, 'All is settled')),
    ready_blockers: z.optional(
      objects(z, 'What is not settled', {
        file: z.optional(file(z)),
        thread_id: threadId(z),
        root_line: count(z, 'Line of its root'),
        reason: text(z, 'Why it is not settled'),
      }),
    ),
    skipped: z.optional(
      objects(z, 'What could not be looked at, which keeps all from being ready', {
        file: text(z, 'The file or folder'),
        reason: text(z, 'Why'),
      }),
    ),
    findings: z.optional(findingsOf(z)),
  });

/** What lint returns. */
export const inlineFindings = (z: Zod) => z.object({ findings: findingsOf(z) });

/** What a change returns. */
export const inlineChangeOutput = (z: Zod) =>
  z.object({
    ok: z.literal(true).check(z.describe('It was done')),
    thread: threadOf(z).check(z.describe('As it stands now')),
    level: count(z, 'How it was found: 0 where it was expected, 1 exactly, 2 by likeness'),
    flattened: z.optional(
      z
        .literal(true)
        .check(z.describe('The reply stands beside what it answers: deeper is too deep')),
    ),
    unchanged: z.optional(z.literal(true).check(z.describe('Nothing was to be done'))),
    thread_id_given: z.optional(
      text(z, 'This number belongs to another thread by now; the tuple was followed'),
    ),
    hash: text(z, 'SHA-256 of the file after the change, for a later if_hash'),
  });

/** What a query returns: threads, or with `check_ready` the readiness, or with `lint` the findings. */
export type InlineQueryOutput = DeepReadonly<z.infer<ReturnType<typeof inlineQueryOutput>>>;
/** What a change returns. */
export type InlineChangeOutput = DeepReadonly<z.infer<ReturnType<typeof inlineChangeOutput>>>;
