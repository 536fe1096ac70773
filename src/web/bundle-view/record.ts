import type { EntryLine } from '../../core/bundle/overview.ts';
import type { Finding } from '../../core/finding.ts';

/** A record as the server shows it. */
export interface RecordView {
  readonly root: string;
  readonly record: {
    readonly tracker_id: string;
    readonly mode_status: string;
    readonly profile: string;
    readonly execution_readiness: string;
    readonly goal: string;
    readonly last_updated: string;
    readonly next: string;
    readonly snapshot: Readonly<Record<string, string>>;
    readonly checkpoint: Readonly<Record<string, string>>;
    readonly entries: readonly EntryLine[];
  } | null;
  readonly problem: { readonly message: string; readonly next?: string } | null;
  readonly files: readonly { readonly path: string; readonly html: string }[];
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** The name of a record's folder. */
export function folderOf(root: string): string {
  return root.split(/[\\/]/).at(-1) ?? root;
}

/** What a record is about: its goal, else the words of its folder's name. */
export function titleOf({ root, record }: Pick<RecordView, 'root' | 'record'>): string {
  const goal = record?.goal ?? '';
  if (goal !== '' && !/^(?:unknown|none)\.?$/i.test(goal)) return goal;
  const folder = folderOf(root);
  const title = folder.replace(/^\d{4}-\d\d-\d\d-no\d+-/, '').replaceAll('-', ' ');
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Entries that are told together. */
export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly EntryLine[];
}

const groups: readonly (readonly [string, string])[] = [
  ['question', 'Questions'],
  ['decision', 'Decisions'],
  ['requirement', 'Requirements'],
  ['assumption', 'Assumptions'],
  ['action', 'Actions'],
];

/** The entries by what they are; what is closed or replaced comes last in its group. */
export function groupEntries(entries: readonly EntryLine[]): readonly EntryGroup[] {
  return groups
    .map(([kind, title]) => {
      const own = entries.filter((entry) => entry.kind === kind);
      return {
        title,
        entries: [...own.filter(isAlive), ...own.filter((entry) => !isAlive(entry))],
      };
    })
    .filter((group) => group.entries.length > 0);
}

function isAlive({ status }: EntryLine): boolean {
  return status !== 'Superseded';
}

/** How the status of an entry looks: open things ask for attention, settled ones do not. */
export function lookOf(status: string): 'warn' | 'good' | '' {
  if (/^(?:Pending|Proposed|Authorized|Failed|Blocked)$/.test(status)) return 'warn';
  return /^(?:Accepted|Answered|Completed)$/.test(status) ? 'good' : '';
}
