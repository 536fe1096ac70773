import type { EntryLine } from '../../core/bundle/overview.ts';
import { useBundlePage } from './bundle-page.ts';
import { groupEntries, lookOf } from './record.ts';

/** What was asked, decided, required, assumed and done; each line leads to its text. */
export function RecordEntries({ entries }: { readonly entries: readonly EntryLine[] }) {
  const groups = groupEntries(entries);
  if (groups.length === 0) {
    return <p class="quiet part">Nothing is asked or decided yet.</p>;
  }
  return (
    <>
      {groups.map(({ title, entries: own }) => (
        <section key={title} class="part" aria-labelledby={`group-${title}`}>
          <h2 id={`group-${title}`}>
            {title} <span class="quiet">{own.length}</span>
          </h2>
          <ul class="entries">
            {own.map((entry, index) => (
              <Entry key={`${entry.id} ${index}`} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Entry({ entry }: { readonly entry: EntryLine }) {
  const page = useBundlePage();
  const { id, title, status, path } = entry;
  return (
    <li class={status === 'Superseded' ? 'replaced' : ''}>
      <button
        type="button"
        onClick={() => {
          page.file.value = path;
          page.entry.value = id;
        }}
      >
        <code>{id}</code>
        <span class="entry-title">{plain(title)}</span>
        <span class={`fact ${lookOf(status)}`}>{status}</span>
      </button>
    </li>
  );
}

/** Words without the marks that emphasise them. */
function plain(text: string): string {
  return text.replace(/\*\*|`/g, '');
}
