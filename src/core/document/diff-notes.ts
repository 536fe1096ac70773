import type { DiffHeader } from './diff-header.ts';

const kinds: Readonly<Record<string, string>> = {
  '120000': 'symbolic link',
  '160000': 'submodule',
};

/** Returns in words what a patch's header says beyond added and removed lines. */
export function diffNotes(
  file: DiffHeader,
  { header, parents }: { header: string; parents: number },
): readonly string[] {
  return [
    changeNote(file),
    ...headerNotes(header),
    ...modeNotes(file, header),
    ...(file.binary ? ['binary'] : []),
    ...(parents > 1 ? [`merge of ${parents} parents`] : []),
    ...(/^similarity index (?!100%)(\d+%)/m.exec(header)?.slice(1, 2) ?? []).map(
      (share) => `${share} alike`,
    ),
    ...[...header.matchAll(/^ {2}([<>] .*?)\r?$/gm)].map(([, commit = '']) => commit),
  ].filter((note) => note !== undefined);
}

const spoken: readonly (readonly [RegExp, string])[] = [
  [/^Only in .+: /m, 'only on one side'],
  [/^Files .+ differ\r?$/m, 'different; the patch does not say how'],
  [/^\* Unmerged path /m, 'in conflict'],
];

function headerNotes(header: string): readonly string[] {
  const commit = /^(commit [0-9a-f]{7,64}.*?)\r?\n/.exec(header)?.[1];
  return [
    ...spoken.filter(([form]) => form.test(header)).map(([, words]) => words),
    ...(commit === undefined ? [] : [commit]),
  ];
}

/** Returns a path on one line, with control characters escaped as in C. */
export function displayPath(path: string): string {
  const names: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };
  return path.replace(
    /[\0-\x1f\x7f]/g,
    (character) => names[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
}

function changeNote(file: DiffHeader): string | undefined {
  const path = displayPath(file.path);
  const oldPath = file.oldPath === undefined ? undefined : displayPath(file.oldPath);
  switch (file.change) {
    case 'added':
      return 'new file';
    case 'deleted':
      return 'deleted file';
    case 'renamed':
      return `renamed from ${oldPath} to ${path}`;
    case 'copied':
      return `copied from ${oldPath} to ${path}`;
    case 'modified':
      return oldPath === undefined ? undefined : `compared with ${oldPath}`;
  }
}

function modeNotes(
  { oldMode, newMode, oldObject, newObject }: DiffHeader,
  header: string,
): readonly string[] {
  const isSubmodule = header.startsWith('Submodule ');
  const kind = isSubmodule ? 'submodule' : (kinds[newMode ?? ''] ?? kinds[oldMode ?? '']);
  const notes = kind === undefined ? [] : [kind];
  if (kind === 'submodule' && oldObject !== undefined && newObject !== undefined) {
    notes.push(`${oldObject} → ${newObject}`);
  }
  if (/^Submodule .* contains /m.test(header)) notes.push('changes that are not committed');
  if (oldMode !== undefined && newMode !== undefined && oldMode !== newMode) {
    notes.push(`mode ${oldMode} → ${newMode}`);
  } else if (oldMode === undefined && newMode === '100755') {
    notes.push('executable');
  }
  return notes;
}
