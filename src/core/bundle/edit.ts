import type { Finding } from '../finding.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type MarkdownFile, readMarkdown } from './markdown-file.ts';

/** The Markdown files of a bundle: path relative to the root, with `/`, to text. */
export type Texts = ReadonlyMap<string, string>;

/** A change of some files at expected locations, as a value; refused when a location is missing or ambiguous. */
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
    if (text === undefined) return locationFault(path, 'the file itself', 0);
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

/** The refusal of an edit whose location was found `count` times instead of once. */
export function locationFault(path: string, location: string, count: number): Refusal {
  const detail =
    count === 0
      ? `${path} lacks ${location}, where the change belongs`
      : `${path} has ${location} ${count} times, where it is expected once`;
  return invalidBundle([
    {
      rule: count === 0 ? 'place_missing' : 'place_ambiguous',
      ids: [],
      path,
      detail,
      next: `correct ${path} by hand, so that ${location} stands there exactly once`,
    },
  ]);
}

/** The refusal that lists what makes a bundle invalid. */
export function invalidBundle(findings: readonly Finding[]): Refusal {
  const [first] = findings;
  const suffix = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  return refuse('invalid_bundle', `the bundle is not valid: ${first?.detail ?? ''}${suffix}`, {
    details: { findings },
    next: first?.next ?? 'run discuss bundle validate',
  });
}

/** Returns the text with a span of it replaced. */
export function splice(
  text: string,
  span: { start: number; end: number },
  replacement: string,
): string {
  return text.slice(0, span.start) + replacement + text.slice(span.end);
}
