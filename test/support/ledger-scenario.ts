import { contextToken } from './ledger-batches.ts';
import { runDiscuss } from './run-discuss.ts';
import type { Scratch } from './scratch.ts';

/** The context that writes the scenario. */
export const scenarioContext = contextToken('b');

type LedgerLocation = Pick<Scratch, 'home' | 'directory'>;

/** Applies a batch to the discussion `cache` with the built program. */
export async function applyBatch(
  location: LedgerLocation,
  revision: number,
  operations: readonly unknown[],
): Promise<void> {
  const input = { id: 'cache', context: scenarioContext, request_id: `r${revision}`, operations };
  const batch = JSON.stringify({ ...input, if_revision: revision });
  const ran = await runDiscuss(location, ['ledger', 'apply', '--json', '-'], batch);
  if (ran.code !== 0) throw new Error(ran.stderr);
}

/** Makes a store with the discussion `cache`: one question answered and concluded on, one open, one out of play. */
export async function startScenario(location: LedgerLocation): Promise<void> {
  const made = await runDiscuss(location, ['init']);
  if (made.code !== 0) throw new Error(made.stderr);
  await applyBatch(location, 0, [
    { op: 'start', text: 'Which cache?', description: 'For the catalogue.' },
    { op: 'question', id: 'q-store', text: 'Where do entries live: **memory** or `disk`?' },
    { op: 'option', id: 'o-memory', parent: 'q-store', text: 'In memory' },
    { op: 'answer', id: 'a-store', parent: 'q-store', text: 'On disk.', via: 'picked' },
    { op: 'question', id: 'q-size', text: 'How large may it become?' },
    { op: 'question', id: 'q-old', text: 'Is a cache needed?' },
    { op: 'withdraw', id: 'q-old', reason: 'it is' },
    { op: 'gap', id: 'g-load', text: 'Nobody has measured the load.' },
    { op: 'reply', id: 'r-hit', text: 'Hits matter more than misses.' },
    { op: 'summary', id: 's-disk', text: 'Entries live on disk.', refs: ['a-store'] },
  ]);
}

/** Revises the answer that the summary rests on, which makes it stale. */
export function correctAnswer(location: LedgerLocation): Promise<void> {
  return applyBatch(location, 1, [
    { op: 'revise', id: 'a-store', text: 'On disk, compressed.', reason: 'disks are small' },
  ]);
}
