import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, refuse } from '../../core/refusal.ts';
import { decideSource } from '../../core/review/decide-source.ts';
import { chooseFile } from '../../core/review/decision.ts';
import { pushedPatch } from '../../core/review/pushed-patch.ts';
import { readDocument } from '../../core/review/reviewed-document.ts';
import { sourcePayload } from '../../core/review/stream-message.ts';
import { textsOfAnchors } from '../../session/anchor-texts.ts';
import { reviewStreamPorts } from '../../session/stream-ports.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { invalidInput } from '../kit/check-shape.ts';
import { flag, list, text } from '../kit/described.ts';
import { changeOnce } from './shared/change-once.ts';
import { reviewFields } from './shared/review-fields.ts';
import { decisionContext, openLiveRoom } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const input = (z: Zod) => {
  const { lineRange, place, anchorMoved } = reviewSchemas(z);
  const placement = z.strictObject({
    threadId: reviewFields(z).threadId,
    anchorStart: z.optional(place.anchorStart),
    anchorEnd: z.optional(place.anchorEnd),
    snippet: z.optional(text(z, 'Text of the first block')),
    lineRange: z.optional(lineRange),
    orphaned: z.optional(flag(z, 'Its text is gone; no place is needed then')),
    anchorMoved: z.optional(anchorMoved),
  });
  return z.strictObject({
    markdown: text(z, 'The whole new text of the file'),
    fileId: z.optional(reviewFields(z).fileId),
    threadAnchors: z.optional(
      list(z, placement, 'Where threads stand in the new text, or that they are orphaned'),
    ),
    reanchor: z.optional(
      z
        .literal('auto')
        .check(z.describe('"auto" finds the places that thread_anchors does not give')),
    ),
    requestId: reviewFields(z).requestId,
    url: reviewFields(z).url,
  });
};

const output = (z: Zod) => {
  const { source, threadId, place, anchorMoved, stood } = reviewSchemas(z);
  const { anchorStart, anchorEnd } = place;
  const position = (description: string) =>
    z
      .union([z.object({ anchorStart, anchorEnd }), z.literal('orphaned')])
      .check(z.describe(description));
  const disagreement = z.object({
    threadId,
    given: position('Where it was sent to'),
    found: position('Where its text is'),
  });
  const reanchored = z.object({
    threadId,
    orphaned: flag(z, 'Its text is gone'),
    moved: flag(z, 'Its text was found again with changes'),
    how: z.optional(text(z, 'By what it was found')),
    score: z.optional(z.number().check(z.describe('Likeness of the text, up to 1'))),
  });
  return z.object({
    ...source,
    threadAnchors: list(
      z,
      z.extend(stood, { anchorMoved: z.optional(anchorMoved) }),
      'Where each thread stands now',
    ),
    disagreements: z.optional(
      list(z, disagreement, 'Threads whose text is not where they were sent'),
    ),
    reanchored: z.optional(list(z, reanchored, 'How each place was found by itself')),
  });
};

/** Gives a file of a review a new text, and its threads their places in it. */
export const reviewSource = defineAction({
  guide:
    'Use it after you have changed the reviewed document, so that the page shows the new text and every thread finds its place. With reanchor "auto" places are found by themselves; thread_anchors say where you know better. Answers where each thread stands now and which are orphaned.',
  input,
  output,
  semanticValidation: [
    'Every active thread has a place among the anchors that are given, unless places are found by themselves.',
  ],
  async run(request, context) {
    // Over HTTP the address has named the review; the body is closed, and `url` is no field of it.
    if (context.caller === 'http' && request.url !== undefined) {
      return invalidInput([{ path: '', expected: 'no such field: url', fix: 'leave url out' }]);
    }
    const room = await openLiveRoom(context, request);
    if (isRefusal(room)) return room;
    if (request.threadAnchors === undefined && request.reanchor === undefined) {
      return refuse('invalid_input', 'threadAnchors is missing: a place for every active thread', {
        field: 'threadAnchors',
        next: 'or send "reanchor": "auto"',
      });
    }
    const { reviews } = room;
    const authorship = decisionContext(context);
    const { sha256 } = context.ports;
    const asked = { room, kind: 'source.updated', input: request, context } as const;
    const changed = await changeOnce({ ...asked, author: authorship.author }, async (state) => {
      const fileId = chooseFile(state, request.fileId);
      if (isRefusal(fileId)) return fileId;
      const { kind = 'markdown', path = '' } = state.files.get(fileId) ?? {};
      const text = kind === 'diff' ? pushedPatch(request.markdown, path) : request.markdown;
      if (isRefusal(text)) return text;
      const unread = { id: fileId, kind, path, textHash: sha256(text), text };
      const document = readDocument(unread, state.started.speakers);
      const textOf = await textsOfAnchors(reviews, state);
      return decideSource(state, request, {
        ...authorship,
        document,
        textOf,
        sha256,
        origin: 'pushed',
      });
    });
    if (isRefusal(changed)) return changed;
    const payload = await sourcePayload(
      changed.event.data,
      changed.state,
      reviewStreamPorts(context.ports, reviews.log),
    );
    // One that is sent again tells where threads stand, and not once more how they were found.
    const { disagreements = [], placed, anchorsMoved } = changed.result ?? {};
    return {
      ...payload,
      threadAnchors: payload.threadAnchors.map((anchor) => ({
        ...anchor,
        ...omitUndefined({ anchorMoved: anchorsMoved?.get(anchor.threadId) }),
      })),
      ...(disagreements.length === 0 ? {} : { disagreements }),
      ...(request.reanchor === undefined || placed === undefined
        ? {}
        : { reanchored: placed.map(reanchored) }),
    };
  },
});

function reanchored({
  placement,
  how,
  score,
}: {
  readonly placement: {
    readonly threadId: string;
    readonly orphaned: boolean;
    readonly moved: boolean;
  };
  readonly how?: string;
  readonly score?: number;
}) {
  const { threadId, orphaned, moved } = placement;
  return omitUndefined({ threadId, orphaned, moved, how, score });
}
