import { idPrefix } from './links.ts';

/** Returns a function that makes the ids of headings as GitHub does: `Two words` becomes `two-words`. */
export function headingIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = text
      .toLowerCase()
      .trim()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replace(/ /g, '-');
    let id = slug;
    for (let count = used.get(slug) ?? 0; used.has(id); id = `${slug}-${count}`) count++;
    used.set(slug, (used.get(slug) ?? -1) + 1);
    used.set(id, used.get(id) ?? 0);
    return idPrefix + id;
  };
}
