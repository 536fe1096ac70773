/** What a transcript is filed under. */
export type HistorySource =
  /** One file; `name` is the last part of its path. */
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'stdin' }
  /** A diff by git and nothing else. */
  | { readonly kind: 'diff' }
  | { readonly kind: 'several'; readonly files: number };

/** Name of the folder, below the history folder, for transcripts of that source. Safe as one path segment. */
export function historyName(source: HistorySource): string {
  switch (source.kind) {
    case 'file':
      return safeSegment(stem(source.name));
    case 'stdin':
      return 'unnamed';
    case 'diff':
      return 'diff';
    case 'several':
      return `multi-${source.files}-files`;
  }
}

/** `plan.v2.md` → `plan.v2`; a name that begins with its only dot stays whole. */
function stem(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function safeSegment(text: string): string {
  const safe = [...text].map((letter) => (/[A-Za-z0-9._-]/.test(letter) ? letter : '_')).join('');
  if (safe === '') return 'unnamed';
  // Dots alone would lead out of the history folder.
  return /^\.+$/.test(safe) ? safe.replaceAll('.', '_') : safe;
}
