import { makeAnchorPlacer } from '../anchor/place-anchor.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type DecisionContext, findThread } from './decision.ts';
import type { NewEvent } from './events.ts';
import { autoPlacement } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import { findSameInline } from './same-inline.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** A thread of an earlier review, and what is needed to find its place now. */
export interface ImportContext extends DecisionContext {
  /** The review that had the thread. */
  readonly from: ReviewState;
  /** The same file in the present review, read. */
  readonly document: ReviewedDocument;
  readonly textOf: (textHash: string) => string | undefined;
}

/** Events that take a thread over, and its id in the present review. */
export interface DecidedImport {
  readonly events: readonly NewEvent[];
  readonly id: string;
}

/**
 * Takes a thread of an earlier review over into the present one, with what was said in it. It stands where its text
 * went; if that is gone it comes as an orphan. Refused with `already_carried` when it has been taken over before.
 */
export function decideImport(
  state: ReviewState,
  threadId: string,
  context: ImportContext,
): DecidedImport | Refusal {
  const thread = findThread(context.from, threadId);
  if (isRefusal(thread)) return thread;
  const carriedFrom = `review:${context.from.id}#${threadId}`;
  const imported = [...state.threads.values()].find((thread) => thread.carriedFrom === carriedFrom);
  if (imported !== undefined) {
    return refuse('already_carried', `thread ${threadId} was taken over as ${imported.id}`, {
      details: { threadId: imported.id },
    });
  }
  const id = `u-${state.counts.threads + 1}`;
  const { document } = context;
  const { placement } = autoPlacement(
    { ...thread, id },
    makeAnchorPlacer({ ...document, textOf: context.textOf }),
    document,
  );
  const { author, text, intent, replacement } = thread;
  const block = (placement.place ?? thread.place).anchorEnd;
  const shown = findSameInline(state, { ...thread, fileId: document.fileId, block });
  if (shown !== undefined && !placement.orphaned) {
    return refuse('already_carried', `thread ${threadId} stands in the file as ${shown.id}`, {
      details: { threadId: shown.id },
    });
  }
  const created: NewEvent = {
    kind: 'thread.created',
    at: context.at,
    ...omitUndefined({ author }),
    data: {
      id,
      fileId: document.fileId,
      place: placement.place ?? thread.place,
      snippet: placement.snippet ?? thread.snippet,
      breadcrumb: placement.breadcrumb ?? thread.breadcrumb,
      text,
      kind: 'user',
      carriedFrom,
      ...omitUndefined({ intent, replacement }),
    },
  };
  const placed: readonly NewEvent[] =
    placement.orphaned || placement.moved
      ? [{ kind: 'thread.placed', at: context.at, data: placement }]
      : [];
  return { id, events: [created, ...placed, ...saidAgain(thread, id, { state, at: context.at })] };
}

/** The replies and takes of a thread in the order in which they were said, with new ids. */
function saidAgain(
  thread: Thread,
  threadId: string,
  { state, at }: { readonly state: ReviewState; readonly at: string },
): readonly NewEvent[] {
  const { counts } = state;
  const numbered = [
    ...thread.replies.map((message, index) => ({
      message,
      kind: 'reply.added' as const,
      id: `r-${counts.replies + index + 1}`,
    })),
    ...thread.takes.map((message, index) => ({
      message,
      kind: 'take.added' as const,
      id: `t-${counts.takes + index + 1}`,
    })),
  ];
  return numbered
    .sort((first, second) => first.message.position - second.message.position)
    .map(({ message: { author, text, intent, replacement }, kind, id }) => ({
      kind,
      at,
      ...omitUndefined({ author }),
      data: { text, ...omitUndefined({ intent, replacement }), id, threadId },
    }));
}
