import { examineRecord, repairedRecord } from '../../core/ledger/examine-record.ts';
import type { LedgerStore } from '../../core/ledger/ports/ledger-store.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { count, flag, text, texts } from '../kit/described.ts';
import { withLedger } from './shared/with-ledger.ts';

interface Finding {
  readonly discussion: string;
  readonly wrong: readonly string[];
  readonly broken: readonly string[];
  readonly repaired: boolean;
}

interface Report {
  readonly ok: boolean;
  readonly discussions: number;
  readonly store: readonly string[];
  readonly findings: readonly Finding[];
}

const output = (z: Zod) => {
  const finding = z.object({
    discussion: text(z, 'Id of the discussion'),
    wrong: z.readonly(texts(z, 'What is derived and wrong')),
    broken: z.readonly(texts(z, 'What cannot be computed anew')),
    repaired: flag(z, 'It was written anew'),
  });
  return z.object({
    ok: flag(z, 'Nothing is wrong any more'),
    discussions: count(z, 'How many were examined'),
    store: z.readonly(texts(z, 'Faults of the store itself')),
    findings: z.readonly(z.array(finding)).check(z.describe('Discussions with faults')),
  });
};

/** Examines the store of a project and all its discussions, and computes anew what is derived where it is wrong. */
export const ledgerDoctor = defineAction({
  input: (z) => z.object({ repair: z.optional(z.boolean()), store: z.optional(z.string()) }),
  output,
  async run(request, context) {
    return withLedger(context, request, (store) => examine(store, request.repair ?? false));
  },
  text: ({ ok, discussions, store, findings }) =>
    [
      ...store.map((fault) => `store: ${fault}`),
      ...findings.flatMap(findingLines),
      `${discussions} discussions examined: ${ok ? 'all is well' : 'see above'}`,
      '',
    ].join('\n'),
  exitCode: ({ ok }) => (ok ? 0 : 1),
});

function findingLines({ discussion, wrong, broken, repaired }: Finding): string[] {
  const mark = repaired ? 'repaired' : 'wrong';
  return [
    ...wrong.map((text) => `${discussion}: ${mark}: ${text}`),
    ...broken.map((text) => `${discussion}: broken: ${text}`),
  ];
}

async function examine(store: LedgerStore, repair: boolean): Promise<Report | Refusal> {
  const faultsBefore = await store.faults();
  if (isRefusal(faultsBefore)) return faultsBefore;
  // Writing a record anew also gives search its words back.
  const rewrites = repair && faultsBefore.length > 0;
  const findings: Finding[] = [];
  let discussions = 0;
  for (let offset = 0; ; offset += 100) {
    const page = await store.list(undefined, { offset, limit: 100 });
    if (isRefusal(page)) return page;
    for (const { id } of page.entries) {
      const finding = await examineOne(store, id, { repair, rewrites });
      if (isRefusal(finding)) return finding;
      discussions += 1;
      if (finding !== undefined) findings.push(finding);
    }
    if (offset + 100 >= page.total) break;
  }
  const faults = rewrites ? await store.faults() : faultsBefore;
  if (isRefusal(faults)) return faults;
  const ok = faults.length === 0 && findings.every(({ repaired }) => repaired);
  return { ok, discussions, store: faults, findings };
}

async function examineOne(
  store: LedgerStore,
  id: string,
  { repair, rewrites }: { readonly repair: boolean; readonly rewrites: boolean },
): Promise<Finding | undefined | Refusal> {
  const record = await store.record(id);
  if (record === undefined || isRefusal(record)) return record;
  const { wrong, broken } = examineRecord(record);
  const isSound = wrong.length + broken.length === 0;
  const isRewritten = rewrites || (repair && !isSound);
  const isWritable = isRewritten && broken.length === 0;
  const written = isWritable ? await store.replace(repairedRecord(record)) : 'conflict';
  if (isRefusal(written)) return written;
  if (isSound) return undefined;
  return { discussion: id, wrong, broken, repaired: written === 'committed' };
}
