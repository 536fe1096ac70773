import { parsePatch } from 'diff';

/** What the header of a file's patch says. */
export interface DiffHeader {
  /** The path on the new side, or the old one of a deleted file. */
  readonly path: string;
  /** The path it had, when that is another one. */
  readonly oldPath?: string;
  readonly change: 'modified' | 'added' | 'deleted' | 'renamed' | 'copied';
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly binary: boolean;
  /** Shortened names of the contents before and after, such as `1a2b3c4`. */
  readonly oldObject?: string;
  readonly newObject?: string;
}

const nowhere = '/dev/null';
const usualPrefix = /^[abciow12]\//;

/** Reads the lines above the first hunk of a file's patch. */
export function readDiffHeader(header: string): DiffHeader {
  const facts = readFacts(header);
  const names = readNames(header);
  const isAdded = facts.added || names.old === nowhere;
  const isDeleted = facts.deleted || names.new === nowhere;
  const [oldPath, path] = withoutPrefixes(names, facts);
  const shown = isDeleted ? oldPath : path;
  const moved = !isAdded && !isDeleted && oldPath !== path;
  return {
    path: shown,
    ...(moved ? { oldPath } : {}),
    change: isAdded
      ? 'added'
      : isDeleted
        ? 'deleted'
        : facts.copied
          ? 'copied'
          : moved
            ? 'renamed'
            : 'modified',
    ...facts.modes,
    binary: facts.binary,
    ...facts.objects,
  };
}

interface Names {
  readonly old: string;
  readonly new: string;
  /** The names come without a prefix. */
  readonly bare: boolean;
}

function readNames(header: string): Names {
  const moved = movedNames(header);
  if (moved !== undefined) return { ...moved, bare: true };
  const combined = /^diff --(?:cc|combined) (.*?)\r?$/m.exec(header)?.[1];
  if (combined !== undefined) {
    const name = unquote(combined);
    return {
      old: /^--- \/dev\/null/m.test(header) ? nowhere : name,
      new: /^\+\+\+ \/dev\/null/m.test(header) ? nowhere : name,
      bare: true,
    };
  }
  const halves = equalHalves(/^diff --git (.*?)\r?$/m.exec(header)?.[1] ?? '');
  if (halves !== undefined) return { ...halves, bare: false };
  return { ...namesByLibrary(header), bare: false };
}

function movedNames(header: string): { old: string; new: string } | undefined {
  const from = /^(?:rename|copy) from (.*?)\r?$/m.exec(header)?.[1];
  const to = /^(?:rename|copy) to (.*?)\r?$/m.exec(header)?.[1];
  if (from === undefined || to === undefined) return undefined;
  return { old: unquote(from), new: unquote(to) };
}

/** `a/path b/path`: where both sides name one path, the halves are equally long, spaces or not. */
function equalHalves(names: string): { old: string; new: string } | undefined {
  const middle = (names.length - 1) / 2;
  if (names[middle] !== ' ') return undefined;
  const [old, new_] = [names.slice(0, middle), names.slice(middle + 1)];
  if (old.startsWith('"') !== new_.startsWith('"')) return undefined;
  const [oldName, newName] = [unquote(old), unquote(new_)];
  const isSame = oldName === newName || afterPrefix(oldName) === afterPrefix(newName);
  return isSame ? { old: oldName, new: newName } : undefined;
}

function namesByLibrary(header: string): { old: string; new: string } {
  try {
    const [file] = parsePatch(header);
    const name = file?.newFileName ?? file?.oldFileName ?? file?.index ?? 'patch';
    return { old: file?.oldFileName ?? name, new: file?.newFileName ?? name };
  } catch {
    // A header with one name alone is no patch to the library; the name is still worth showing.
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

/** Takes `a/` and `b/`, or whatever differs in their place, off the names; where nothing differs there is no prefix. */
function withoutPrefixes(names: Names, { added, deleted }: Facts): readonly [string, string] {
  if (names.bare) return [names.old, names.new];
  const one =
    names.old === nowhere || added
      ? names.new
      : names.new === nowhere || deleted
        ? names.old
        : undefined;
  if (one !== undefined && (names.old === nowhere || names.new === nowhere)) {
    const path = one.replace(usualPrefix, '');
    return [path, path];
  }
  if (names.old === names.new) return [names.old, names.new];
  if (afterPrefix(names.old) === afterPrefix(names.new))
    return [afterPrefix(names.old), afterPrefix(names.new)];
  return [names.old.replace(usualPrefix, ''), names.new.replace(usualPrefix, '')];
}

function afterPrefix(name: string): string {
  return name.replace(/^[^/]+\//, '');
}

interface Facts {
  readonly added: boolean;
  readonly deleted: boolean;
  readonly copied: boolean;
  readonly binary: boolean;
  readonly modes: { oldMode?: string; newMode?: string };
  readonly objects: { oldObject?: string; newObject?: string };
}

function readFacts(header: string): Facts {
  const find = (pattern: RegExp): string | undefined => pattern.exec(header)?.[1];
  const created = find(/^new file mode (\d+)/m);
  const removed = find(/^deleted file mode (\d+)/m);
  const [, oldObject, newObject, sameMode] =
    /^index ([0-9a-f]+)(?:,[0-9a-f]+)*\.\.([0-9a-f]+)(?: (\d+))?/m.exec(header) ?? [];
  const oldMode = find(/^(?:old mode|deleted file mode|mode) (\d+)/m) ?? sameMode;
  const newMode = created ?? find(/^(?:new mode (\d+)|mode [\d,]+\.\.(\d+))/m) ?? sameMode;
  return {
    added: created !== undefined,
    deleted: removed !== undefined,
    copied: /^copy from /m.test(header),
    binary: /^(?:Binary files .* differ|GIT binary patch)\r?$/m.test(header),
    modes: {
      ...(oldMode && !created ? { oldMode } : {}),
      ...(newMode && !removed ? { newMode } : {}),
    },
    objects: { ...(oldObject ? { oldObject } : {}), ...(newObject ? { newObject } : {}) },
  };
}
