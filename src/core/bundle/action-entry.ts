import { omitUndefined } from '../omit-undefined.ts';
import { type Entry, fieldOf } from './entry.ts';
import { type Reference, readReferences } from './entry-id.ts';
import { linesMatching, type MarkdownFile } from './markdown-file.ts';

/** `Authorized` is the one open state. */
const actionStatuses = ['Authorized', 'Completed', 'Failed', 'Blocked'] as const;
export type ActionStatus = (typeof actionStatuses)[number];

/** A scoped action of the record. */
export interface ScopedAction {
  readonly entry: Entry;
  readonly id: string;
  readonly key?: string;
  readonly title: string;
  /** Undefined when the entry names none of the four. */
  readonly status?: ActionStatus;
  readonly touchpoints: string;
  /** The question whose answer authorised it. */
  readonly confirmedBy: readonly Reference[];
  /** It was authorised without the user, for a reason that the record names. */
  readonly unconfirmed: boolean;
}

/** Reads an action's section. */
export function readAction(entry: Entry): ScopedAction {
  const written = fieldOf(entry, 'Action status', 'Status')?.toLowerCase();
  const status = actionStatuses.find((name) => name.toLowerCase() === written);
  return {
    entry,
    id: entry.id,
    title: entry.title,
    ...omitUndefined({ key: entry.key, status }),
    touchpoints: fieldOf(entry, 'Touchpoints') ?? 'Unknown',
    confirmedBy: readReferences(fieldOf(entry, 'Confirmed by') ?? ''),
    unconfirmed: /^none needed\b/i.test(fieldOf(entry, 'Confirmation') ?? ''),
  };
}

/** A line of `evidence.md` with the status of an action. */
export interface ActionMarker {
  readonly id: string;
  readonly key?: string;
  readonly status: string;
  readonly line: number;
}

const marker =
  /^<!--\s*workflow-action:(\S+)\s+status:(\S+?)\s*-->(?:\s*<!--\s*key:([0-9a-z]+)\s*-->)?\s*$/;

/** All action markers of a file, in order. */
export function readMarkers(file: MarkdownFile): ActionMarker[] {
  return linesMatching(file, marker).map((line) => {
    const [, id = '', status = '', key] = marker.exec(file.lines[line]?.text ?? '') ?? [];
    return { id, status, line, ...omitUndefined({ key }) };
  });
}

/** The marker of an action: `open` while it is authorised, then how it ended. */
export function writeMarker(
  action: { id: string; key?: string | undefined },
  status: ActionStatus,
): string {
  const word = status === 'Authorized' ? 'open' : status.toLowerCase();
  const key = action.key === undefined ? '' : ` <!-- key:${action.key} -->`;
  return `<!-- workflow-action:${action.id} status:${word} -->${key}`;
}
