import type { Zod } from './action.ts';

/** Shapes that several actions of a review share. */
export function reviewSchemas(z: Zod) {
  const author = z.object({
    name: z.string().check(z.minLength(1), z.maxLength(80)),
    kind: z.enum(['person', 'agent']),
  });
  const lineRange = z.object({ start: z.int(), end: z.int() });
  const quote = z.object({ exact: z.string(), prefix: z.string(), suffix: z.string() });
  const range = z.object({ startOffset: z.int(), endOffset: z.int() });
  const intent = z.enum(['comment', 'question', 'change', 'suggestion']);
  const place = {
    anchorStart: z.int(),
    anchorEnd: z.int(),
    lineRange: z.optional(lineRange),
    quote: z.optional(quote),
    range: z.optional(range),
  };
  const remark = {
    text: z.string(),
    author: z.optional(author),
    intent: z.optional(intent),
    replacement: z.optional(z.string()),
  };
  const message = z.object({
    id: z.string(),
    threadId: z.string(),
    createdAt: z.string(),
    ...remark,
    delivery: z.optional(z.enum(['saved', 'delivered', 'answered'])),
  });
  const thread = z.object({
    id: z.string(),
    fileId: z.string(),
    snippet: z.string(),
    breadcrumb: z.string(),
    createdAt: z.string(),
    kind: z.enum(['user', 'prepopulated']),
    orphaned: z.optional(z.literal(true)),
    moved: z.optional(z.literal(true)),
    carriedFrom: z.optional(z.string()),
    writeBack: z.optional(z.literal('pending')),
    delivery: z.optional(z.enum(['saved', 'delivered', 'answered'])),
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
  const resolution = z.object({ decision: z.nullable(z.string()), resolvedAt: z.string() });
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
    renderedHtml: z.string(),
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
