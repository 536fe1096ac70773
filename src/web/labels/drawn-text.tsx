import type { TextRenderer } from '../state/text-renderer.ts';

interface DrawnTextProps {
  readonly texts: TextRenderer;
  readonly text: string;
  readonly class?: string;
}

/** A text's Markdown, drawn; until the drawing has come, the text as it was written. */
export function DrawnText({ texts, text, class: look = 'text' }: DrawnTextProps) {
  const html = texts.html(text).value;
  if (html === null) return <p class={`${look} unrendered`}>{text}</p>;
  // The HTML has been sanitised by the server, and the page's policy runs no script in it.
  return <div class={look} dangerouslySetInnerHTML={{ __html: html }} />;
}
