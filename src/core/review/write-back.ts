import type { Discussions, InlineThread } from '../inline/discussion.ts';
import type { InlineChange } from '../inline/inline-change.ts';
import { parseDiscussions } from '../inline/parse-discussions.ts';
import { keyOf } from '../inline/query-view.ts';
import { reply } from '../inline/reply.ts';
import { setStatus } from '../inline/set-status.ts';
import { startThread } from '../inline/start-thread.ts';
import type { TextEdit } from '../inline/text-edit.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { activeThreads } from './decision.ts';
import type { EventData, NewEvent, WrittenItem } from './events.ts';
import { matchInline } from './inline-match.ts';
import { speakerOf } from './inline-speaker.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';
import { type DueItem, dueItems, itemOf } from './write-due.ts';

/** A file's text with what is due written into it, and what it cannot hold. */
export interface WrittenText {
  readonly text: string;
  readonly items: readonly WrittenItem[];
  /** Threads that stand in the file now. */
  readonly links: readonly EventData['inline.linked'][];
  readonly refused: EventData['inline.refused']['items'];
}

/** What the text is, and what it is compared with. */
export interface WriteContext {
  readonly state: ReviewState;
  /** The review's own present text of the file, which must be what the disk has. */
  readonly document: ReviewedDocument;
  readonly sha256: Sha256;
}

/**
 * Writes what is due into a file's text, each message into the discussion of its own thread. What the file cannot hold
 * is left out with the reason, and holds up nothing but the answers to it.
 */
export function writeDue(context: WriteContext): WrittenText {
  const { state, document } = context;
  const text = new GrowingText(context);
  for (const thread of activeThreads(state, document.fileId)) {
    for (const due of dueItems(thread, state)) text.write(thread, due);
  }
  return text.written();
}

/** A text into which one write after the other goes, while it is known which discussion is whose. */
class GrowingText {
  readonly #context: WriteContext;
  readonly #items: WrittenItem[] = [];
  readonly #links: EventData['inline.linked'][] = [];
  readonly #refused: (WrittenItem & { readonly reason: string })[] = [];
  readonly #edits: TextEdit[] = [];
  readonly #lineStarts: ArrayLike<number>;
  /** Position of each thread's discussion among all of the text. */
  #positions: ReadonlyMap<string, number>;
  #discussions: Discussions;

  constructor(context: WriteContext) {
    const { state, document, sha256 } = context;
    const { started } = state;
    this.#context = context;
    const configured = started.speakers?.configured;
    this.#discussions = parseDiscussions(document.text, omitUndefined({ speakers: configured }));
    this.#lineStarts = this.#discussions.scan.bounds.begin;
    const blockOf = ({ orphaned, place }: Thread): number | undefined =>
      orphaned ? undefined : place.anchorEnd;
    const threads = activeThreads(state, document.fileId).filter(
      ({ inlineKey }) => inlineKey !== undefined,
    );
    const matches = matchInline(document, threads, { sha256, started, blockOf });
    this.#positions = new Map(
      matches.flatMap(({ thread, index }) => (thread === undefined ? [] : [[thread.id, index]])),
    );
  }

  write(thread: Thread, due: DueItem): void {
    const isRoot = due.message === undefined && due.status === undefined;
    const position = this.#positions.get(thread.id);
    if (!isRoot && position === undefined) return;
    const discussion = this.#discussions.threads[position ?? -1];
    const changed = isRoot
      ? this.#open(thread)
      : discussion === undefined
        ? undefined
        : this.#change(thread, due, discussion);
    if (changed === undefined) return;
    const item = itemOf(thread, due);
    if (isRefusal(changed)) this.#refused.push({ ...item, reason: changed.message });
    else this.#items.push(item);
  }

  written(): WrittenText {
    return {
      text: this.#discussions.text,
      items: this.#items,
      links: this.#links,
      refused: this.#refused,
    };
  }

  #open(thread: Thread): InlineChange | Refusal | undefined {
    const block = this.#context.document.blocks[thread.place.anchorEnd - 1];
    if (block === undefined) return undefined;
    const speaker = this.#speakerOf(thread);
    const anchorLine = this.#lineNow(block.lineEnd);
    const changed = startThread(this.#discussions, { anchorLine, speaker, message: thread.text });
    if (isRefusal(changed)) return changed;
    this.#apply(changed);
    const added = changed.after.threads.indexOf(changed.thread);
    const moved = [...this.#positions].map(
      ([id, position]) => [id, position < added ? position : position + 1] as const,
    );
    this.#positions = new Map([...moved, [thread.id, added]]);
    const inlineKey = keyOf(changed.thread, this.#context.sha256);
    this.#links.push({ threadId: thread.id, inlineKey });
    return changed;
  }

  #change(
    thread: Thread,
    { message, status }: DueItem,
    discussion: InlineThread,
  ): InlineChange | Refusal {
    if (message !== undefined) {
      const role = thread.takes.includes(message) ? 'agent' : 'person';
      const speaker = speakerOf(message.author, role, this.#context.state.started);
      return this.#apply(reply(this.#discussions, discussion, { speaker, message: message.text }));
    }
    return this.#changeStatus(thread, discussion, status ?? 'resolved');
  }

  /** A decision is the thread's last reply. */
  #changeStatus(
    thread: Thread,
    discussion: InlineThread,
    status: 'resolved' | 'reopen',
  ): InlineChange | Refusal {
    const nothing = { after: this.#discussions, thread: discussion };
    if (status === 'reopen' && discussion.status !== 'RESOLVED') return nothing;
    const operator = this.#speakerOf(thread);
    const decision = thread.resolution?.decision ?? '';
    const resolved = setStatus(this.#discussions, discussion, { status, operator });
    if (isRefusal(resolved) || decision.trim() === '') return this.#apply(resolved);
    const said = { speaker: operator, message: decision };
    const replied = reply(resolved.after, resolved.thread, said);
    if (isRefusal(replied)) return replied;
    this.#apply(resolved);
    return this.#apply(replied);
  }

  #apply<Changed extends InlineChange | Refusal>(changed: Changed): Changed {
    if (isRefusal(changed)) return changed;
    if (changed.edit !== undefined) this.#edits.push(changed.edit);
    this.#discussions = changed.after;
    return changed;
  }

  #speakerOf({ author }: Thread): string {
    return speakerOf(author, 'person', this.#context.state.started);
  }

  /** Where a line of the first text stands now, by where its beginning went. */
  #lineNow(line: number): number {
    let offset = this.#lineStarts[line - 1] ?? 0;
    for (const edit of this.#edits) {
      if (edit.offset <= offset) offset += edit.insertText.length - edit.deleteLength;
    }
    const { begin, count } = this.#discussions.scan.bounds;
    let now = line;
    while (now < count && (begin[now] ?? offset + 1) <= offset) now++;
    return now;
  }
}

/** What the log is told of a write into a text, before the written text is taken over. */
export function writtenEvents(
  { items, links, refused }: WrittenText,
  { at, textHash }: { readonly at: string; readonly textHash: string },
): readonly NewEvent[] {
  return [
    ...links.map((data): NewEvent => ({ kind: 'inline.linked', at, data })),
    ...(items.length === 0 ? [] : [{ kind: 'inline.written', at, data: { items } } as const]),
    ...(refused.length === 0
      ? []
      : [{ kind: 'inline.refused', at, data: { textHash, items: refused } } as const]),
  ];
}
