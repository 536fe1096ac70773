import { capitalise } from '../text/capitalise.ts';
import type { Bundle } from './bundle.ts';
import type { DecisionEntry } from './decision-entry.ts';
import type { EntryKind } from './entry-id.ts';

/** An entry of a record in one line. */
export interface EntryLine {
  readonly id: string;
  readonly kind: EntryKind;
  readonly title: string;
  /** As the record has it, such as `Accepted` or `Pending`. */
  readonly status: string;
  /** The file that it stands in. */
  readonly path: string;
}

/** What was asked, decided, required, assumed and done in a record, a line each. */
export function overview(bundle: Bundle): EntryLine[] {
  const { questions, decisions, requirements, assumptions, actions } = bundle;
  const lines = [
    ...questions.map((entry) => ({
      ...entry,
      title: entry.header,
      status: capitalise(entry.status),
    })),
    ...decisions,
    ...requirements.map(withAcceptedAs('Required')),
    ...assumptions.map(withAcceptedAs('Assumed')),
    ...actions.map((entry) => ({ ...entry, status: entry.status ?? 'Unknown' })),
  ];
  return lines.map(({ entry, title, status }) => ({
    id: entry.id,
    kind: entry.kind,
    title: title.replace(/^[\s—–:-]+/, ''),
    status,
    path: entry.path,
  }));
}

/** An entry of a kind whose accepted entries have a status label of their own. */
function withAcceptedAs(label: string) {
  return (entry: DecisionEntry) => ({
    ...entry,
    status: entry.status === 'Accepted' ? label : entry.status,
  });
}
