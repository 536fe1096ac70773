import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ApiClient, ApiRequest } from '../link/api-client.ts';
import {
  type DraftTarget,
  draftKey,
  isBlank,
  joinDrafts,
  mergeDrafts,
  type PageDraft,
} from './draft.ts';
import type { DraftBackup } from './draft-backup.ts';
import { isProvisional } from './outbox.ts';
import { anchorFields } from './page-anchor.ts';
import { without } from './without.ts';

/** What changes when somebody writes. */
type DraftChange = Partial<Pick<PageDraft, 'text' | 'intent' | 'replacement' | 'problem'>>;

/** Where a draft goes: to where its text is now, or, lost, to an anchor that remembers the text. */
export interface DraftMove {
  readonly key: string;
  readonly target: DraftTarget;
  readonly isLost?: boolean;
}

/** The remarks being written, each kept on the server a moment after it changes. */
export interface DraftStore {
  readonly drafts: ReadonlySignal<ReadonlyMap<string, PageDraft>>;
  /** Drafts with something in them. */
  readonly written: ReadonlySignal<readonly PageDraft[]>;
  /** What the server has is being asked for: what is saved from now on may not be in its response. */
  expect(): void;
  /**
   * Takes over what the server has; what this browser has kept and not yet saved goes on top, except what has
   * `arrived` as a message, by the id of its request.
   */
  load(reviewId: string, saved: readonly PageDraft[], arrived?: ReadonlySet<string>): void;
  /** A draft changed elsewhere, in another tab for example. */
  adopt(draft: PageDraft): void;
  /** A draft was cleared elsewhere. */
  drop(key: string): void;
  /** Begins a draft, or returns to it: its key. */
  open(target: DraftTarget, change?: DraftChange): string;
  edit(key: string, change: DraftChange): void;
  /** Puts the passage's own text into a suggestion; that alone makes it no draft worth saving. */
  fill(key: string, replacement: string): void;
  /** Moves drafts all at once, so that none lands on another that is about to leave. */
  move(moves: readonly DraftMove[]): void;
  /** Removes a draft from page and server. */
  discard(key: string): void;
  /** Removes a draft from the page because it is being sent, under an id; the server keeps it until `settle`. */
  withdraw(key: string, requestId?: string): PageDraft | undefined;
  /** What was withdrawn has arrived. A new draft that was begun at the same spot meanwhile stays. */
  settle(key: string): void;
  /** Puts a draft back that could not be sent. */
  restore(draft: PageDraft, problem: string): void;
  /** Tells the server at once what it does not know yet; `leaving` lets the requests outlive the page. */
  flush(leaving?: boolean): void;
}

/** What the store needs. */
export interface DraftStoreOptions {
  readonly api: ApiClient;
  readonly backup: DraftBackup;
  /** The time, RFC 3339. */
  readonly now: () => string;
}

const saveAfter = 300;

