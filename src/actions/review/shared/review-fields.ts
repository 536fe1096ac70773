import type { Zod } from '../../kit/action.ts';
import { count, oneOf, text } from '../../kit/described.ts';

/** Fields by which a request names a review and what is in it. */
export function reviewFields(z: Zod) {
  return {
    threadId: text(z, 'Id of a thread, such as u-1'),
    fileId: text(z, 'Id of a file, such as f-1'),
    /** In a path, so in digits; a number written in another way names no round. */
    round: z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/), z.describe('Number of a round')),
    /** For entry points that stand in front of no review. */
    url: z.optional(text(z, 'Address of the review; without it the one that runs in the folder')),
    requestId: z.optional(
      z
        .string()
        .check(
          z.minLength(1),
          z.maxLength(200),
          z.describe('Chosen by the sender: a request that is sent again with it has one effect'),
        ),
    ),
    review: z.optional(text(z, 'Id of the review, which need not run')),
  };
}

/** Fields that tell of a review as a whole. */
export function reviewHeadFields(z: Zod) {
  return {
    mode: oneOf(z, ['markdown', 'diff', 'mixed'], 'What is reviewed'),
    sourceFile: text(z, 'What is reviewed, in words'),
    startedAt: text(z, 'When it began'),
    finishedAt: text(z, 'When it was finished'),
    round: count(z, 'Which time the text is reviewed, from 1'),
  };
}
