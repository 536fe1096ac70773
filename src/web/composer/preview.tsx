import { usePage } from '../page.ts';

/** How a text will look. */
export function Preview({ text }: { readonly text: string }) {
  const { texts } = usePage();
  if (text.trim() === '') return <div class="preview quiet">Nothing to show yet.</div>;
  const html = texts.html(text).value;
  if (html === null) return <div class="preview unrendered">{text}</div>;
  // Sanitised by the server.
  return (
    <section class="preview text" aria-label="Preview" dangerouslySetInnerHTML={{ __html: html }} />
  );
}
