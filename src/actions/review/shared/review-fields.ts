import type { Zod } from '../../kit/action.ts';

/** Fields by which a request names a review and what is in it. */
export function reviewFields(z: Zod) {
  return {
    threadId: z.string().check(z.describe('Id of a thread, such as u-1')),
    fileId: z.string().check(z.describe('Id of a file, such as f-1')),
    /** In a path, so in digits; a number written in another way names no round. */
    round: z.string().check(z.regex(/^(0|[1-9]\d{0,8})$/), z.describe('Number of a round')),
    /** For entry points that stand in front of no review. */
    url: z.optional(
      z
        .string()
        .check(z.describe('Address of the review; without it the one that runs in the folder')),
    ),
  };
}
