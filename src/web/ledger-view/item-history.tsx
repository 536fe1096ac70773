import { useEffect, useState } from 'preact/hooks';
import { Time } from '../labels/time.tsx';
import { type ApiClient, failureText } from '../link/api-client.ts';
import { type DescribedChange, describeChanges, type SentChange } from './describe-changes.ts';
import { useLedgerPage } from './ledger-page.ts';

const pageSize = 100;

/** What changed of an item, when and why; loaded again when the discussion goes on. */
export function ItemHistory({ id }: { readonly id: string }) {
  const { api, view } = useLedgerPage();
  const [changes, setChanges] = useState<readonly DescribedChange[] | string | null>(null);
  const revision = view.value?.revision;
  useEffect(() => {
    let isWanted = true;
    void loadChanges(api, id).then((loaded) => {
      if (isWanted) setChanges(typeof loaded === 'string' ? loaded : describeChanges(loaded));
    });
    return () => {
      isWanted = false;
    };
  }, [id, revision, api]);
  if (changes === null) return <p class="quiet">Loading…</p>;
  if (typeof changes === 'string') return <p class="problem">{changes}</p>;
  return (
    <ol class="history" aria-label={`History of ${id}`}>
      {changes.map((change, index) => (
        <Change key={index} change={change} />
      ))}
    </ol>
  );
}

async function loadChanges(api: ApiClient, id: string): Promise<readonly SentChange[] | string> {
  const changes: SentChange[] = [];
  for (;;) {
    const path = `api/ledger/items/${encodeURIComponent(id)}/history?limit=${pageSize}&offset=${changes.length}`;
    const response = await api.send<{ changes: readonly SentChange[]; total: number }>({
      method: 'GET',
      path,
    });
    if (!response.ok) return failureText(response.failure);
    changes.push(...response.value.changes);
    if (response.value.changes.length === 0 || changes.length >= response.value.total)
      return changes;
  }
}

function Change({ change }: { readonly change: DescribedChange }) {
  const { what, revision, time, reason, pieces } = change;
  return (
    <li>
      <p class="change-line">
        <b>{what}</b> in revision {revision} <Time time={time} />
      </p>
      {reason !== undefined && <p class="reason">Reason: {reason}</p>}
      {pieces !== undefined && (
        <p class="words">
          {pieces.map(({ kind, text }, index) => {
            if (kind === 'same') return text;
            return kind === 'added' ? <ins key={index}>{text}</ins> : <del key={index}>{text}</del>;
          })}
        </p>
      )}
    </li>
  );
}
