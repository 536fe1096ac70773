import type { Zod } from './action.ts';

/** Fields by which a request names a review and what is in it. */
export function reviewFields(z: Zod) {
  return {
    threadId: z.string().check(z.describe('Id of a thread, such as u-1')),
    fileId: z.string().check(z.describe('Id of a file, such as f-1')),
    /** For doors that stand in front of no review. */
    url: z.optional(
      z
        .string()
        .check(z.describe('Address of the review; without it the one that runs in the folder')),
    ),
  };
}
