import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type Edit, editFile, locationFault, splice } from './edit.ts';
import { type Field, type FieldChange, readFields, replaceField, writeValue } from './field.ts';
import { linesMatching, type MarkdownFile, type Region, readMarkdown } from './markdown-file.ts';
import { sectionsNamed } from './section.ts';

/** The one file that every bundle begins with. */
export const indexPath = 'index.md';

/** The parts of `index.md` that hold fields. */
export type IndexPart = 'head' | 'snapshot' | 'checkpoint';

/** `index.md`, with each part as often as it was found. */
export interface IndexFile {
  readonly file: MarkdownFile;
  readonly trackerId: string;
  readonly headers: readonly number[];
  readonly regions: Readonly<Record<IndexPart | 'manifest', readonly Region[]>>;
  readonly fields: Readonly<Record<IndexPart, readonly Field[]>>;
  /** The paths that the manifest declares, as written. */
  readonly manifest: readonly string[];
}

/** The names of the fields of each part, in their order. */
export const indexFields: Readonly<Record<IndexPart, readonly string[]>> = {
  head: [
    'Tracker ID',
    'Created',
    'Last updated',
    'Mode',
    'Mode status',
    'Execution readiness',
    'Execute mode',
    'Resume instruction',
    'Workspace',
    'Repository',
    'Mutation boundary',
    'Active action',
  ],
  snapshot: [
    'Profile',
    'Required references',
    'Goal',
    'Current state',
    'Accepted decisions',
    'Open items',
    'Next safe action',
  ],
  checkpoint: [
    'Last completed',
    'Current work',
    'Blocking decision or dependency',
    'Next safe action',
    'Deferred work',
    'Authorization record',
    'Revalidation required',
  ],
};

export const snapshotStart = /^<!-- workflow-active-snapshot:start version:2 -->\s*$/;
export const snapshotEnd = /^<!-- workflow-active-snapshot:end -->\s*$/;
export const manifestStart = /^<!-- workflow-manifest:start -->\s*$/;
export const manifestEnd = /^<!-- workflow-manifest:end -->\s*$/;
const header = /^<!--\s*workflow-record\b(.*?)-->\s*$/;

/** Reads `index.md`; refused with `not_a_bundle` without its header, with `wrong_version` when it is not version 4. */
export function readIndex(text: string): IndexFile | Refusal {
  const file = readMarkdown(indexPath, text);
  const headers = linesMatching(file, header);
  const attributes = header.exec(file.lines[headers[0] ?? -1]?.text ?? '')?.[1];
  if (attributes === undefined) {
    return notABundle('index.md has no comment `workflow-record`, so this is no bundle');
  }
  const version = /\bversion:(\S+)/.exec(attributes)?.[1];
  const kind = /\bkind:(\S+)/.exec(attributes)?.[1];
  if (version !== '4' || kind !== 'discuss') return wrongVersion(version, kind);
  const regions = findRegions(file, headers[0] ?? 0);
  const fieldsOf = (part: IndexPart): Field[] =>
    regions[part].flatMap((region) => readFields(file, region));
  return {
    file,
    trackerId: /\btracker-id:(\S+)/.exec(attributes)?.[1] ?? '',
    headers,
    regions,
    fields: {
      head: fieldsOf('head'),
      snapshot: fieldsOf('snapshot'),
      checkpoint: fieldsOf('checkpoint'),
    },
    manifest: regions.manifest.flatMap((region) =>
      file.lines
        .slice(region.from, region.to)
        .map((line) => line.text.trim().replace(/^[-*]\s+/, ''))
        .filter((path) => path !== ''),
    ),
  };
}

/** The refusal of a folder that holds no bundle. */
export function notABundle(message: string): Refusal {
  const next = 'give the folder that holds the bundle’s index.md';
  return refuse('not_a_bundle', message, { next });
}

function wrongVersion(version: string | undefined, kind: string | undefined): Refusal {
  const actual = version === undefined ? 'no version' : `version ${version}`;
  const message =
    version === '4'
      ? `the record is of kind "${kind ?? 'none'}", and only kind "discuss" is read here`
      : `the record has ${actual}, and only version 4 is read here`;
  return refuse('wrong_version', message, {
    details: { version: version ?? null, kind: kind ?? null },
    next: 'start a new discussion and let it take the old record as a source',
  });
}

