import { isRefusal } from '../refusal.ts';
import type { Edit } from './edit.ts';
import { indexField, indexPath, readIndex, setIndexField } from './index-file.ts';

/** The parts of the skill that may have to be read again. */
export const references = {
  tracker: 'references/tracker.md',
  response: 'references/response-workflow.md',
  actions: 'references/actions.md',
} as const;

/** The field of the active snapshot that names them. */
export const requiredReferencesKey = 'Required references';

/** The parts that a line names, in its order. */
export function readRequiredReferences(line: string): string[] {
  return line
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(?:none|unknown)$/i.test(part));
}

/** The line that names these parts: known ones first, in the order of the contract, then any other. */
export function writeRequiredReferences(parts: readonly string[]): string {
  const defined: string[] = Object.values(references).filter(
    (part) => part === references.tracker || parts.includes(part),
  );
  return [...new Set([...defined, ...parts])].join(', ');
}

/** Adds a part of the skill to the line, for a stage that begins. */
export function requireReference(reference: string): Edit {
  return changeLine((written) => [...written, reference]);
}

/** Removes a part of the skill from the line, for a stage that has ended. */
export function releaseReference(reference: string): Edit {
  return changeLine((written) => written.filter((part) => part !== reference));
}

function changeLine(change: (written: readonly string[]) => string[]): Edit {
  return (texts) => {
    const index = readIndex(texts.get(indexPath) ?? '');
    if (isRefusal(index)) return index;
    const written = readRequiredReferences(
      indexField(index, 'snapshot', requiredReferencesKey) ?? '',
    );
    const value = writeRequiredReferences(change(written));
    return setIndexField('snapshot', requiredReferencesKey, value)(texts);
  };
}
