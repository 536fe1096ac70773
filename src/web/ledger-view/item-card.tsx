import type { ItemView } from '../../core/ledger/views.ts';
import { DrawnText } from '../labels/drawn-text.tsx';
import { type ArrangedItem, viaLabel } from './arrange.ts';
import { ItemHistory } from './item-history.tsx';
import { toggleHistory, useLedgerPage } from './ledger-page.ts';

/** An item with what stands under it. */
export function ItemCard({ item, below }: ArrangedItem) {
  const look = [item.stale && 'stale', item.withdrawn && 'withdrawn'].filter(Boolean).join(' ');
  return (
    <article class={`item ${item.kind} ${look}`} id={`item-${item.id}`} aria-label={nameOf(item)}>
      <ItemBody item={item} />
      {below.length > 0 && (
        <ul class="below">
          {below.map((child) => (
            <li key={child.id} class={child.kind} id={`item-${child.id}`}>
              <ItemBody item={child} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

function nameOf({ kind, id, stale }: ItemView): string {
  return `${stale ? 'Stale ' : ''}${kind} ${id}`;
}

function ItemBody({ item }: { readonly item: ItemView }) {
  const page = useLedgerPage();
  const isOpen = page.opened.value.has(item.id);
  const panel = `history-${item.id}`;
  return (
    <>
      <div class="item-head">
        <span class="kind">{item.kind}</span>
        <code>{item.id}</code>
        <Facts item={item} />
        <button
          type="button"
          class="plain"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          aria-label={`History of ${item.id}`}
          onClick={() => toggleHistory(page, item.id)}
        >
          History
        </button>
      </div>
      <DrawnText texts={page.texts} text={item.text} />
      <References item={item} />
      {isOpen && (
        <div id={panel}>
          <ItemHistory id={item.id} />
        </div>
      )}
    </>
  );
}

function Facts({ item }: { readonly item: ItemView }) {
  return (
    <>
      {item.stale && <span class="fact warn">Stale: what it rests on has changed</span>}
      {item.withdrawn && <span class="fact">Withdrawn</span>}
      {item.confirmed && <span class="fact good">Confirmed</span>}
      {item.via !== null && (
        <span class={`fact ${item.via === 'timed_out' || item.via === 'assumed' ? 'warn' : ''}`}>
          {viaLabel(item.via)}
        </span>
      )}
      {item.original !== item.text && <span class="fact">Revised</span>}
      {item.kind === 'question' && item.delivery === 'reported_delivered' && (
        <span class="fact">Shown</span>
      )}
    </>
  );
}

function References({ item }: { readonly item: ItemView }) {
  const isPlaced = item.kind === 'option' || item.kind === 'answer';
  const parent = isPlaced && !item.withdrawn ? null : item.parent;
  if (parent === null && item.refs.length === 0) return null;
  return (
    <p class="refs">
      {parent !== null && (
        <>
          Under <ItemLink id={parent} />
          {item.refs.length > 0 && ' · '}
        </>
      )}
      {item.refs.length > 0 && 'Cites '}
      {item.refs.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <ItemLink id={id} />
        </span>
      ))}
    </p>
  );
}

function ItemLink({ id }: { readonly id: string }) {
  const { view, query } = useLedgerPage();
  const text = view.value?.items.find((item) => item.id === id)?.text;
  return (
    <a href={`#item-${encodeURIComponent(id)}`} title={text} onClick={() => (query.value = '')}>
      {id}
    </a>
  );
}