function findRegions(file: MarkdownFile, headerLine: number): IndexFile['regions'] {
  const snapshot = between(file, snapshotStart, snapshotEnd);
  const manifest = between(file, manifestStart, manifestEnd);
  const headEnd = file.lines.findIndex(
    (line, index) =>
      index > headerLine && (snapshotStart.test(line.text) || line.heading !== undefined),
  );
  const checkpoint = sectionsNamed(file, 'Resume Checkpoint').map(({ from, to }) => ({
    from,
    to: Math.min(to, ...linesMatching(file, manifestStart, { from, to })),
  }));
  const head = { from: headerLine + 1, to: headEnd < 0 ? file.lines.length : headEnd };
  return { head: [head], snapshot, checkpoint, manifest };
}

/** The regions between two markers, each start with the next end behind it. */
function between(file: MarkdownFile, start: RegExp, end: RegExp): Region[] {
  const ends = linesMatching(file, end);
  return linesMatching(file, start).flatMap((from) => {
    const to = ends.find((line) => line > from);
    return to === undefined ? [] : [{ from: from + 1, to }];
  });
}

/** The value of a field of `index.md`; undefined when it is not there. */
export function indexField(index: IndexFile, part: IndexPart, key: string): string | undefined {
  return index.fields[part].find((field) => field.key === key)?.value;
}

/** A change of one field of a part of `index.md`. */
export interface IndexChange extends FieldChange {
  readonly part: IndexPart;
}

/** Sets a field of `index.md` that must occur once. */
export function setIndexField(part: IndexPart, key: string, value: string): Edit {
  return setIndexFields([{ part, key, value }]);
}

/** Sets several fields of `index.md`, each of which must occur once; those with that value already are left as they are. */
export function setIndexFields(changes: readonly IndexChange[]): Edit {
  return editFile(indexPath, (file) => {
    const index = readIndex(file.text);
    if (isRefusal(index)) return index;
    const splices: { start: number; end: number; replacement: string }[] = [];
    for (const change of changes) {
      const field = fieldToSet(index, change);
      if (isRefusal(field)) return field;
      if (field.value !== change.value) {
        splices.push({
          start: field.start,
          end: field.end,
          replacement: writeValue(change.value, file.lineEnd),
        });
      }
    }
    const inReverse = splices.sort((first, second) => second.start - first.start);
    return inReverse.reduce(
      (text, { replacement, ...span }) => splice(text, span, replacement),
      file.text,
    );
  });
}

function fieldToSet(
  index: IndexFile,
  { part, key }: Pick<IndexChange, 'part' | 'key'>,
): Field | Refusal {
  const regions = index.regions[part].length;
  if (regions !== 1) return locationFault(indexPath, `the ${partNames[part]}`, regions);
  const matches = index.fields[part].filter((field) => field.key === key);
  const [field] = matches;
  return field === undefined || matches.length > 1
    ? locationFault(indexPath, `\`${key}:\` in the ${partNames[part]}`, matches.length)
    : field;
}

/** The names of the parts of `index.md` in messages. */
export const partNames: Readonly<Record<IndexPart, string>> = {
  head: 'head of the record',
  snapshot: 'active snapshot',
  checkpoint: 'resume checkpoint',
};

/** Adds the field `Status` below the field `Mode status`, as the contract of the record demands, or sets it. */
export function setStatus(value: string): Edit {
  return editFile(indexPath, (file) => {
    const index = readIndex(file.text);
    if (isRefusal(index)) return index;
    const [region] = index.regions.head;
    if (region === undefined) return locationFault(indexPath, 'the head of the record', 0);
    const location = `the ${partNames.head}`;
    if (indexField(index, 'head', 'Status') !== undefined) {
      return replaceField(file, region, { key: 'Status', value, location });
    }
    const field = fieldToSet(index, { part: 'head', key: 'Mode status' });
    if (isRefusal(field)) return field;
    const { end } = field;
    return splice(file.text, { start: end, end }, `${file.lineEnd}Status: ${value}`);
  });
}

/** Declares a file in the manifest, as its last line. */
export function declareFile(path: string): Edit {
  return editFile(indexPath, (file) => {
    const index = readIndex(file.text);
    if (isRefusal(index)) return index;
    if (index.manifest.includes(path)) return file.text;
    const [region] = index.regions.manifest;
    const count = index.regions.manifest.length;
    const end = file.lines[region?.to ?? -1];
    if (end === undefined || count > 1) return locationFault(indexPath, 'the manifest', count);
    return splice(file.text, { start: end.start, end: end.start }, `${path}${file.lineEnd}`);
  });
}
