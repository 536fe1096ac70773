import type { Finding } from '../../finding.ts';
import { foldLabel } from '../../question/question.ts';
import { questionFaults } from '../../question/style.ts';
import { actionsPath, type Bundle, decisionsPath, entriesOf, evidencePath } from '../bundle.ts';
import { type Entry, fieldOf } from '../entry.ts';
import { readReferences } from '../entry-id.ts';
import { indexField, indexPath } from '../index-file.ts';
import type { QuestionEntry } from '../question-entry.ts';

/** Entries: every id once, every reference known, questions and actions well formed. */
export function entryFindings(bundle: Bundle): Finding[] {
  return [
    ...clashFindings(bundle),
    ...unknownFindings(bundle),
    ...pendingFindings(bundle),
    ...bundle.questions.flatMap(questionFindings),
    ...actionFindings(bundle),
    ...markerFindings(bundle),
  ];
}

function clashFindings(bundle: Bundle): Finding[] {
  const byId = groupBySharedValue(entriesOf(bundle), ({ id }) => id).map(([id, entries]) => {
    const keys = entries.map(({ key }) => key ?? 'no key').join(', ');
    const detail = `${id} is the id of ${entries.length} entries (keys: ${keys})`;
    const next = 'run discuss bundle doctor --repair, which renumbers the later one';
    return { rule: 'id_clash', ids: [id], path: entries[0]?.path ?? indexPath, detail, next };
  });
  const byKey = groupBySharedValue(entriesOf(bundle), ({ key }) => key)
    .filter(([, entries]) => new Set(entries.map(({ id }) => id)).size > 1)
    .map(([key, entries]) => {
      const ids = entries.map(({ id }) => id);
      const detail = `${ids.join(' and ')} carry the same key ${key}`;
      const next = 'run discuss bundle doctor --repair, which gives the later one a key of its own';
      return { rule: 'key_clash', ids, path: entries[0]?.path ?? indexPath, detail, next };
    });
  return [...byId, ...byKey];
}

/** The values that several entries share, with those entries. */
function groupBySharedValue(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string | undefined,
): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const value = keyOf(entry);
    if (value !== undefined) groups.set(value, [...(groups.get(value) ?? []), entry]);
  }
  return [...groups].filter(([, sharing]) => sharing.length > 1);
}

/** The fields of entries that name other entries. */
const referenceFields = [
  'Rests on',
  'Supersedes',
  'Superseded by',
  'Blocks',
  'Confirmed by',
  'Revises',
] as const;

function unknownFindings(bundle: Bundle): Finding[] {
  const recordedIds = new Set(entriesOf(bundle).map(({ id }) => id));
  const unrecordedIn = (line = ''): string[] =>
    readReferences(line)
      .map(({ id }) => id)
      .filter((id) => !recordedIds.has(id));
  const finding = (id: string, path: string, location: string): Finding => ({
    rule: 'id_unknown',
    ids: [id],
    path,
    detail: `${location} names ${id}, which is not in the record`,
    next: 'restore the entry, or correct the reference',
  });
  const inEntries = entriesOf(bundle).flatMap((entry) =>
    referenceFields.flatMap((key) =>
      unrecordedIn(fieldOf(entry, key)).map((id) =>
        finding(id, entry.path, `\`${key}:\` of ${entry.id}`),
      ),
    ),
  );
  const lists = [
    ['snapshot', 'Accepted decisions'],
    ['snapshot', 'Open items'],
    ['head', 'Active action'],
  ] as const;
  const inIndex = lists.flatMap(([part, key]) =>
    unrecordedIn(indexField(bundle.index, part, key)).map((id) =>
      finding(id, indexPath, `\`${key}:\``),
    ),
  );
  const inMarkers = bundle.markers.flatMap(({ id }) =>
    recordedIds.has(id) ? [] : [finding(id, evidencePath, 'an action marker')],
  );
  return [...inEntries, ...inIndex, ...inMarkers];
}

