import { Problem } from '../labels/problem.tsx';
import { RoomBar } from '../room-frame/room-bar.tsx';
import { arrange, type LedgerView, type Part } from './arrange.ts';
import { ItemCard } from './item-card.tsx';
import { useLedgerPage } from './ledger-page.ts';

/** A discussion of the ledger: its head, what waits, and everything else. */
export function LedgerApp() {
  const { view, problem } = useLedgerPage();
  return (
    <>
      <Bar />
      <main class="room ledger">
        <Problem text={problem.value} />
        {view.value === null ? <h1>Loading…</h1> : <Discussion view={view.value} />}
      </main>
    </>
  );
}

function Bar() {
  const { link, query } = useLedgerPage();
  return (
    <RoomBar link={link.value}>
      <input
        type="search"
        class="ledger-find"
        aria-label="Find items"
        aria-keyshortcuts="/"
        placeholder="Find (/)"
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
    </RoomBar>
  );
}

function Discussion({ view }: { readonly view: LedgerView }) {
  const { query } = useLedgerPage();
  const parts = arrange(view, query.value);
  const stale = view.items.filter((item) => item.stale && !item.withdrawn).length;
  return (
    <>
      <h1>{view.title}</h1>
      {view.description !== '' && <p class="description">{view.description}</p>}
      <p class="facts">
        <span class={`fact state-${view.state}`}>{view.state}</span>
        <span>revision {view.revision}</span>
        <span>{view.pending.length} waiting</span>
        {stale > 0 && <span class="fact warn">{stale} stale</span>}
        <code>{view.id}</code>
      </p>
      {parts.length === 0 && (
        <p class="quiet">{query.value === '' ? 'Nothing is recorded yet.' : 'Nothing is found.'}</p>
      )}
      {parts.map((part) =>
        part.name === 'withdrawn' ? (
          <details key={part.name} class="part" open={query.value !== ''}>
            <summary>
              {part.title} ({part.entries.length})
            </summary>
            <Entries part={part} />
          </details>
        ) : (
          <section key={part.name} class="part" aria-labelledby={`part-${part.name}`}>
            <h2 id={`part-${part.name}`}>
              {part.title} <span class="quiet">{part.entries.length}</span>
            </h2>
            <Entries part={part} />
          </section>
        ),
      )}
    </>
  );
}

function Entries({ part }: { readonly part: Part }) {
  return (
    <>
      {part.entries.map(({ item, below }) => (
        <ItemCard key={item.id} item={item} below={below} />
      ))}
    </>
  );
}
