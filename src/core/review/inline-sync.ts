import type { Anchor } from '../anchor/anchor.ts';
import type { Comment } from '../inline/discussion.ts';
import { speakerKey } from '../inline/speaker.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal } from '../refusal.ts';
import { anchorAt } from './admit-anchor.ts';
import { activeThreads } from './decision.ts';
import type { NewEvent, Placement } from './events.ts';
import { type InlineMatch, matchInline } from './inline-match.ts';
import { isSaidIn, isSameText, spokenMessages } from './inline-speaker.ts';
import { pairComments } from './pair-comments.ts';
import { placementAt, snippetOf } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Message, Thread } from './thread.ts';

/** When a file's discussions are taken over, how keys are made, and where threads stand in the new text. */
export interface InlineSyncContext {
  readonly at: string;
  readonly sha256: Sha256;
  /** The place of a thread in the new text; without it, all stand where they stood. */
  readonly placeOf?: (thread: Thread) => Placement | undefined;
}

/** Placements of the threads that show discussions of a text, and the events that bring them up to it. */
export interface InlineSync {
  readonly placements: readonly Placement[];
  readonly events: readonly NewEvent[];
}

/**
 * Compares the discussions inside a text with the threads that show them: new ones are opened as prepopulated
 * threads, what was said is added, edited, removed and resolved, and a thread whose discussion is gone is deleted until
 * it is back. A state that is up to date gets no event.
 */
export function syncInline(
  state: ReviewState,
  document: ReviewedDocument,
  context: InlineSyncContext,
): InlineSync {
  const threads = [...state.threads.values()].filter(({ fileId }) => fileId === document.fileId);
  const blockOf = blockFinder(context);
  const { started } = state;
  const matches = matchInline(document, threads, { ...context, started, blockOf });
  const matched = new Set(matches.map(({ thread }) => thread?.id));
  const gone = activeThreads(state, document.fileId).filter(
    ({ id, inlineKey }) => inlineKey !== undefined && !matched.has(id),
  );
  const numbers = { ...state.counts };
  const nextId: NextId = (list) => {
    numbers[list] += 1;
    return numbers[list];
  };
  const placements: Placement[] = [];
  const events: NewEvent[] = [];
  const agents = knownAgents(state);
  for (const match of matches) {
    const place = anchorAt(document, { anchorStart: match.block, anchorEnd: match.block });
    if (isRefusal(place)) continue;
    if (match.thread !== undefined && blockOf(match.thread) !== match.block) {
      placements.push(placementAt(match.thread, place, document));
    }
    events.push(...catchUp(match, { ...context, place, document, nextId, state, agents }));
  }
  events.push(
    ...gone.map(
      ({ id }): NewEvent => ({ kind: 'thread.deleted', at: context.at, data: { threadId: id } }),
    ),
  );
  return { placements, events };
}

function blockFinder({ placeOf }: InlineSyncContext): (thread: Thread) => number | undefined {
  const known = new Map<Thread, number | undefined>();
  return (thread) => {
    if (!known.has(thread)) {
      const { orphaned, place } = placeOf?.(thread) ?? thread;
      known.set(thread, orphaned ? undefined : (place ?? thread.place).anchorEnd);
    }
    return known.get(thread);
  };
}

type NextId = (list: keyof ReviewState['counts']) => number;

interface CatchUp extends InlineSyncContext {
  readonly place: Anchor;
  readonly document: ReviewedDocument;
  readonly nextId: NextId;
  readonly state: ReviewState;
  /** Keys of the names that agents have used. */
  readonly agents: ReadonlySet<string>;
}

function knownAgents(state: ReviewState): ReadonlySet<string> {
  const takes = [...state.threads.values()].flatMap((thread) => thread.takes);
  return new Set(['Agent', ...takes.map(({ author }) => author?.name ?? 'Agent')].map(speakerKey));
}

function catchUp(match: InlineMatch, context: CatchUp): readonly NewEvent[] {
  const id = match.thread?.id ?? `u-${context.nextId('threads')}`;
  const isThere = match.thread !== undefined && match.thread.deletedAt === null;
  const opening = isThere ? [] : [open(match, id, context)];
  const edited = match.thread === undefined ? [] : linkAndEdit(match, match.thread, context);
  const comments = addComments(match, id, context);
  return [...opening, ...edited, ...comments, ...followStatus(match, id, context)];
}

