import { isRefusal, refuse } from '../../core/refusal.ts';
import { renderFile } from '../../session/render-file.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReviewFile } from './shared/review-room.ts';

const input = (z: Zod) =>
  z.object({
    fileId: reviewFields(z).fileId,
    /** The first section wanted, from 0. */
    from: z.optional(z.coerce.number()),
    /** How many sections; all that follow without it. */
    count: z.optional(z.coerce.number()),
    /** `yes` for a file that is too large to be shown unasked. */
    all: z.optional(z.literal('yes')),
  });

/** Longest patch of one file that is shown unasked, in characters. */
const longestPatch = 1_000_000;

const output = (z: Zod) => {
  const entry = z.object({ block: z.int(), level: z.int(), text: z.string() });
  const section = z.object({
    number: z.int(),
    firstBlock: z.int(),
    lastBlock: z.int(),
    lines: z.int(),
    html: z.string(),
  });
  return z.object({
    fileId: z.string(),
    sourceVersion: z.int(),
    words: z.int(),
    outline: z.array(entry),
    sectionCount: z.int(),
    sections: z.array(section),
    /** The file's patch is too large to be shown unasked: its size. */
    tooLarge: z.optional(z.object({ characters: z.int(), lines: z.int() })),
  });
};

/** A file of a review as HTML, in sections. */
export const reviewDocument = defineAction({
  input,
  output,
  async run(request, context) {
    const opened = await openReviewFile(context, request.fileId);
    if (isRefusal(opened)) return opened;
    const { state, reviews, document } = opened;
    const { fileId, blocks } = document;
    const { from = 0, count = Number.MAX_SAFE_INTEGER } = request;
    if (!(from >= 0 && count >= 0)) {
      return refuse(
        'validation_error',
        `from and count must be 0 or more, got ${from} and ${count}`,
      );
    }
    const { text } = document;
    const isPatch = state.files.get(fileId)?.kind === 'diff';
    if (isPatch && text.length > longestPatch && request.all === undefined) {
      return tooLarge(fileId, state.sourceVersion, text);
    }
    const { outline, sections } = await renderFile(context.ports, reviews.log, {
      state,
      fileId,
    });
    return {
      fileId,
      sourceVersion: state.sourceVersion,
      words: blocks.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0),
      outline,
      sectionCount: sections.length,
      // A section's HTML is made when it is taken, so only those that are wanted are.
      sections: sections
        .slice(from, from + count)
        .map((section, index) => ({ ...section, number: Math.trunc(from) + index })),
    };
  },
});

function tooLarge(fileId: string, sourceVersion: number, text: string) {
  return {
    fileId,
    sourceVersion,
    words: 0,
    outline: [],
    sectionCount: 0,
    sections: [],
    tooLarge: { characters: text.length, lines: text.split('\n').length },
  };
}
