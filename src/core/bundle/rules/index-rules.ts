import type { Finding } from '../../finding.ts';
import {
  acceptedIds,
  type Bundle,
  modeStatus,
  modeStatuses,
  openAction,
  openItems,
  pendingQuestion,
} from '../bundle.ts';
import { readReferences, writeIds } from '../entry-id.ts';
import type { Field } from '../field.ts';
import {
  type IndexPart,
  indexField,
  indexFields,
  indexPath,
  partNames,
  snapshotEnd,
  snapshotStart,
} from '../index-file.ts';
import { linesMatching } from '../markdown-file.ts';
import {
  readRequiredReferences,
  references,
  requiredReferencesKey,
} from '../required-references.ts';
import { byteLength } from './manifest-rules.ts';

const snapshotLimit = 64 * 1024;

/** `index.md`: its parts once and in order, its fields with values of their kind, and what follows from other files. */
export function indexFindings(bundle: Bundle): Finding[] {
  return [
    ...headerFindings(bundle),
    ...partFindings(bundle),
    ...(['head', 'snapshot', 'checkpoint'] as const).flatMap((part) => fieldFindings(bundle, part)),
    ...valueFindings(bundle),
    ...stateFindings(bundle),
    ...listFindings(bundle),
  ];
}

const update = 'bring it up to date: discuss bundle checkpoint';

function finding(rule: string, detail: string, next: string): Finding {
  return { rule, ids: [], path: indexPath, detail, next };
}

function headerFindings({ index }: Bundle): Finding[] {
  const findings: Finding[] = [];
  if (index.headers.length > 1) {
    const detail = `index.md has ${index.headers.length} comments \`workflow-record\``;
    findings.push(finding('header_repeated', detail, 'keep the one of this record'));
  }
  const field = indexField(index, 'head', 'Tracker ID');
  if (index.trackerId === '' || (field !== undefined && field !== index.trackerId)) {
    const detail = `the header's tracker-id is "${index.trackerId}", and the field says "${field ?? 'nothing'}"`;
    findings.push(finding('tracker_id', detail, 'make the two the same again'));
  }
  return findings;
}

function partFindings({ index }: Bundle): Finding[] {
  const { file, regions } = index;
  const findings: Finding[] = [];
  const counts = {
    snapshot: [linesMatching(file, snapshotStart).length, linesMatching(file, snapshotEnd).length],
    checkpoint: [regions.checkpoint.length, regions.checkpoint.length],
  } as const;
  for (const part of ['snapshot', 'checkpoint'] as const) {
    const [starts, ends] = counts[part];
    if (starts === 1 && ends === 1 && regions[part].length === 1) continue;
    const several = starts > 1 || ends > 1;
    const detail = `index.md has ${several ? 'more than one' : 'no whole'} ${partNames[part]}`;
    findings.push(
      finding(`${part}_${several ? 'repeated' : 'missing'}`, detail, 'keep exactly one'),
    );
  }
  const [snapshot] = regions.snapshot;
  if (snapshot !== undefined) {
    const start = file.lines[snapshot.from - 1]?.start ?? 0;
    const bytes = byteLength(file.text.slice(start, file.lines[snapshot.to]?.end));
    if (bytes > snapshotLimit) {
      const detail = `the active snapshot has ${bytes} bytes, and ${snapshotLimit} is the most`;
      findings.push(finding('snapshot_too_large', detail, 'move detail into the other files'));
    }
  }
  const positions = [
    index.headers[0],
    ...(['snapshot', 'checkpoint', 'manifest'] as const).map((part) => regions[part][0]?.from),
  ];
  const present = positions.filter((position) => position !== undefined);
  if (present.some((position, number) => position < (present[number - 1] ?? 0))) {
    const detail =
      'header, active snapshot, resume checkpoint and manifest do not stand in this order';
    findings.push(finding('index_order', detail, 'put the parts in this order'));
  }
  return findings;
}

function fieldFindings({ index }: Bundle, part: IndexPart): Finding[] {
  if (index.regions[part].length !== 1) return [];
  const fields = index.fields[part];
  const fieldsNamed = (key: string): Field[] => fields.filter((field) => field.key === key);
  const findings = indexFields[part].flatMap((key) => {
    const [field, ...others] = fieldsNamed(key);
    const location = `\`${key}:\` in the ${partNames[part]}`;
    const next = `write ${location} once, with Unknown or None for what is not known`;
    if (field === undefined) return [finding('field_missing', `${location} is missing`, next)];
    if (others.length > 0) {
      const detail = `${location} stands there ${others.length + 1} times`;
      return [finding('field_repeated', detail, next)];
    }
    return field.value === '' ? [finding('field_blank', `${location} says nothing`, next)] : [];
  });
  const order = fields
    .map(({ key }) => indexFields[part].indexOf(key))
    .filter((position) => position >= 0);
  if (
    findings.length === 0 &&
    order.some((position, index) => position < (order[index - 1] ?? 0))
  ) {
    const detail = `the fields of the ${partNames[part]} do not stand in their order`;
    findings.push(finding('field_order', detail, `use the order ${indexFields[part].join(', ')}`));
  }
  return findings;
}

const timeOrUnknown =
  /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|UTC|[+-]\d\d:?\d\d)|Unknown)$/;

