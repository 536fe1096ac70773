import { basename } from 'node:path';
import { readReviewState } from '../../actions/review/review-state.ts';
import { ledgerMarkdown } from '../../core/ledger/ledger-markdown.ts';
import { readRecord } from '../../core/ledger/read-ledger.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { bundleRoots } from './list-resources.ts';
import { withStore } from './readable-discussions.ts';
import type { Project, ResourceScope } from './resource-scope.ts';
import type { ResourceName } from './resource-uri.ts';

/** What a resource reads as. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

/** What reading asks for, besides the name. */
export interface Reading {
  readonly ports: Ports;
  readonly scope: ResourceScope;
  readonly signal: AbortSignal;
}

/** Reads a resource; `not_found` for what is not there and for what is out of reach alike. */
export async function readResource(
  name: ResourceName,
  reading: Reading,
): Promise<ResourceText | Refusal> {
  if (name.kind === 'review') return readReview(name.id, reading);
  const project = reading.scope.project(name.project);
  if (project === undefined) return notFound();
  return name.kind === 'ledger'
    ? readLedger(project, name.id, reading)
    : readBundle(project, name.id, reading);
}

/** The refusal for what is not there, or out of reach. */
function notFound(): Refusal {
  return refuse('not_found', 'there is no such resource here', {
    next: 'list the resources; ledgers and bundles are those of projects that a tool was called for',
  });
}

async function readReview(id: string, { ports }: Reading): Promise<ResourceText | Refusal> {
  const room = { kind: 'review', id } as const;
  const state = await readReviewState({}, { ports, directory: '/', room });
  if (isRefusal(state)) return state;
  return { mimeType: 'application/json', text: JSON.stringify(state) };
}

async function readLedger(
  project: Project,
  id: string,
  { ports, scope }: Reading,
): Promise<ResourceText | Refusal> {
  const record = await withStore(ports, project, async (store) => {
    const head = await store.head(id);
    if (isRefusal(head)) return head;
    const isReadable = head !== undefined && ['', ...scope.contexts].includes(head.context);
    return isReadable ? readRecord(store, { id, reader: { context: head.context } }) : notFound();
  });
  if (isRefusal(record)) return record;
  return { mimeType: 'text/markdown', text: ledgerMarkdown(record) };
}

async function readBundle(
  project: Project,
  id: string,
  { ports }: Reading,
): Promise<ResourceText | Refusal> {
  const root = (await bundleRoots(ports, project)).find((folder) => basename(folder) === id);
  if (root === undefined) return notFound();
  const { folder } = await ports.bundles();
  const snapshot = await folder.read(root);
  if (isRefusal(snapshot)) return snapshot;
  const text = snapshot.texts.get('index.md');
  return text === undefined ? notFound() : { mimeType: 'text/markdown', text };
}
