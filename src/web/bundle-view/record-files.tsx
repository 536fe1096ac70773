import { useLayoutEffect, useRef } from 'preact/hooks';
import { useBundlePage } from './bundle-page.ts';
import type { RecordView } from './record.ts';

/** The files of a record, one of them shown. */
export function RecordFiles({ files }: { readonly files: RecordView['files'] }) {
  const page = useBundlePage();
  const article = useRef<HTMLElement>(null);
  const entry = page.entry.value;
  const shown = files.find(({ path }) => path === page.file.value) ?? files[0];
  // At once, so that the next key acts where the focus then is.
  useLayoutEffect(() => {
    if (entry === null || article.current === null) return;
    showEntry(article.current, entry);
    page.entry.value = null;
  }, [entry]);
  if (shown === undefined) return null;
  return (
    <section class="part" aria-labelledby="files">
      <h2 id="files">Files</h2>
      <nav class="file-tabs" aria-label="Files of the record">
        {files.map(({ path }) => (
          <button
            key={path}
            type="button"
            aria-current={path === shown.path ? 'true' : undefined}
            onClick={() => (page.file.value = path)}
          >
            {path}
          </button>
        ))}
      </nav>
      <article ref={article} class="text record-text" aria-label={shown.path} tabIndex={-1}>
        {/* The HTML has been sanitised by the server, and the page's policy runs no script in it. */}
        <div dangerouslySetInnerHTML={{ __html: shown.html }} />
      </article>
    </section>
  );
}

/** Brings the text of an entry into view, and the focus to it. */
function showEntry(article: HTMLElement, id: string): void {
  const begins = new RegExp(`^\\W*${id}(?![\\w-])`);
  const elements = article.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6, li, td');
  const element =
    [...elements].find(({ textContent }) => begins.test(textContent ?? '')) ?? article;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'start' });
}
