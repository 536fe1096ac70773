import { parsePatch } from 'diff';

/** The header of a file's patch. */
export interface DiffHeader {
  /** The path on the new side, or the old one of a deleted file. */
  readonly path: string;
  /** The previous path, when it is different. */
  readonly oldPath?: string;
  readonly change: 'modified' | 'added' | 'deleted' | 'renamed' | 'copied';
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly binary: boolean;
  /** Shortened names of the contents before and after, such as `1a2b3c4`. */
  readonly oldObject?: string;
  readonly newObject?: string;
}

const devNull = '/dev/null';
const usualPrefix = /^[abciow12]\//;

/** Parses the lines above the first hunk of a file's patch. */
export function parseDiffHeader(header: string): DiffHeader {
  const facts = parseFacts(header);
  const names = parseNames(header);
  const isAdded = facts.added || missingSide('--- ').test(header);
  const isDeleted = facts.deleted || missingSide('\\+\\+\\+ ').test(header);
  const hasOtherName = !isAdded && !isDeleted && names.old !== names.new;
  const change = isAdded
    ? 'added'
    : isDeleted
      ? 'deleted'
      : facts.copied
        ? 'copied'
        : facts.renamed
          ? 'renamed'
          : 'modified';
  return {
    path: isDeleted && names.old !== devNull ? names.old : names.new,
    ...(hasOtherName ? { oldPath: names.old } : {}),
    change,
    ...facts.modes,
    binary: facts.binary,
    ...facts.objects,
  };
}

/** A side on which there is no file: as git and Mercurial say it, and as Subversion does. */
function missingSide(mark: string): RegExp {
  return new RegExp(`^${mark}(?:/dev/null|[^\\t\\n]*\\t\\((?:nonexistent|revision 0)\\))`, 'm');
}

/** The names on both sides, without prefixes. */
interface Names {
  readonly old: string;
  readonly new: string;
}

function parseNames(header: string): Names {
  const combined =
    /^(?:diff --(?:cc|combined) (.*?)|Submodule (.+?) (?:[0-9a-f]+\.|contains ))\r?(?:$|[^\n])/m.exec(
      header,
    );
  const name = unquote(combined?.[1] ?? combined?.[2] ?? '');
  if (name !== '') return { old: name, new: name };
  const single = singleName(header);
  if (single !== undefined) return { old: single, new: single };
  return renamedNames(header) ?? gitNames(header) ?? plainNames(header);
}

/** The name in a header of one line, which says that there is no more to show. */
function singleName(header: string): string | undefined {
  const [first = ''] = header.split(/\r?\n|\r$/);
  const only = /^Only in (.+): (.+)$/.exec(first);
  if (only !== null) return `${only[1]}/${only[2]}`;
  const differing =
    /^(?:Binary files|Files) (.+) differ$/.exec(first) ??
    /^Binary file (.+) has changed$/.exec(first);
  if (differing?.[1] !== undefined) {
    return differing[1]
      .slice(differing[1].lastIndexOf(' and ') + 1)
      .replace(/^(?:and )?[^/]+\/(?=.)/, '');
  }
  if (/^diff --/.test(first) || /^--- /m.test(header)) return undefined;
  const named =
    /^\* Unmerged path (.+)$/.exec(first) ??
    /^\*\*\* (?:Add|Update|Delete) File: (.+)$/.exec(first) ??
    /^Index: (.+)$/.exec(first);
  return named?.[1] === undefined ? undefined : unquote(named[1]);
}

function renamedNames(header: string): Names | undefined {
  const from = /^(?:rename|copy) from (.*?)\r?$/m.exec(header)?.[1];
  const to = /^(?:rename|copy) to (.*?)\r?$/m.exec(header)?.[1];
  if (from === undefined || to === undefined) return undefined;
  return { old: unquote(from), new: unquote(to) };
}

/**
 * Both names of a `diff --git` line are one path behind two prefixes, spaces or not: of all positions at which the line
 * may be split, the one at which the names have most in common.
 */
