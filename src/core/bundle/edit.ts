import type { Finding } from '../finding.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type MarkdownFile, readMarkdown } from './markdown-file.ts';

/** The Markdown files of a bundle: path relative to the root, with `/`, to text. */
export type Texts = ReadonlyMap<string, string>;

/** A change of some files at expected places, as a value; refused when a place is missing or ambiguous. */
export type Edit = (texts: Texts) => Texts | Refusal;

/** Makes the edits one after the other; the first refusal ends it and nothing is changed. */
export function applyEdits(texts: Texts, edits: readonly Edit[]): Texts | Refusal {
  let current = texts;
  for (const edit of edits) {
    const next = edit(current);
    if (isRefusal(next)) return next;
    current = next;
  }
  return current;
}

/** An edit of one file that must be there. */
export function editFile(path: string, change: (file: MarkdownFile) => string | Refusal): Edit {
  return (texts) => {
    const text = texts.get(path);
    if (text === undefined) return misplaced(path, 'the file itself', 0);
    const changed = change(readMarkdown(path, text));
    return isRefusal(changed) ? changed : withText(texts, path, changed);
  };
}

/** An edit that adds a file that must not be there. */
export function createFile(path: string, text: string): Edit {
  return (texts) =>
    texts.has(path)
      ? invalidBundle([
          {
            rule: 'file_exists',
            ids: [],
            path,
            detail: `${path} is there already`,
            next: 'choose another name, or edit the file',
          },
        ])
      : withText(texts, path, text);
}

/** The texts with one of them replaced or added. */
export function withText(texts: Texts, path: string, text: string): Texts {
  return texts.get(path) === text ? texts : new Map(texts).set(path, text);
}

/** The refusal of an edit whose place was found `count` times instead of once. */
export function misplaced(path: string, place: string, count: number): Refusal {
  const detail =
    count === 0
      ? `${path} lacks ${place}, where the change belongs`
      : `${path} has ${place} ${count} times, where it is expected once`;
  return invalidBundle([
    {
      rule: count === 0 ? 'place_missing' : 'place_ambiguous',
      ids: [],
      path,
      detail,
      next: `correct ${path} by hand, so that ${place} stands there exactly once`,
    },
  ]);
}

/** The refusal that lists what makes a bundle invalid. */
export function invalidBundle(findings: readonly Finding[]): Refusal {
  const [first] = findings;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  return refuse('invalid_bundle', `the bundle is not valid: ${first?.detail ?? ''}${more}`, {
    details: { findings },
    next: first?.next ?? 'run discuss bundle validate',
  });
}

/** `text` with what stands from `start` to `end` replaced. */
export function splice(text: string, span: { start: number; end: number }, by: string): string {
  return text.slice(0, span.start) + by + text.slice(span.end);
}
