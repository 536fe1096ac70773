import { isRefusal, type Refusal } from '../refusal.ts';
import {
  acceptedIds,
  type Bundle,
  modeStatus,
  openAction,
  openItems,
  pendingQuestion,
  readBundle,
} from './bundle.ts';
import type { Texts } from './edit.ts';
import { writeIds } from './entry-id.ts';
import { isOfEarlierSession, logPhrases } from './evidence-log.ts';
import { type IndexPart, indexField, setIndexFields } from './index-file.ts';
import {
  readRequiredReferences,
  references,
  requiredReferencesKey,
  writeRequiredReferences,
} from './required-references.ts';
import type { Circumstances, RepositoryFacts } from './transition.ts';

/** A line of `index.md` that follows from the other files. */
interface DerivedLine {
  readonly part: IndexPart;
  readonly key: string;
  readonly value: string;
}

/** The lines of `index.md` that follow from questions, decisions and actions, as they should be. */
function derivedLines(bundle: Bundle): DerivedLine[] {
  const action = openAction(bundle);
  const activeAction = action === undefined ? 'None' : `${action.id} Authorized`;
  return [
    { part: 'head', key: 'Mode status', value: derivedStatus(bundle) },
    { part: 'head', key: 'Active action', value: activeAction },
    { part: 'snapshot', key: requiredReferencesKey, value: requiredReferences(bundle) },
    { part: 'snapshot', key: 'Accepted decisions', value: writeIds(acceptedIds(bundle)) },
    { part: 'snapshot', key: 'Open items', value: writeIds(openItems(bundle)) },
    ...checkpointLines(bundle),
    ...nextActionLines(bundle),
  ];
}

/** `Paused` and `Exited` hold until a command ends them; else a material question decides. */
function derivedStatus(bundle: Bundle): string {
  const status = modeStatus(bundle);
  if (status === 'Paused' || status === 'Exited') return status;
  return pendingQuestion(bundle)?.material === true ? 'Awaiting decision' : 'Active';
}

/** Keeps the references that are there, since only the agent knows some of the stages. */
function requiredReferences(bundle: Bundle): string {
  const written = indexField(bundle.index, 'snapshot', requiredReferencesKey) ?? '';
  const hasOpenAction = openAction(bundle) !== undefined;
  const isResponding = hasOpenAction || pendingQuestion(bundle) !== undefined;
  return writeRequiredReferences([
    ...readRequiredReferences(written),
    ...(isResponding ? [references.response] : []),
    ...(hasOpenAction ? [references.actions] : []),
  ]);
}

function checkpointLines(bundle: Bundle): DerivedLine[] {
  const pending = pendingQuestion(bundle);
  const blocking = indexField(bundle.index, 'checkpoint', blockingKey) ?? '';
  const lines: DerivedLine[] = [
    { part: 'checkpoint', key: 'Authorization record', value: authorizationRecord(bundle) },
  ];
  if (pending?.material === true) {
    const value = `${pending.id} (${pending.header}) waits for the user's answer`;
    lines.push({ part: 'checkpoint', key: blockingKey, value });
  } else if (/^Q\d+ \(.*waits for the user's answer$/.test(blocking)) {
    lines.push({ part: 'checkpoint', key: blockingKey, value: 'None' });
  }
  return lines;
}

const blockingKey = 'Blocking decision or dependency';

function authorizationRecord(bundle: Bundle): string {
  const action = openAction(bundle);
  if (action === undefined) return 'None';
  return isOfEarlierSession(bundle, logPhrases.authorized, action.entry)
    ? `${action.id}, which ended with the earlier session and authorises nothing more`
    : `${action.id}, for its scope only`;
}

/** Texts of the program's own, which it may replace; what an agent or person wrote is kept. */
const ownPhrases =
  /^(?:Wait for the user's answer to Q\d+|Carry out ACT-\d+|Record the result of ACT-\d+)/;

function nextActionLines(bundle: Bundle): DerivedLine[] {
  const written = indexField(bundle.index, 'snapshot', 'Next safe action') ?? '';
  const due = dueAction(bundle) ?? (ownPhrases.test(written) ? continuation(bundle) : undefined);
  const value = due ?? written;
  return [
    { part: 'snapshot', key: 'Next safe action', value },
    { part: 'checkpoint', key: 'Next safe action', value },
  ];
}

function dueAction(bundle: Bundle): string | undefined {
  const pending = pendingQuestion(bundle);
  if (pending?.material === true) return `Wait for the user's answer to ${pending.id}`;
  const action = openAction(bundle);
  if (action === undefined) return undefined;
  return isOfEarlierSession(bundle, logPhrases.authorized, action.entry)
    ? `Record the result of ${action.id}, whose authorisation ended with the earlier session`
    : `Carry out ${action.id} within its scope and record its result`;
}

function continuation(bundle: Bundle): string {
  const current = indexField(bundle.index, 'checkpoint', 'Current work') ?? '';
  return /^(?:none|unknown)?$/i.test(current)
    ? 'Record what follows from the latest answer or result'
    : `Continue: ${current}`;
}

/** Returns the texts with all derived lines of `index.md` brought up to date. */
export function refreshIndex(texts: Texts, circumstances: Circumstances): Texts | Refusal {
  const bundle = readBundle(texts);
  if (isRefusal(bundle)) return bundle;
  return setIndexFields([
    ...derivedLines(bundle),
    { part: 'head', key: 'Last updated', value: circumstances.at },
    { part: 'head', key: 'Mode', value: 'discuss' },
    { part: 'head', key: 'Repository', value: writeRepository(circumstances.repository) },
  ])(texts);
}

/** The repository as the record's head names it: `/work, main, 0a1b…`, or `None`. */
export function writeRepository(repository: RepositoryFacts | undefined): string {
  if (repository === undefined) return 'None';
  const { root, branch, commit } = repository;
  return `${root}, ${branch ?? 'no branch'}, ${commit ?? 'None'}`;
}

/** Reads what `writeRepository` wrote; undefined for `None` and for any other form. */
export function readRepository(value: string): RepositoryFacts | undefined {
  const match = /^(.*), ([^,]+), ([0-9a-f]{7,64}|None)$/i.exec(value.trim());
  if (match === null) return undefined;
  const [, root = '', branch = '', commit = ''] = match;
  return {
    root,
    ...(branch === 'no branch' ? {} : { branch }),
    ...(commit === 'None' ? {} : { commit }),
  };
}
