import { type DiffFile, parseDiff } from '../document/diff-file.ts';
import { plainPatch } from '../document/plain-patch.ts';
import { otherForm } from '../document/recognise-patch.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Returns the new patch of a changed file, without colours and the like; an empty text says that there is no change any
 * more. Refused with `validation_error` when the text is no patch, or one of another file or of several.
 */
export function pushedPatch(text: string, path: string): string | Refusal {
  if (text.trim() === '') return text;
  const form = otherForm(text);
  if (form !== undefined) return refuseText(path, `it is ${form}`);
  const files = parseDiff(text);
  const [first] = files;
  if (first === undefined) return refuseText(path, 'it holds no change in the form of a patch');
  const other = files.find((file) => !isOf(file, path));
  if (other !== undefined) return refuseText(path, `it changes ${other.path}`);
  if (files.length > 1) return refuseText(path, 'it changes the file several times');
  return plainPatch(text);
}

/** Whether a file is the one of a path; hunks alone name none, and paths may start at another folder. */
function isOf(
  { path, oldPath, hunks, headerEnd, headerStart }: DiffFile,
  expected: string,
): boolean {
  if (hunks.length > 0 && headerEnd < headerStart) return true;
  return [path, oldPath].some(
    (name) =>
      name !== undefined &&
      (name === expected || name.endsWith(`/${expected}`) || expected.endsWith(`/${name}`)),
  );
}

function refuseText(path: string, reason: string): Refusal {
  return refuse('validation_error', `the text is no patch of ${path}: ${reason}`, {
    field: 'markdown',
    next: 'send the unified patch of this file alone, as git diff prints it',
  });
}