function open(
  { shown, key, thread }: InlineMatch,
  id: string,
  { at, place, document, agents }: CatchUp,
): NewEvent {
  const { root } = shown.thread;
  const block = document.blocks[place.anchorStart - 1];
  return {
    kind: 'thread.created',
    at,
    author: thread?.author ?? authorOf(root, agents),
    data: {
      id,
      fileId: document.fileId,
      place,
      snippet: snippetOf(block?.text ?? ''),
      breadcrumb: block?.breadcrumb ?? '',
      text: thread?.text ?? root.text,
      kind: thread?.kind ?? 'prepopulated',
      inlineKey: key,
    },
  };
}

function authorOf({ speaker, speakerKey: key }: Comment, agents: ReadonlySet<string>) {
  return { name: speaker, kind: agents.has(key) ? 'agent' : 'person' } as const;
}

function linkAndEdit(
  { key, shown }: InlineMatch,
  thread: Thread,
  { at }: CatchUp,
): readonly NewEvent[] {
  const { text } = shown.thread.root;
  const linked: readonly NewEvent[] =
    thread.inlineKey === key
      ? []
      : [{ kind: 'inline.linked', at, data: { threadId: thread.id, inlineKey: key } }];
  if (isSameText(thread.text, text)) return linked;
  return [
    ...linked,
    { kind: 'message.edited', at, data: { threadId: thread.id, messageId: thread.id, text } },
  ];
}

/** What the comments of a discussion say anew, otherwise, again or no more. */
function addComments(
  { shown, thread }: InlineMatch,
  threadId: string,
  context: CatchUp,
): readonly NewEvent[] {
  const { at, state } = context;
  if (thread === undefined) {
    return shown.thread.comments.slice(1).map((comment) => said(comment, threadId, context));
  }
  const { pairs, rest } = pairComments(shown.thread, spokenMessages(thread, state.started));
  const gone = [...thread.replies, ...thread.takes].filter(
    ({ removedIn }) => removedIn !== undefined,
  );
  const shownEvents = pairs.flatMap(({ comment, said: spoken, isEdited }): readonly NewEvent[] => {
    if (spoken === undefined) {
      const back = gone.findIndex(({ text, author }) =>
        isSaidIn(comment, author?.name ?? comment.speaker, text),
      );
      const [message] = back === -1 ? [] : gone.splice(back, 1);
      return [message === undefined ? said(comment, threadId, context) : saidAgain(message, at)];
    }
    const { id: messageId, inFile } = spoken.message;
    if (isEdited) {
      const data = { threadId, messageId, text: comment.text };
      return [{ kind: 'message.edited', at, data }];
    }
    if (inFile === true) return [];
    return [{ kind: 'inline.written', at, data: { items: [{ threadId, messageId }] } }];
  });
  const removed = rest
    .filter(({ message }) => message.inFile === true)
    .map(
      ({ message: { id: messageId } }): NewEvent => ({
        kind: 'message.removed',
        at,
        data: { threadId, messageId },
      }),
    );
  return [...shownEvents, ...removed];
}

function saidAgain({ id, threadId, text, author }: Message, at: string): NewEvent {
  return {
    kind: id.startsWith('t-') ? 'take.added' : 'reply.added',
    at,
    ...omitUndefined({ author }),
    data: { id, threadId, text, inFile: true },
  };
}

function said(comment: Comment, threadId: string, { at, agents, nextId }: CatchUp): NewEvent {
  const author = authorOf(comment, agents);
  const isTake = author.kind === 'agent';
  const id = isTake ? `t-${nextId('takes')}` : `r-${nextId('replies')}`;
  return {
    kind: isTake ? 'take.added' : 'reply.added',
    at,
    author,
    data: { id, threadId, text: comment.text, inFile: true },
  };
}

function followStatus(
  { shown, thread }: InlineMatch,
  threadId: string,
  { at }: CatchUp,
): readonly NewEvent[] {
  const isResolved = shown.thread.status === 'RESOLVED';
  const wasResolved = thread !== undefined && thread.resolution !== null;
  if (isResolved === wasResolved) {
    if (thread?.statusDue !== true) return [];
    return [{ kind: 'inline.written', at, data: { items: [{ threadId, status: true }] } }];
  }
  if (thread?.statusDue === true) return [];
  if (isResolved)
    return [{ kind: 'thread.resolved', at, data: { threadId, decision: null, inFile: true } }];
  return [{ kind: 'thread.unresolved', at, data: { threadId, inFile: true } }];
}
