import { replaceInvisible } from '../core/text/visible-escapes.ts';
import { escapeHtml } from './escape.ts';

/** A drawn formula is ours: what it has of such characters says how it is spoken. */
const tagOrText = /<math[\s\S]*?<\/math>|<[^>]*>|[^<]+/g;

/**
 * Draws characters that no reader sees, and marks of direction, as escapes such as `U+202E` in the text of finished HTML.
 * The character itself stays in the text, hidden beside its escape, where it turns nothing around.
 */
export function showInvisibleCharacters(html: string): string {
  if (replaceInvisible(html, () => '') === html) return html;
  return html.replace(tagOrText, (part) =>
    // Only the document may begin with a byte order mark, and that is none of its text.
    part.startsWith('<') ? part : replaceInvisible(` ${part}`, drawn).slice(1),
  );
}

function drawn(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const own = `<span hidden>${escapeHtml(character)}</span>`;
  return `<span class="invisible" data-atom>${own}<span class="invisible-name" data-generated>U+${code}</span></span>`;
}

/** Returns how many characters of a text are drawn as escapes. */
export function countInvisible(text: string): number {
  let count = 0;
  replaceInvisible(text, (character) => {
    count++;
    return character;
  });
  return count;
}
