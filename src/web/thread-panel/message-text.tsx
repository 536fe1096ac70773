import type { JSX } from 'preact';
import { usePage } from '../page.ts';

/** A message's Markdown, drawn. Until the drawing has come, and for plain words, the text as it was written. */
export function MessageText({ text }: { readonly text: string }): JSX.Element {
  const { texts } = usePage();
  if (isPlain(text)) return <p class="text">{text}</p>;
  const html = texts.html(text).value;
  if (html === null) return <p class="text unrendered">{text}</p>;
  // The HTML has been sanitised by the server, and the page's policy runs no script in it.
  return <div class="text" dangerouslySetInnerHTML={{ __html: html }} />;
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