const allowedValues: readonly { part: IndexPart; key: string; pattern: RegExp; texts: string }[] = [
  { part: 'head', key: 'Created', pattern: timeOrUnknown, texts: 'a time with its zone' },
  { part: 'head', key: 'Last updated', pattern: timeOrUnknown, texts: 'a time with its zone' },
  { part: 'head', key: 'Mode', pattern: /^[$/]?discuss$/, texts: 'discuss' },
  {
    part: 'head',
    key: 'Mode status',
    pattern: new RegExp(`^(?:${modeStatuses.join('|')})$`),
    texts: modeStatuses.join(', '),
  },
  {
    part: 'head',
    key: 'Execution readiness',
    pattern: /^(?:Not ready|Ready)$/,
    texts: 'Not ready, Ready',
  },
  {
    part: 'head',
    key: 'Execute mode',
    pattern: /^(?:Inactive|Ready|Active|Exited)$/,
    texts: 'Inactive, Ready, Active, Exited',
  },
  {
    part: 'snapshot',
    key: 'Profile',
    pattern: /^(?:Lightweight|Durable|Audited)$/,
    texts: 'Lightweight, Durable, Audited',
  },
];

function valueFindings({ index }: Bundle): Finding[] {
  return allowedValues.flatMap(({ part, key, pattern, texts }) => {
    const value = indexField(index, part, key);
    if (value === undefined || value === '' || pattern.test(value)) return [];
    const detail = `\`${key}:\` is "${value}", and ${texts} is expected`;
    return [finding('field_value', detail, `write ${texts}`)];
  });
}

function stateFindings(bundle: Bundle): Finding[] {
  const { index } = bundle;
  const status = modeStatus(bundle);
  const pending = pendingQuestion(bundle);
  const findings: Finding[] = [];
  if (indexField(index, 'head', 'Status') !== undefined && status !== 'Exited') {
    const detail = '`Status:` stands in the record before the handoff';
    findings.push(finding('status_early', detail, 'remove the line'));
  }
  const waits = pending?.material === true;
  if (waits && status === 'Active') {
    const detail = `${pending.id} is material and pending, and the mode status is Active`;
    findings.push({ ...finding('mode_status', detail, update), ids: [pending.id] });
  }
  if (!waits && status === 'Awaiting decision') {
    const detail = 'the mode status is Awaiting decision, and no material question is pending';
    findings.push(finding('mode_status', detail, update));
  }
  const [snapshot, checkpoint] = (['snapshot', 'checkpoint'] as const).map((part) =>
    indexField(index, part, 'Next safe action'),
  );
  if (snapshot !== undefined && checkpoint !== undefined && snapshot !== checkpoint) {
    const detail = 'snapshot and checkpoint name different next safe actions';
    findings.push(
      finding('next_action', detail, 'name exactly one: discuss bundle checkpoint --next "…"'),
    );
  }
  return [...findings, ...referenceFindings(bundle)];
}

function referenceFindings(bundle: Bundle): Finding[] {
  const line = indexField(bundle.index, 'snapshot', requiredReferencesKey);
  if (line === undefined) return [];
  const named = readRequiredReferences(line);
  const hasOpenAction = openAction(bundle) !== undefined;
  const required = [
    references.tracker,
    ...(hasOpenAction || pendingQuestion(bundle) !== undefined ? [references.response] : []),
    ...(hasOpenAction ? [references.actions] : []),
  ];
  const missing = required.filter((reference) => !named.includes(reference));
  if (missing.length === 0) return [];
  const detail = `\`${requiredReferencesKey}:\` does not name ${missing.join(', ')}`;
  return [finding('required_references', detail, update)];
}

function listFindings(bundle: Bundle): Finding[] {
  const action = openAction(bundle);
  const accepted = acceptedIds(bundle);
  const open = openItems(bundle);
  const questions = bundle.questions.map(({ id }) => id);
  const actions = action === undefined ? [] : [action.id];
  return [
    ...listFinding(bundle, { part: 'snapshot', key: 'Accepted decisions', ids: accepted }),
    ...listFinding(bundle, {
      part: 'snapshot',
      key: 'Open items',
      ids: open,
      // Of other kinds the line may name whatever is found to be open.
      isCounted: (id) => questions.includes(id),
    }),
    ...listFinding(bundle, { part: 'head', key: 'Active action', ids: actions }),
  ];
}

interface ListLine {
  readonly part: IndexPart;
  readonly key: string;
  readonly ids: readonly string[];
  readonly isCounted?: (id: string) => boolean;
}

function listFinding(
  { index }: Bundle,
  { part, key, ids, isCounted = () => true }: ListLine,
): Finding[] {
  const written = indexField(index, part, key);
  if (written === undefined || written === '') return [];
  const named = readReferences(written).map(({ id }) => id);
  const different = [
    ...ids.filter((id) => !named.includes(id)),
    ...named.filter((id) => !ids.includes(id)),
  ].filter(isCounted);
  if (different.length === 0) return [];
  const detail = `\`${key}:\` says ${writeIds(named)}, and the files say ${writeIds(ids)}`;
  return [{ ...finding('index_stale', detail, update), ids: [...new Set(different)] }];
}
