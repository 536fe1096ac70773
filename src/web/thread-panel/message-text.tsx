import { DrawnText } from '../labels/drawn-text.tsx';
import { usePage } from '../page.ts';

/** A message's Markdown, drawn. Until the drawing has come, and for plain words, the text as it was written. */
export function MessageText({ text }: { readonly text: string }) {
  const { texts } = usePage();
  if (isPlain(text)) return <p class="text">{text}</p>;
  return <DrawnText texts={texts} text={text} />;
}

/** Letters, digits and punctuation that mean nothing in Markdown, on one line. */
const plainWords = /^[\p{L}\p{N}\p{Zs}.,;:?!'"()%/“”‘’„«»–—…-]+$/u;
const startsList = /^\s*(?:\d+[.)]|[-–]\s)/;
const mayLink = /:\/\/|www\.|@|\S\.\S{2,}/;

function isPlain(text: string): boolean {
  return (
    plainWords.test(text) && !startsList.test(text) && !mayLink.test(text) && !/^\s{4}/.test(text)
  );
}
