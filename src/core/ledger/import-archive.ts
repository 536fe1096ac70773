import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { ApplyPorts } from './apply-batch.ts';
import type { Archive } from './archive.ts';
import { deriveRecord } from './derive-record.ts';
import type { Batch } from './discussion.ts';
import type { Item } from './item.ts';
import type { LedgerReplacement } from './ports/ledger-store.ts';
import type { LedgerRecord } from './ports/record.ts';
import { quote } from './refusals.ts';
import { retryOnConflict } from './retry-on-conflict.ts';
import type { ItemView } from './views.ts';

/** How an archive is imported. */
export interface ImportOptions {
  /** Imports it under another id. */
  readonly as?: string | undefined;
  /** Imports it although the discussion here holds batches that the archive does not. */
  readonly replace?: boolean | undefined;
}

/**
 * Imports a checked archive. The discussion is then unbound, paused when it was active, and one revision beyond both
 * sides, so that writers who know only one of them conflict.
 */
export async function importArchive(
  archive: Archive,
  options: ImportOptions,
  { store, clock }: ApplyPorts,
) {
  const id = options.as ?? archive.id;
  return retryOnConflict(async () => {
    const local = await store.record(id);
    if (isRefusal(local)) return local;
    const refusal = local && checkLocal(local, archive, options);
    if (refusal !== undefined) return refusal;
    const record = replacementRecord(archive, local, { id, at: clock.now() });
    const written = await store.replace(record);
    if (written !== 'committed') return written;
    const { revision, state } = record.discussion;
    return { id, revision, state, replaced: local !== undefined };
  }, 'import the archive again');
}

function checkLocal(
  local: LedgerRecord,
  archive: Archive,
  { replace }: ImportOptions,
): Refusal | undefined {
  const { id, state, revision } = local.discussion;
  if (state === 'active') {
    return refuse('already_active', `the discussion ${quote(id)} is active here`, {
      field: 'id',
      next: 'pause it first, or import the archive under another id with --as',
    });
  }
  const archivedInputs = new Map(archive.revisions.map((batch) => [batch.request_id, batch.input]));
  const onlyHere = local.batches.filter(
    (batch) => !isImport(batch) && archivedInputs.get(batch.requestId) !== batch.input,
  );
  if (onlyHere.length === 0 || replace === true) return undefined;
  const message = `the discussion ${quote(id)} holds ${onlyHere.length} batches here that the archive does not`;
  return refuse('revision_conflict', message, {
    field: 'id',
    details: {
      current_revision: revision,
      only_here: onlyHere.map((batch) => batch.revision).slice(0, 20),
    },
    next: 'import under another id with --as, or with --replace to give those batches up',
  });
}

/** An import leaves an entry of its own in the history; it is not something that a side has said. */
function isImport({ input }: Pick<Batch, 'input'>): boolean {
  return input.startsWith('{"import":');
}

function replacementRecord(
  archive: Archive,
  local: LedgerRecord | undefined,
  target: { readonly id: string; readonly at: string },
): LedgerReplacement {
  const expectedRevision = local?.discussion.revision ?? 0;
  const revision = Math.max(archive.revision, expectedRevision) + 1;
  const derived = deriveRecord(itemsOf(archive));
  const batches = [...batchesOf(archive), importEntry(archive, revision, target.at)];
  return {
    expectedRevision,
    discussion: {
      id: target.id,
      context: '',
      title: archive.title,
      description: archive.description,
      state: archive.state === 'active' ? 'paused' : archive.state,
      revision,
      ...derived.counts,
      batches: batches.length,
      createdAt: archive.created_at,
      updatedAt: target.at,
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

function importEntry({ id, revision, revisions }: Archive, newRevision: number, at: string): Batch {
  const usedIds = new Set(revisions.map((batch) => batch.request_id));
  let requestId = `import-${newRevision}`;
  while (usedIds.has(requestId)) requestId += '-';
  const input = JSON.stringify({ import: { id, revision } });
  return { revision: newRevision, requestId, input, createdAt: at };
}
