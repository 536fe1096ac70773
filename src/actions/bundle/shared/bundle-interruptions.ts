import type { Inspection } from '../../../core/bundle/ports/bundle-folder.ts';
import type { BundleSnapshot } from '../../../core/bundle/snapshot.ts';
import type { Finding } from '../../../core/finding.ts';

/** What an interrupted write has left in a bundle's folder; nothing when there was none. */
export function interruptions({ journal, leftovers, snapshot }: Inspection): Finding[] {
  const next = 'finish or roll back: discuss bundle doctor --repair';
  const finding = (rule: string, detail: string): Finding => ({ rule, ids: [], detail, next });
  return [
    ...(journal === undefined
      ? []
      : [finding('interrupted_write', `a write was interrupted in ${snapshot.root}`)]),
    ...(leftovers.length === 0
      ? []
      : [finding('leftover', `an interrupted write has left ${leftovers.join(', ')}`)]),
    ...(isEmptyFolder(snapshot) && journal === undefined
      ? [finding('empty_folder', 'the folder was reserved, and nothing was written into it')]
      : []),
  ];
}

/** Whether nothing was ever written into a reserved folder. */
export function isEmptyFolder({ texts, faults }: BundleSnapshot): boolean {
  return texts.size === 0 && faults.length === 0;
}
