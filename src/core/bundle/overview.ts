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
    ...questions.map((one) => ({ ...one, title: one.header, status: capitalised(one.status) })),
    ...decisions,
    ...requirements.map(standingAs('Required')),
    ...assumptions.map(standingAs('Assumed')),
    ...actions.map((one) => ({ ...one, status: one.status ?? 'Unknown' })),
  ];
  return lines.map(({ entry, title, status }) => ({
    id: entry.id,
    kind: entry.kind,
    title: title.replace(/^[\s—–:-]+/, ''),
    status,
    path: entry.path,
  }));
}

/** What holds until it is marked is said in the words of its kind. */
function standingAs(word: string) {
  return (one: DecisionEntry) => ({
    ...one,
    status: one.status === 'Accepted' ? word : one.status,
  });
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
