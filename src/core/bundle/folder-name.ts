import { lineEndOf } from './markdown-file.ts';

const folderForm = /^(\d{4}-\d\d-\d\d)-no([1-9]\d{0,8})-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A topic as part of a folder's name: lower-case ASCII words joined by hyphens. */
export function slugOf(topic: string): string {
  const words = topic
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return shorten(words) || 'discussion';
}

/** As many whole words as fit a folder's name with room to spare. */
function shorten(words: readonly string[]): string {
  const limit = 60;
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, limit) : `${slug}-${word}`;
    if (longer.length > limit) break;
    slug = longer;
  }
  return slug;
}

/** The date at the head of a folder's name, from a time with zone: the day as it is there. */
export function dateOf(time: string): string {
  return time.slice(0, 10);
}

/** The number for the next bundle of a date: one more than the greatest among the names of this exact form. */
export function nextNumber(date: string, names: Iterable<string>): number {
  let greatest = 0;
  for (const name of names) {
    const match = folderForm.exec(name);
    if (match?.[1] === date) greatest = Math.max(greatest, Number(match[2]));
  }
  return greatest + 1;
}

/** Whether a name is that of a bundle's folder. */
export function isFolderName(name: string): boolean {
  return folderForm.test(name);
}

/** The name of a bundle's folder: `2026-11-30-no1-parser-fix`. */
export function folderName(date: string, number: number, slug: string): string {
  return `${date}-no${number}-${slug}`;
}

/** The folder name of the bundle that a path leads into; undefined outside of any. */
export function enclosingBundle(path: string): string | undefined {
  const parts = path.split(/[\\/]/);
  const position = parts.findIndex(
    (part, index) => isFolderName(part) && parts[index - 1] === 'discussion',
  );
  return position < 0 ? undefined : parts[position];
}

/** Whether a path leads through the metadata of git, where no record may be. */
export function isInsideGitMetadata(path: string): boolean {
  return path.split(/[\\/]/).some((part) => part.toLowerCase() === '.git');
}

/**
 * The line that makes git ignore exactly one folder, anchored at the root of the work tree; undefined for a path that
 * no rule can name. `path` is the folder's path below that root, with `/`.
 */
export function ignoreRule(path: string): string | undefined {
  if (/[\r\n\0]/.test(path)) return undefined;
  return `/${path.replace(/[\\*?[\]]/g, '\\$&')}/`;
}

/** What has to be appended to an ignore file so that it ends with `rule`, in the file's own line ends. */
export function ignoreAddition(existing: string, rule: string): string {
  const lineEnd = lineEndOf(existing);
  const gap = existing === '' || existing.endsWith('\n') ? '' : lineEnd;
  return `${gap}${rule}${lineEnd}`;
}
