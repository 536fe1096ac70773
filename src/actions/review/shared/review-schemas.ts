import type { Zod } from '../../kit/action.ts';
import { count, flag, list, object, oneOf, text, texts } from '../../kit/described.ts';
import { reviewFields } from './review-fields.ts';

/** Shapes that several actions of a review share. */
export function reviewSchemas(z: Zod) {
  const author = object(z, 'Who says it', {
    name: z
      .string()
      .check(z.minLength(1), z.maxLength(80), z.describe('Shown beside what is said')),
    kind: oneOf(z, ['person', 'agent'], 'What the name is of'),
  });
  const lineRange = object(z, "Lines of a block's own text, from 1; for a code or diff block", {
    start: count(z, 'First line'),
    end: count(z, 'Last line'),
  });
  const quote = object(z, 'A phrase, and the text before and after it', {
    exact: text(z, 'The phrase'),
    prefix: text(z, 'Text before it'),
    suffix: text(z, 'Text after it'),
  });
  const range = object(z, 'Where the phrase begins in the first block and ends in the last', {
    startOffset: count(z, 'In the first block'),
    endOffset: count(z, 'In the last block'),
  });
  const intent = oneOf(
    z,
    ['comment', 'question', 'change', 'suggestion'],
    'What a remark is for; a suggestion carries a replacement',
  );
  const anchorFields = {
    anchorStart: count(z, 'First commentable block, counted from 1'),
    anchorEnd: count(z, 'Last commentable block'),
    lineRange: z.optional(lineRange),
    quote: z.optional(quote),
    range: z.optional(range),
  };
  const remark = {
    text: text(z, 'Markdown, kept exactly as sent'),
    author: z.optional(author),
    intent: z.optional(intent),
    replacement: z.optional(
      text(z, 'Source text that a suggestion puts in place of the anchored one'),
    ),
  };
  const delivery = oneOf(
    z,
    ['saved', 'delivered', 'answered'],
    'How far a remark of a person has come on its way to an agent',
  );
  const threadId = text(z, 'Id of the thread');
  const fileId = text(z, 'Id of the file');
  const createdAt = text(z, 'When it was made');
  const message = z.object({
    id: text(z, 'Id of the message'),
    threadId,
    createdAt,
    ...remark,
    requestId: reviewFields(z).requestId,
    delivery: z.optional(delivery),
    removed: z.optional(
      z.literal(true).check(z.describe('It was removed from the file since the last round')),
    ),
  });
  const writeBack = {
    writeBack: z.optional(
      oneOf(
        z,
        ['pending', 'none'],
        'pending: it could not be written into the file yet; none: the file cannot hold it',
      ),
    ),
    writeBackReason: z.optional(text(z, 'Why the file cannot hold it')),
  };
  const thread = z.object({
    id: threadId,
    fileId,
    snippet: text(z, 'Text of the place, for people'),
    breadcrumb: text(z, 'Headings above the place, joined with ›'),
    createdAt,
    kind: oneOf(
      z,
      ['user', 'prepopulated'],
      'prepopulated: it came with the review and cannot be deleted',
    ),
    orphaned: z.optional(
      z.literal(true).check(z.describe('The text is gone; the place is the last one known')),
    ),
    moved: z.optional(
      z.literal(true).check(z.describe('The text was found again with changes, unconfirmed')),
    ),
    requestId: reviewFields(z).requestId,
    carriedFrom: z.optional(text(z, 'The thread of an earlier review that this one goes on with')),
    ...writeBack,
    delivery: z.optional(delivery),
    ...anchorFields,
    ...remark,
  });
  const draft = z.object({
    scope: oneOf(z, ['newThread', 'followup'], 'What is being written'),
    text: text(z, 'Markdown so far'),
    updatedAt: text(z, 'When it was kept'),
    threadId: z.optional(threadId),
    fileId: z.optional(fileId),
    anchorStart: z.optional(anchorFields.anchorStart),
    anchorEnd: z.optional(anchorFields.anchorEnd),
    lineRange: anchorFields.lineRange,
    quote: anchorFields.quote,
    range: anchorFields.range,
    intent: remark.intent,
    replacement: remark.replacement,
  });
  const resolution = z.object({
    decision: z.nullable(z.string()).check(z.describe('What was decided, in words')),
    resolvedAt: text(z, 'When it was resolved'),
  });
  const file = z.object({
    id: fileId,
    path: text(z, 'As it was named'),
    kind: oneOf(z, ['markdown', 'diff', 'code'], 'How it is read'),
    viewed: z.optional(flag(z, 'The reviewer has marked it as viewed')),
  });
  const verdict = object(z, 'How it was decided', {
    optionId: text(z, 'Id of the chosen option'),
    label: text(z, 'Its label'),
    feedback: z.optional(text(z, 'What was said with it')),
    decidedAt: text(z, 'When it was given'),
  });
  const sourceVersion = count(z, 'Version of the text, counted up with each change');
  const stood = z.object({
    threadId,
    anchorStart: anchorFields.anchorStart,
    anchorEnd: anchorFields.anchorEnd,
    orphaned: flag(z, 'Its text is gone'),
  });
  const anchorMoved = object(z, 'The first block, when snippet was found in another', {
    from: count(z, 'As it was sent'),
    to: count(z, 'Where it stands'),
  });
  const source = {
    markdown: text(z, 'The new text'),
    fileId,
    renderedHtml: text(z, 'Sanitised HTML of the whole file'),
    threadAnchors: list(z, stood, 'Where each thread stands now'),
    orphanedThreadIds: texts(z, 'Threads whose text is gone'),
    sourceVersion,
    requestId: reviewFields(z).requestId,
  };
  const done = z.literal(true).check(z.describe('It was done'));
  const ok = z.object({ ok: done });
  return {
    author,
    lineRange,
    quote,
    range,
    intent,
    place: anchorFields,
    remark,
    message,
    thread,
    draft,
    resolution,
    writeBack,
    file,
    verdict,
    stood,
    anchorMoved,
    source,
    sourceVersion,
    threadId,
    fileId,
    createdAt,
    done,
    ok,
  };
}

/** A thread with all that was said in it. */
export function threadWithMessages(z: Zod) {
  const { thread, message, resolution } = reviewSchemas(z);
  return z.extend(thread, {
    replies: list(z, message, "People's replies"),
    takes: list(z, message, "Agents' takes"),
    resolution: z.nullable(resolution).check(z.describe('How it was resolved')),
  });
}
