import type { Anchor } from '../anchor/anchor.ts';
import { type BlocksByLine, blocksByLine } from '../document/blocks-by-line.ts';
import type { Comment } from '../inline/discussion.ts';
import { speakerKey } from '../inline/speaker.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal } from '../refusal.ts';
import { anchorAt } from './decide-thread.ts';
import { activeThreads } from './decision.ts';
import type { NewEvent, Placement } from './events.ts';
import { type InlineMatch, matchInline } from './inline-match.ts';
import { isSaidIn, isSameText, type SpokenMessage, spokenMessages } from './inline-speaker.ts';
import { placementAt, snippetOf } from './placement.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** When a file's discussions are taken over, and how keys are made. */
export interface InlineSyncContext {
  readonly at: string;
  readonly sha256: Sha256;
}

/** Placements of the threads that show discussions of a text, and the events that bring them up to it. */
export interface InlineSync {
  readonly placements: readonly Placement[];
  readonly events: readonly NewEvent[];
}

/**
 * Compares the discussions inside a text with the threads that show them: new ones are opened as prepopulated
 * threads, what was said is added, edited and resolved, and a thread whose discussion is gone is deleted. A state
 * that is up to date gets no event.
 */
export function syncInline(
  state: ReviewState,
  document: ReviewedDocument,
  context: InlineSyncContext,
): InlineSync {
  const threads = activeThreads(state, document.fileId);
  const matches = matchInline(document.inline, threads, { ...context, started: state.started });
  const matched = new Set(matches.map(({ thread }) => thread?.id));
  const gone = threads.filter(({ id, inlineKey }) => inlineKey !== undefined && !matched.has(id));
  const numbers = { ...state.counts };
  const nextId: NextId = (list) => {
    numbers[list] += 1;
    return numbers[list];
  };
  const placements: Placement[] = [];
  const events: NewEvent[] = [];
  const blocks = blocksByLine(document.blocks);
  const agents = knownAgents(state);
  for (const match of matches) {
    const place = placeOf(match, document, blocks);
    if (place === undefined) continue;
    if (match.thread !== undefined) placements.push(placementAt(match.thread, place, document));
    events.push(...catchUp(match, { ...context, place, document, nextId, state, agents }));
  }
  events.push(
    ...gone.map(
      ({ id }): NewEvent => ({ kind: 'thread.deleted', at: context.at, data: { threadId: id } }),
    ),
  );
  return { placements, events };
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

/** The block above a discussion; the first one where nothing stands above it. */
function placeOf(
  { shown }: InlineMatch,
  document: ReviewedDocument,
  { on, above }: BlocksByLine,
): Anchor | undefined {
  const index = on(shown.anchorLine) ?? above(shown.anchorLine) ?? 1;
  const place = anchorAt(document, { anchorStart: index, anchorEnd: index });
  return isRefusal(place) ? undefined : place;
}

function catchUp(match: InlineMatch, context: CatchUp): readonly NewEvent[] {
  const id = match.thread?.id ?? `u-${context.nextId('threads')}`;
  const opening =
    match.thread === undefined
      ? [open(match, id, context)]
      : linkAndEdit(match, match.thread, context);
  return [...opening, ...addComments(match, id, context), ...followStatus(match, id, context)];
}

function open(
  { shown, key }: InlineMatch,
  id: string,
  { at, place, document, agents }: CatchUp,
): NewEvent {
  const { root } = shown.thread;
  const block = document.blocks[place.anchorStart - 1];
  return {
    kind: 'thread.created',
    at,
    author: authorOf(root, agents),
    data: {
      id,
      fileId: document.fileId,
      place,
      snippet: snippetOf(block?.text ?? ''),
      breadcrumb: block?.breadcrumb ?? '',
      text: root.text,
      kind: 'prepopulated',
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

/** Comments that no message of the thread shows yet: edits of a message of the same speaker, or new messages. */
function addComments(
  { shown, thread }: InlineMatch,
  threadId: string,
  context: CatchUp,
): readonly NewEvent[] {
  const free = thread === undefined ? [] : spokenMessages(thread, context.state.started);
  const take = (match: SpokenMessage | undefined): SpokenMessage | undefined => {
    if (match !== undefined) free.splice(free.indexOf(match), 1);
    return match;
  };
  const unseen = shown.thread.comments
    .slice(1)
    .filter(
      (comment) =>
        take(free.find(({ message, speaker }) => isSaidIn(comment, speaker, message.text))) ===
        undefined,
    );
  return unseen.map((comment): NewEvent => {
    const edited = take(
      free.find(
        ({ message, speaker }) =>
          message.inFile === true && speakerKey(speaker) === comment.speakerKey,
      ),
    );
    if (edited === undefined) return said(comment, threadId, context);
    const { id: messageId } = edited.message;
    return {
      kind: 'message.edited',
      at: context.at,
      data: { threadId, messageId, text: comment.text },
    };
  });
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
  if (isResolved === wasResolved || thread?.statusDue === true) return [];
  if (isResolved)
    return [{ kind: 'thread.resolved', at, data: { threadId, decision: null, inFile: true } }];
  return [{ kind: 'thread.unresolved', at, data: { threadId, inFile: true } }];
}