function pendingFindings({ questions }: Bundle): Finding[] {
  const pending = questions.filter(({ status }) => status === 'pending').map(({ id }) => id);
  if (pending.length < 2) return [];
  const detail = `${pending.join(' and ')} are pending at once, and one question is asked at a time`;
  const next = 'set `Status: Deferred` in all but the one that is asked now';
  return [{ rule: 'pending_several', ids: pending, path: decisionsPath, detail, next }];
}

function questionFindings(question: QuestionEntry): Finding[] {
  const { id, status, saved, answer } = question;
  const findings: Finding[] = [];
  const add = (rule: string, detail: string, next: string): void => {
    findings.push({ rule, ids: [id], path: decisionsPath, detail, next });
  };
  if (saved.numbers.some((number, index) => number !== index + 1)) {
    const next = 'number the options 1., 2., 3. in the order shown';
    add('question_numbers', `the options of ${id} are numbered ${saved.numbers.join(', ')}`, next);
  }
  if (status === 'answered' && answer === undefined) {
    const next = 'record the choice, or set the status back';
    add('answer_missing', `${id} is answered, and no choice is recorded`, next);
  }
  if (status !== 'pending' && status !== 'deferred') return findings;
  for (const { rule, detail, next } of styleFaults(question)) {
    add(rule, `${id}: ${detail}`, next);
  }
  if (question.material && question.default !== undefined) {
    const next = 'remove the default, or set `Material: No`';
    add('material_default', `${id} is material and has a default`, next);
  }
  if (!question.material && question.default === undefined) {
    add('default_missing', `${id} is not material and states no default`, 'state the default');
  }
  return findings;
}

/** The rules on questions, applied to one as it is saved; descriptions may be missing when somebody else wrote it. */
function styleFaults({ header, prompt, saved }: QuestionEntry): Finding[] {
  return questionFaults({
    header: header || 'none',
    prompt,
    options: saved.options.map(({ label, description }, index) => ({
      label,
      description: description || foldLabel(label) || 'none',
      recommended: saved.recommended.includes(index + 1),
    })),
  });
}

function actionFindings({ actions }: Bundle): Finding[] {
  const open = actions.filter(({ status }) => status === 'Authorized').map(({ id }) => id);
  const findings: Finding[] = [];
  if (open.length > 1) {
    const detail = `${open.join(' and ')} are open at once`;
    const next = 'record the result of all but one';
    findings.push({ rule: 'actions_open_several', ids: open, path: actionsPath, detail, next });
  }
  for (const { id } of actions.filter(({ status }) => status === undefined)) {
    const detail = `${id} has none of the four statuses`;
    const next = 'write `Action status: Authorized`, `Completed`, `Failed` or `Blocked`';
    findings.push({ rule: 'action_status', ids: [id], path: actionsPath, detail, next });
  }
  return findings;
}

function markerFindings({ actions, markers }: Bundle): Finding[] {
  return actions.flatMap((action): Finding[] => {
    const { id, key, status } = action;
    const matching = markers.filter((marker) =>
      key === undefined || marker.key === undefined ? marker.id === id : marker.key === key,
    );
    const expected = status === 'Authorized' ? 'open' : status?.toLowerCase();
    const finding = (detail: string): Finding => ({
      rule: 'action_marker',
      ids: [id],
      path: evidencePath,
      detail,
      next: `keep one marker of ${id} in ${evidencePath}, with status:${expected ?? 'open'}`,
    });
    const [marker, ...others] = matching;
    if (status === undefined) return [];
    if (marker === undefined) return [finding(`${id} has no marker`)];
    if (others.length > 0) return [finding(`${id} has ${matching.length} markers`)];
    if (marker.status === expected) return [];
    return [finding(`the marker of ${id} says ${marker.status}, and the action is ${status}`)];
  });
}
