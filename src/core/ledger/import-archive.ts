import type { Clock } from '../ports/clock.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Archive } from './archive.ts';
import { deriveRecord } from './derive-record.ts';
import type { Batch } from './discussion.ts';
import type { Item } from './item.ts';
import type { LedgerReplacement, LedgerStore } from './ports/ledger-store.ts';
import type { LedgerRecord } from './ports/record.ts';
import { quote } from './refusals.ts';
import type { ItemView } from './views.ts';

/** How an archive is taken in. */
export interface ImportWish {
  /** Takes it in under another id. */
  readonly as?: string | undefined;
  /** Takes it in although the discussion here holds batches that the archive does not. */
  readonly replace?: boolean | undefined;
}

/** What taking an archive in asks of the outside. */
export interface ImportPorts {
  readonly store: LedgerStore;
  readonly clock: Clock;
}

const attempts = 5;

/**
 * Takes a checked archive in. The discussion is unbound, paused when it was active, and one revision beyond both
 * sides, so that writers who know only one of them conflict.
 */
export async function importArchive(
  archive: Archive,
  wish: ImportWish,
  { store, clock }: ImportPorts,
) {
  const id = wish.as ?? archive.id;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const local = await store.record(id);
    if (isRefusal(local)) return local;
    const refusal = local && checkLocal(local, archive, wish);
    if (refusal !== undefined) return refusal;
    const record = replacement(archive, local, { id, at: clock.now() });
    const written = await store.replace(record);
    if (isRefusal(written)) return written;
    const { revision, state } = record.discussion;
    if (written === 'committed') return { id, revision, state, replaced: local !== undefined };
  }
  return refuse('store_busy', 'other writers changed the discussion again and again', {
    next: 'import the archive again',
  });
}

function checkLocal(
  local: LedgerRecord,
  archive: Archive,
  { replace }: ImportWish,
): Refusal | undefined {
  const { id, state, revision } = local.discussion;
  if (state === 'active') {
    return refuse('already_active', `the discussion ${quote(id)} is active here`, {
      field: 'id',
      next: 'pause it first, or import the archive under another id with --as',
    });
  }
  const theirs = new Map(archive.revisions.map((batch) => [batch.request_id, batch.input]));
  const onlyHere = local.batches.filter(
    (batch) => !isImport(batch) && theirs.get(batch.requestId) !== batch.input,
  );
  if (onlyHere.length === 0 || replace === true) return undefined;
  return refuse(
    'revision_conflict',
    `the discussion ${quote(id)} holds ${onlyHere.length} batches here that the archive does not`,
    {
      field: 'id',
      details: {
        current_revision: revision,
        only_here: onlyHere.map((batch) => batch.revision).slice(0, 20),
      },
      next: 'import under another id with --as, or with --replace to give those batches up',
    },
  );
}

/** An import leaves an entry of its own in the history; it is not something that a side has said. */
function isImport({ input }: Pick<Batch, 'input'>): boolean {
  return input.startsWith('{"import":');
}

function replacement(
  archive: Archive,
  local: LedgerRecord | undefined,
  to: { readonly id: string; readonly at: string },
): LedgerReplacement {
  const expectedRevision = local?.discussion.revision ?? 0;
  const revision = Math.max(archive.revision, expectedRevision) + 1;
  const derived = deriveRecord(itemsOf(archive));
  const batches = [...batchesOf(archive), importEntry(archive, revision, to.at)];
  return {
    expectedRevision,
    discussion: {
      id: to.id,
      context: '',
      title: archive.title,
      description: archive.description,
      state: archive.state === 'active' ? 'paused' : archive.state,
      revision,
      ...derived.counts,
      batches: batches.length,
      createdAt: archive.created_at,
      updatedAt: to.at,
    },
    items: derived.items,
    batches,
    changes: archive.item_changes,
    messages: archive.messages,
    citations: derived.citations,
  };
}

function itemsOf({ items, insertion_order }: Archive): Item[] {
  return insertion_order.flatMap((id, position) => {
    const item = Object.hasOwn(items, id) ? items[id] : undefined;
    return item === undefined ? [] : [fromView(item, position)];
  });
}

function fromView({ message_id, ...item }: ItemView, position: number): Item {
  return { ...item, messageId: message_id, position, answers: 0, cited: 0, citedBelow: 0 };
}

function batchesOf({ revisions }: Archive): Batch[] {
  return revisions.map(({ revision, request_id, input, created_at }) => ({
    revision,
    requestId: request_id,
    input,
    createdAt: created_at,
  }));
}

function importEntry({ id, revision, revisions }: Archive, own: number, at: string): Batch {
  const taken = new Set(revisions.map((batch) => batch.request_id));
  let requestId = `import-${own}`;
  while (taken.has(requestId)) requestId += '-';
  const input = JSON.stringify({ import: { id, revision } });
  return { revision: own, requestId, input, createdAt: at };
}
