/**
 * Returns whether a path is meant by a pattern: `*` and `?` stand for characters within a name, `**` for any folders. A
 * pattern without a slash means a name anywhere in the path; one that means a folder means all in it.
 */
export function matchesGlob(path: string, pattern: string): boolean {
  const plain = path.replace(/^(?:\.\/)+/, '');
  const wanted = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const prefix = wanted.includes('/') ? '^' : '(?:^|/)';
  return new RegExp(`${prefix}${source(wanted)}(?:/|$)`, 'u').test(plain);
}

function source(pattern: string): string {
  return pattern.replace(/\*\*\/|\*\*|[*?]|[^*?]/gu, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replace(/[\\^$.|+()[\]{}/]/, '\\$&');
  });
}