function gitNames(header: string): Names | undefined {
  const names = /^diff --git (.*?)\r?$/m.exec(header)?.[1] ?? '';
  let path = '';
  for (const { index } of names.matchAll(/ /g)) {
    const [old, current] = [names.slice(0, index), names.slice(index + 1)];
    if (isHalfQuoted(old) || isHalfQuoted(current)) continue;
    const common = commonPath(unquote(old), unquote(current));
    if (common.length > path.length) path = common;
  }
  return path === '' ? undefined : { old: path, new: path };
}

function isHalfQuoted(name: string): boolean {
  return name.startsWith('"') !== /[^\\]"$|\\\\"$/.test(name);
}

/** The last parts of two paths, as far as they are the same. */
function commonPath(left: string, right: string): string {
  if (left === right) return left;
  const [lefts, rights] = [left.split('/'), right.split('/')];
  let count = 0;
  while (count < lefts.length && lefts.at(-1 - count) === rights.at(-1 - count)) count++;
  return count === 0 ? '' : lefts.slice(lefts.length - count).join('/');
}

/** Names from the `---` and `+++` lines. */
function plainNames(header: string): Names {
  const names = namesByParser(header);
  if (names.old === devNull) return { old: devNull, new: names.new.replace(usualPrefix, '') };
  if (names.new === devNull) return { old: names.old.replace(usualPrefix, ''), new: devNull };
  const path = commonPath(names.old, names.new);
  return path === '' ? names : { old: path, new: path };
}

function namesByParser(header: string): Names {
  try {
    const [file] = parsePatch(header);
    const name = file?.newFileName ?? file?.oldFileName ?? file?.index ?? 'patch';
    return { old: file?.oldFileName ?? name, new: file?.newFileName ?? name };
  } catch {
    // A header with only one name is no patch for the library; the name can still be shown.
    const name = /^(?:---|\+\+\+) (?!\/dev\/null)([^\t\r\n]*)/m.exec(header)?.[1] ?? 'patch';
    return { old: name, new: name };
  }
}

function unquote(name: string): string {
  if (!name.startsWith('"')) return name;
  try {
    return parsePatch(`--- ${name}\n+++ ${name}\n`)[0]?.newFileName ?? name;
  } catch {
    return name;
  }
}

interface Facts {
  readonly added: boolean;
  readonly deleted: boolean;
  readonly copied: boolean;
  readonly renamed: boolean;
  readonly binary: boolean;
  readonly modes: { oldMode?: string; newMode?: string };
  readonly objects: { oldObject?: string; newObject?: string };
}

function parseFacts(header: string): Facts {
  const find = (pattern: RegExp): string | undefined => pattern.exec(header)?.[1];
  const created = find(/^new file mode (\d+)/m);
  const removed = find(/^deleted file mode (\d+)/m);
  const [, oldObject, newObject, sameMode] =
    /^(?:index |Submodule .+ )([0-9a-f]+)(?:,[0-9a-f]+)*\.\.\.?([0-9a-f]+)(?: (\d+))?/m.exec(
      header,
    ) ?? [];
  const oldMode = find(/^(?:old mode|deleted file mode|mode) (\d+)/m) ?? sameMode;
  const newMode = created ?? find(/^(?:new mode (\d+)|mode [\d,]+\.\.(\d+))/m) ?? sameMode;
  return {
    added: created !== undefined || /^\*\*\* Add File: /.test(header),
    deleted: removed !== undefined || /^\*\*\* Delete File: /.test(header),
    copied: /^copy from /m.test(header),
    renamed: /^rename from /m.test(header),
    binary:
      /^(?:Binary files .* differ|Binary file .* has changed|GIT binary patch|Cannot display: file marked as a binary type\.)\r?$/m.test(
        header,
      ),
    modes: {
      ...(oldMode && !created ? { oldMode } : {}),
      ...(newMode && !removed ? { newMode } : {}),
    },
    objects: { ...(oldObject ? { oldObject } : {}), ...(newObject ? { newObject } : {}) },
  };
}
