import { omitUndefined } from '../omit-undefined.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { decideSource } from './decide-source.ts';
import { type DecisionContext, stamp } from './decision.ts';
import type { NewEvent, StartedFile } from './events.ts';
import type { FileKind } from './file-kind.ts';
import { applyEvents } from './replay.ts';
import { readDocument } from './reviewed-document.ts';
import type { ReviewedFile, ReviewState } from './state.ts';

/** A file as the disk or git has it now. */
export interface CurrentFile {
  readonly path: string;
  readonly kind: FileKind;
  readonly text: string;
  readonly textHash: string;
  readonly realPath?: string;
  /** The path that a file of a diff had before, by what git says. */
  readonly oldPath?: string | undefined;
}

/** The files now, and what is needed to place their threads. */
export interface CurrentInputs extends DecisionContext {
  readonly files: readonly CurrentFile[];
  /** Whether a changed file of a diff that is not among them has no change any more. */
  readonly isWholeDiff: boolean;
  readonly textOf: (textHash: string) => string | undefined;
  readonly sha256: Sha256;
  readonly origin: 'disk' | 'written';
}

/** Events that bring a review up to what the disk or git has now, and the texts that they name. */
export interface DecidedInputs {
  readonly events: readonly NewEvent[];
  readonly texts: ReadonlyMap<string, string>;
}

/** Takes over what changed since the disk or git was last read; a text that was pushed stays until the disk moves. */
export function decideInputs(state: ReviewState, inputs: CurrentInputs): DecidedInputs | Refusal {
  const events: NewEvent[] = [];
  const texts = new Map<string, string>();
  let present = state;
  for (const next of steps(state, inputs)) {
    const made = next(present);
    if (isRefusal(made)) return made;
    for (const [hash, text] of made.texts) texts.set(hash, text);
    for (const event of made.events) events.push(event);
    const { position } = present;
    present = applyEvents(
      present,
      made.events.map((event) => ({ ...event, position })),
    );
  }
  return { events, texts };
}

type Step = (state: ReviewState) => DecidedInputs | Refusal;

function steps(state: ReviewState, inputs: CurrentInputs): readonly Step[] {
  const seen = new Set<string>();
  const made = inputs.files.flatMap((current): Step[] => {
    const existing = findFile(state, current, seen);
    const renamed = existing ?? findRenamed(state, current, inputs);
    if (existing === undefined && renamed !== undefined) {
      seen.add(renamed.id);
      return [
        () => renameFile(renamed, current, inputs),
        (present) => updateFile(present, { ...renamed, ...textOf(current) }, inputs),
      ];
    }
    if (existing === undefined) return [(present) => addFile(present, current, inputs)];
    seen.add(existing.id);
    if (existing.diskHash === current.textHash) return [];
    if (existing.textHash === current.textHash) return [() => saveFile(existing, inputs)];
    return [(present) => updateFile(present, { ...existing, ...textOf(current) }, inputs)];
  });
  if (!inputs.isWholeDiff) return made;
  const emptyHash = inputs.sha256('');
  const gone = [...state.files.values()].filter(
    ({ id, kind, diskHash }) => kind === 'diff' && !seen.has(id) && diskHash !== emptyHash,
  );
  const emptied = gone.map((file) => ({ ...file, text: '', textHash: emptyHash }));
  return [
    ...made,
    ...emptied.map(
      (file): Step =>
        (present) =>
          updateFile(present, file, inputs),
    ),
  ];
}

/** Files of several commits have one path; the first that is there now is the first that was, and so on. */
function findFile(
  state: ReviewState,
  { path, realPath, kind }: CurrentFile,
  seen: ReadonlySet<string>,
): ReviewedFile | undefined {
  return [...state.files.values()].find(
    (file) =>
      file.kind === kind &&
      !seen.has(file.id) &&
      (realPath === undefined ? file.path === path : file.realPath === realPath),
  );
}

/** The file of a diff that git shows under a new path now, and not under the old one as well. */
function findRenamed(
  state: ReviewState,
  { kind, oldPath }: CurrentFile,
  { files }: CurrentInputs,
): ReviewedFile | undefined {
  if (kind !== 'diff' || files.some(({ path }) => path === oldPath)) return undefined;
  return [...state.files.values()].find((file) => file.kind === kind && file.path === oldPath);
}

function textOf({ text, textHash }: CurrentFile): { text: string; textHash: string } {
  return { text, textHash };
}

function updateFile(
  state: ReviewState,
  file: ReviewedFile & { readonly text: string },
  inputs: CurrentInputs,
): DecidedInputs | Refusal {
  const document = readDocument(file, state.started.speakers);
  return decideSource(state, { reanchor: 'auto' }, { ...inputs, document });
}

function renameFile(
  { id: fileId }: ReviewedFile,
  { path }: CurrentFile,
  inputs: CurrentInputs,
): DecidedInputs {
  const data = { fileId, path };
  return { events: [{ kind: 'file.renamed', ...stamp(inputs), data }], texts: new Map() };
}

/** The disk caught up with a text that was pushed: the same version, and the disk's own from now on. */
function saveFile({ id, textHash }: ReviewedFile, inputs: CurrentInputs): DecidedInputs {
  const data = { fileId: id, textHash };
  return { events: [{ kind: 'file.saved', ...stamp(inputs), data }], texts: new Map() };
}

function addFile(state: ReviewState, current: CurrentFile, inputs: CurrentInputs): DecidedInputs {
  const { path, kind, text, textHash, realPath } = current;
  const id = `f-${state.files.size + 1}`;
  const file: StartedFile = { id, path, kind, textHash, ...omitUndefined({ realPath }) };
  return {
    events: [{ kind: 'file.added', ...stamp(inputs), data: file }],
    texts: new Map([[textHash, text]]),
  };
}