/** A store without drafts. */
export function createDraftStore({ api, backup, now }: DraftStoreOptions): DraftStore {
  const drafts: Signal<ReadonlyMap<string, PageDraft>> = signal(new Map());
  const written = computed(() => [...drafts.value.values()].filter((draft) => !isBlank(draft)));
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Sent, not confirmed yet: still worth keeping in the browser. */
  const withdrawn = new Map<string, PageDraft>();
  /** Cleared here, and the server does not know it yet. */
  const clearing = new Map<string, DraftTarget>();
  /** Saved after the server was asked for what it has. */
  const savedSince = new Set<string>();
  let reviewId = '';

  const keep = (): void => {
    const unsaved = written.value.filter((draft) => !draft.saved);
    backup.write(reviewId, [...unsaved, ...withdrawn.values()]);
  };

  const put = (key: string, draft: PageDraft | undefined): void => {
    drafts.value = draft ? new Map(drafts.value).set(key, draft) : without(drafts.value, key);
    keep();
  };

  const save = async (key: string, keepalive: boolean): Promise<void> => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    const draft = drafts.peek().get(key);
    if (!draft || draft.saved || isNameless(draft.target)) return;
    clearing.delete(key);
    const response = await api.send({ ...saveRequest(draft), keepalive });
    const current = drafts.peek().get(key);
    if (!response.ok) return;
    savedSince.add(key);
    if (current && sameContent(current, draft)) put(key, { ...current, saved: true });
  };

  const schedule = (key: string): void => {
    clearTimeout(timers.get(key));
    const timer = setTimeout(() => void save(key, false), saveAfter);
    timers.set(key, timer);
  };

  const clear = (key: string, target: DraftTarget): void => {
    clearTimeout(timers.get(key));
    timers.delete(key);
    withdrawn.delete(key);
    keep();
    if (!isNameless(target)) void sendCleared(key, target);
  };

  const sendCleared = async (key: string, target: DraftTarget): Promise<void> => {
    clearing.set(key, target);
    const response = await api.send({ method: 'DELETE', ...placeOf(target) });
    if (response.ok || response.failure.kind === 'refused') clearing.delete(key);
  };

  return {
    drafts,
    written,
    expect: () => savedSince.clear(),
    load(id, saved, arrived = new Set()) {
      const local = [...drafts.peek()]
        .filter(([key, draft]) => !draft.saved || isBlank(draft) || savedSince.has(key))
        .map(([, draft]) => draft);
      const isSame = id === reviewId;
      const stored = isSame ? [] : backup.read(id);
      const sent = stored.filter(({ requestId }) => requestId && arrived.has(requestId));
      const kept = isSame ? local : stored.filter((draft) => !sent.includes(draft));
      reviewId = id;
      for (const { target } of sent) clear(draftKey(target), target);
      const idle = saved
        .filter(({ target }) => {
          const key = draftKey(target);
          return !withdrawn.has(key) && !clearing.has(key);
        })
        .map((draft) =>
          isSame ? asLostAs(drafts.peek().get(draftKey(draft.target)), draft) : draft,
        );
      drafts.value = mergeDrafts(idle, kept);
      for (const draft of kept) if (!isBlank(draft)) schedule(draftKey(draft.target));
    },
    adopt(draft) {
      const key = draftKey(draft.target);
      const current = drafts.value.get(key);
      if (withdrawn.has(key) || current?.saved === false) return;
      if (!current || !sameContent(current, draft)) put(key, asLostAs(current, draft));
    },
    drop(key) {
      const current = drafts.value.get(key);
      if (current?.saved && !isBlank(current)) put(key, undefined);
    },
    open(target, change = {}) {
      const key = draftKey(target);
      const current = drafts.value.get(key);
      const blank: PageDraft = {
        target,
        text: '',
        intent: 'comment',
        updatedAt: now(),
        saved: true,
      };
      if (!current) put(key, { ...blank, ...change });
      else if (change.intent) put(key, { ...current, ...change, text: current.text, saved: false });
      return key;
    },
    edit(key, change) {
      const current = drafts.value.get(key);
      if (!current) return;
      const { problem: _problem, requestId: _requestId, ...rest } = current;
      put(key, { ...rest, ...change, updatedAt: now(), saved: false });
      schedule(key);
    },
    fill(key, replacement) {
      const current = drafts.value.get(key);
      if (current) put(key, { ...current, replacement, filled: replacement });
    },
    move(moves) {
      const { next, left, arrived } = moveDrafts(drafts.peek(), moves);
      drafts.value = next;
      keep();
      for (const [key, target] of left) clear(key, target);
      for (const key of arrived) schedule(key);
    },
    discard(key) {
      const current = drafts.value.get(key) ?? withdrawn.get(key);
      if (drafts.value.has(key)) put(key, undefined);
      if (current) clear(key, current.target);
    },
    withdraw(key, requestId) {
      const draft = drafts.value.get(key);
      clearTimeout(timers.get(key));
      timers.delete(key);
      if (draft) withdrawn.set(key, { ...draft, ...(requestId && { requestId }) });
      put(key, undefined);
      return draft;
    },
    settle(key) {
      const sent = withdrawn.get(key);
      const next = drafts.value.get(key);
      if (sent) clear(key, sent.target);
      if (!next || isBlank(next)) return;
      put(key, { ...next, saved: false });
      schedule(key);
    },
    restore(draft, problem) {
      const key = draftKey(draft.target);
      withdrawn.delete(key);
      put(key, { ...draft, problem, saved: false });
      schedule(key);
    },
    flush(leaving = false) {
      for (const [key, target] of clearing) void sendCleared(key, target);
      for (const [key, draft] of drafts.peek()) if (!draft.saved) void save(key, leaving);
    },
  };
}

interface Moved {
  readonly next: ReadonlyMap<string, PageDraft>;
  /** Places that hold no draft any more. */
  readonly left: ReadonlyMap<string, DraftTarget>;
  /** Keys under which the server does not know what is there now. */
  readonly arrived: readonly string[];
}

function moveDrafts(drafts: ReadonlyMap<string, PageDraft>, moves: readonly DraftMove[]): Moved {
  const next = new Map(drafts);
  const left = new Map<string, DraftTarget>();
  const arriving: PageDraft[] = [];
  for (const { key, target, isLost = false } of moves) {
    const moved = drafts.get(key);
    if (!moved) continue;
    const { isLost: _, ...rest } = moved;
    const draft = { ...rest, target, ...(isLost && { isLost }) };
    if (draftKey(target) === key) next.set(key, draft);
    else {
      next.delete(key);
      left.set(key, moved.target);
      arriving.push({ ...draft, saved: false });
    }
  }
  for (const draft of arriving) {
    const key = draftKey(draft.target);
    const there = next.get(key);
    const joined = there ? joinDrafts(there, draft) : draft;
    next.set(key, joined);
    // What will be saved there needs no clearing before.
    if (!isBlank(joined)) left.delete(key);
  }
  const arrived = arriving.filter((draft) => !isBlank(draft)).map(({ target }) => draftKey(target));
  return { next, left, arrived };
}

/** A draft as the server tells it, which does not know whether its text is in the document. */
function asLostAs(current: PageDraft | undefined, draft: PageDraft): PageDraft {
  return current?.isLost ? { ...draft, isLost: true } : draft;
}

/** A reply to a thread that has no id of the server's yet: nowhere to keep it there. */
function isNameless(target: DraftTarget): boolean {
  return target.kind === 'reply' && isProvisional(target.threadId);
}

function sameContent(left: PageDraft, right: PageDraft): boolean {
  return (
    left.text === right.text &&
    left.intent === right.intent &&
    left.replacement === right.replacement
  );
}

function saveRequest({ target, text, intent, replacement }: PageDraft): ApiRequest {
  const { path, body } = placeOf(target);
  return {
    method: 'POST',
    path,
    body: { ...body, ...omitUndefined({ text, intent, replacement }) },
  };
}

/** Where the server keeps a draft, and how it names it. */
function placeOf(target: DraftTarget): Pick<ApiRequest, 'path'> & { readonly body: object } {
  return target.kind === 'reply'
    ? { path: 'api/drafts/followup', body: { threadId: target.threadId } }
    : { path: 'api/drafts/new-thread', body: anchorFields(target.anchor) };
}
