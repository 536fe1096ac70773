import type { Zod } from '../../kit/action.ts';

/** Shapes that several actions of a review share. */
export function reviewSchemas(z: Zod) {
  const text = (words: string) => z.string().check(z.describe(words));
  const count = (words: string) => z.int().check(z.describe(words));
  const author = z.object({
    name: z.string().check(z.minLength(1), z.maxLength(80)),
    kind: z.enum(['person', 'agent']),
  });
  const lineRange = z
    .object({ start: z.int(), end: z.int() })
    .check(z.describe("Lines of a block's own text, from 1; for a code or diff block"));
  const quote = z
    .object({ exact: z.string(), prefix: z.string(), suffix: z.string() })
    .check(z.describe('A phrase, and the text before and after it'));
  const range = z
    .object({ startOffset: z.int(), endOffset: z.int() })
    .check(z.describe('Where the phrase begins in the first block and ends in the last'));
  const intent = z
    .enum(['comment', 'question', 'change', 'suggestion'])
    .check(z.describe('What a remark is for; a suggestion carries a replacement'));
  const place = {
    anchorStart: count('First commentable block, counted from 1'),
    anchorEnd: count('Last commentable block'),
    lineRange: z.optional(lineRange),
    quote: z.optional(quote),
    range: z.optional(range),
  };
  const remark = {
    text: text('Markdown, kept exactly as sent'),
    author: z.optional(author),
    intent: z.optional(intent),
    replacement: z.optional(
      text('Source text that a suggestion puts in place of the anchored one'),
    ),
  };
  const delivery = z
    .enum(['saved', 'delivered', 'answered'])
    .check(z.describe('How far a remark of a person has come on its way to an agent'));
  const message = z.object({
    id: z.string(),
    threadId: z.string(),
    createdAt: z.string(),
    ...remark,
    delivery: z.optional(delivery),
  });
  const thread = z.object({
    id: z.string(),
    fileId: z.string(),
    snippet: text('Text of the place, for people'),
    breadcrumb: text('Headings above the place, joined with ›'),
    createdAt: z.string(),
    kind: z.enum(['user', 'prepopulated']),
    orphaned: z.optional(
      z.literal(true).check(z.describe('The text is gone; the place is the last one known')),
    ),
    moved: z.optional(
      z.literal(true).check(z.describe('The text was found again with changes, unconfirmed')),
    ),
    carriedFrom: z.optional(text('The thread of an earlier review that this one goes on with')),
    writeBack: z.optional(z.literal('pending')),
    delivery: z.optional(delivery),
    ...place,
    ...remark,
  });
  const draft = z.object({
    scope: z.enum(['newThread', 'followup']),
    text: z.string(),
    updatedAt: z.string(),
    threadId: z.optional(z.string()),
    fileId: z.optional(z.string()),
    anchorStart: z.optional(z.int()),
    anchorEnd: z.optional(z.int()),
    lineRange: place.lineRange,
    quote: place.quote,
    range: place.range,
    intent: remark.intent,
    replacement: remark.replacement,
  });
  const writeBack = z.optional(z.literal('pending'));
  const resolution = z.object({
    decision: z.nullable(text('What was decided, in words')),
    resolvedAt: z.string(),
  });
  const file = z.object({
    id: z.string(),
    path: z.string(),
    kind: z.enum(['markdown', 'diff']),
    viewed: z.optional(z.boolean()),
  });
  const verdict = z.object({
    optionId: z.string(),
    label: z.string(),
    feedback: z.optional(z.string()),
    decidedAt: z.string(),
  });
  const source = {
    markdown: z.string(),
    fileId: z.string(),
    renderedHtml: text('Sanitised HTML of the whole file'),
    threadAnchors: z.array(
      z.object({
        threadId: z.string(),
        anchorStart: z.int(),
        anchorEnd: z.int(),
        orphaned: z.boolean(),
      }),
    ),
    orphanedThreadIds: z.array(z.string()),
    sourceVersion: z.int(),
  };
  const ok = z.object({ ok: z.literal(true) });
  return {
    author,
    lineRange,
    quote,
    range,
    intent,
    place,
    remark,
    message,
    thread,
    draft,
    resolution,
    writeBack,
    file,
    verdict,
    source,
    ok,
  };
}
