import type { DiffHeader } from './diff-header.ts';

const kinds: Readonly<Record<string, string>> = {
  '120000': 'symbolic link',
  '160000': 'submodule',
};

/** Says in words what a patch's header tells beyond added and removed lines. */
export function diffNotes(
  file: DiffHeader,
  { header, parents }: { header: string; parents: number },
): readonly string[] {
  return [
    changeNote(file),
    ...modeNotes(file),
    file.binary ? 'binary' : undefined,
    parents > 1 ? `merge of ${parents} parents` : undefined,
    /^similarity index (?!100%)(\d+%)/m.exec(header)?.[1]?.concat(' alike'),
  ].filter((note) => note !== undefined);
}

function changeNote({ change, path, oldPath }: DiffHeader): string | undefined {
  switch (change) {
    case 'added':
      return 'new file';
    case 'deleted':
      return 'deleted file';
    case 'renamed':
      return `renamed from ${oldPath} to ${path}`;
    case 'copied':
      return `copied from ${oldPath} to ${path}`;
    case 'modified':
      return undefined;
  }
}

function modeNotes({ oldMode, newMode, oldObject, newObject }: DiffHeader): readonly string[] {
  const kind = kinds[newMode ?? ''] ?? kinds[oldMode ?? ''];
  const notes = kind === undefined ? [] : [kind];
  if (kind === 'submodule' && oldObject !== undefined && newObject !== undefined) {
    notes.push(`${oldObject} → ${newObject}`);
  }
  if (oldMode !== undefined && newMode !== undefined && oldMode !== newMode) {
    notes.push(`mode ${oldMode} → ${newMode}`);
  } else if (oldMode === undefined && newMode === '100755') {
    notes.push('executable');
  }
  return notes;
}
