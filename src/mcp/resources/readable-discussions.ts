import type { Discussion } from '../../core/ledger/discussion.ts';
import type { LedgerStore } from '../../core/ledger/ports/ledger-store.ts';
import { pageSizes } from '../../core/ledger/read-request.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Project } from './resource-scope.ts';

/** The discussions of a project that belong to one of the contexts, or to none; none where there is no store. */
export async function readableDiscussions(
  ports: Ports,
  project: Project,
  contexts: readonly string[],
): Promise<readonly Discussion[]> {
  const discussions = await withStore(ports, project, async (store) => {
    const readable = new Map<string, Discussion>();
    // The empty context owns nothing, so that it finds the discussions that belong to none.
    for (const context of ['', ...contexts]) {
      const page = await store.list(context, { offset: 0, limit: pageSizes.max });
      if (isRefusal(page)) return page;
      for (const discussion of page.entries) readable.set(discussion.id, discussion);
    }
    return [...readable.values()];
  });
  return isRefusal(discussions) ? [] : discussions;
}

/** Does something with the store of a project, and closes it again. */
export async function withStore<Result>(
  ports: Ports,
  { folder }: Project,
  work: (store: LedgerStore) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const ledgers = await ports.ledgers();
  const store = await ledgers.open({ directory: folder, migrate: false });
  if (isRefusal(store)) return store;
  try {
    return await work(store);
  } finally {
    store.close();
  }
}
