import { isRefusal, refuse } from '../../core/refusal.ts';
import { renderFile } from '../../session/render-file.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { count, list, object, text } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReviewFile } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) =>
  z.object({
    fileId: reviewFields(z).fileId,
    from: z.optional(z.coerce.number().check(z.describe('The first section, from 0'))),
    count: z.optional(
      z.coerce.number().check(z.describe('How many sections; all that follow without it')),
    ),
    all: z.optional(
      z.literal('yes').check(z.describe('For a file that is too large to be shown unasked')),
    ),
  });

/** Longest patch of one file that is shown unasked, in characters. */
const longestPatch = 1_000_000;

const output = (z: Zod) => {
  const { fileId, sourceVersion } = reviewSchemas(z);
  const heading = z.object({
    block: count(z, 'Its block'),
    level: count(z, '1 to 6'),
    text: text(z, 'What it says'),
  });
  const section = z.object({
    number: count(z, 'Its place, from 0'),
    firstBlock: count(z, 'Its first block'),
    lastBlock: count(z, 'Its last block'),
    lines: count(z, 'Lines of source'),
    html: text(z, 'Sanitised HTML'),
  });
  const size = z.object({ characters: count(z, 'Characters'), lines: count(z, 'Lines') });
  return z.object({
    fileId,
    sourceVersion,
    words: count(z, 'Words of the file'),
    unseen: object(z, 'What is in the source and not seen in its text', {
      parts: count(z, 'Comments and other words that are folded away'),
      characters: count(z, 'Characters that are drawn as escapes'),
    }),
    outline: list(z, heading, 'The headings'),
    sectionCount: count(z, 'How many sections there are'),
    sections: list(z, section, 'Those that were asked for'),
    tooLarge: z.optional(
      size.check(z.describe('Size of a patch that is too large to be shown unasked')),
    ),
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
      const message = `from and count must be 0 or more, got ${from} and ${count}`;
      return refuse('validation_error', message);
    }
    const { text } = document;
    const isPatch = state.files.get(fileId)?.kind === 'diff';
    if (isPatch && text.length > longestPatch && request.all === undefined) {
      return tooLarge(fileId, state.sourceVersion, text);
    }
    const { outline, sections, unseen } = await renderFile(context.ports, reviews.log, {
      state,
      fileId,
    });
    return {
      fileId,
      sourceVersion: state.sourceVersion,
      words: blocks.reduce((sum, { text }) => sum + (text.match(/\S+/g)?.length ?? 0), 0),
      unseen,
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
    unseen: { parts: 0, characters: 0 },
    outline: [],
    sectionCount: 0,
    sections: [],
    tooLarge: { characters: text.length, lines: text.split('\n').length },
  };
}
