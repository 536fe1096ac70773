import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { type ActionStatus, readMarkers, type ScopedAction, writeMarker } from '../action-entry.ts';
import {
  type Bundle,
  deferredQuestions,
  evidencePath,
  openAction,
  pendingQuestion,
} from '../bundle.ts';
import { type Edit, editFile, locationFault, splice } from '../edit.ts';
import { appendLog } from '../evidence-log.ts';
import { type FieldChange, writeField } from '../field.ts';
import { gated } from '../gate.ts';
import type { MarkdownFile } from '../markdown-file.ts';
import { findEntry, writeReferences } from '../references.ts';
import { references, releaseReference } from '../required-references.ts';
import { isSourceCode } from '../source-code.ts';
import { changeEntry } from './entry-draft.ts';

/** How an action ended. */
export interface FinishInput {
  /** The action; the open one when absent. */
  readonly id?: string;
  readonly result: 'completed' | 'failed' | 'blocked';
  /** The files that were changed; none is a fact too. */
  readonly changed: readonly string[];
  /** How the result was checked. */
  readonly checks: string;
  readonly risk?: string;
  /** What else there is to say of the result. */
  readonly note?: string;
}

/** An action as it ended. */
export interface Finished {
  readonly id: string;
  readonly status: Exclude<ActionStatus, 'Authorized'>;
  readonly changed: readonly string[];
  /** Source code among it, which nobody but the user could have authorised, and did not. */
  readonly unauthorized: readonly string[];
}

const statuses = { completed: 'Completed', failed: 'Failed', blocked: 'Blocked' } as const;

/** Records how the open action ended; the discussion goes on by itself. */
export const finishAction = gated<FinishInput, Finished>(
  'action finish',
  (bundle, input, circumstances) => {
    const action = actionToFinish(bundle, input.id);
    if (isRefusal(action)) return action;
    if (input.checks.trim() === '') return unchecked(action);
    const status = statuses[input.result];
    const changed = input.changed.filter((path) => path.trim() !== '');
    const unauthorized = action.unconfirmed ? changed.filter(isSourceCode) : [];
    const fields: FieldChange[] = [
      { key: statusKey(action), value: status },
      { key: 'Changed files', value: changed.join(', ') || 'None' },
      { key: 'Checks', value: input.checks },
      { key: 'Residual risk', value: residualRisk(input, unauthorized) },
      { key: 'Finished', value: circumstances.at },
    ];
    const isPresent = (key: string): boolean =>
      action.entry.fields.some((field) => field.key === key);
    const lines = fields.flatMap(({ key, value }) =>
      isPresent(key) ? [] : writeField(key, value),
    );
    const change = { fields: fields.filter(({ key }) => isPresent(key)), lines };
    const phrase = `${status} ${writeReferences([action.entry])}`;
    const responding = pendingQuestion(bundle) ?? deferredQuestions(bundle)[0];
    const edits: Edit[] = [
      ...changeEntry(action.entry, change, circumstances),
      editFile(evidencePath, (file) => setMarker(file, action, status)),
      appendLog(phrase, input.note ?? action.title, circumstances),
      releaseReference(references.actions),
      ...(responding === undefined ? [releaseReference(references.response)] : []),
    ];
    return { edits, outcome: { id: action.id, status, changed, unauthorized } };
  },
);

/** What happened is recorded as it is, and a change that the user has not authorised is called by its name. */
function residualRisk({ risk }: FinishInput, unauthorized: readonly string[]): string {
  if (unauthorized.length === 0) return risk ?? 'None known';
  const unauthorizedText = `changed without the user's words: ${unauthorized.join(', ')}`;
  return risk === undefined ? unauthorizedText : `${risk}; ${unauthorizedText}`;
}

function statusKey({ entry }: ScopedAction): string {
  return entry.fields.find(({ key }) => /^(?:action )?status$/i.test(key))?.key ?? 'Action status';
}

function actionToFinish(bundle: Bundle, id: string | undefined): ScopedAction | Refusal {
  const open = openAction(bundle);
  if (id === undefined) {
    return open ?? refuse('not_found', 'no action is open', { next: 'start an action first' });
  }
  const entry = findEntry(bundle, id, ['action']);
  if (isRefusal(entry)) return entry;
  const action = bundle.actions.find((candidate) => candidate.entry === entry);
  if (action === undefined || action.status !== 'Authorized') {
    const status = action?.status ?? 'of unknown status';
    const message = `${entry.id} is ${status}, and only an open action can be finished`;
    return refuse('not_found', message, {
      next: open === undefined ? 'no action is open' : `finish ${open.id}`,
    });
  }
  return action;
}

function unchecked({ id }: ScopedAction): Refusal {
  return refuse('not_authorized', `the result of ${id} says nothing of how it was checked`, {
    field: 'checks',
    next: 'give --checks with what was run or read, or say that nothing was checked and why',
  });
}

function setMarker(
  file: MarkdownFile,
  action: ScopedAction,
  status: ActionStatus,
): string | Refusal {
  const matches = readMarkers(file).filter(({ id, key }) =>
    action.key === undefined || key === undefined ? id === action.id : key === action.key,
  );
  const line = file.lines[matches[0]?.line ?? -1];
  if (line === undefined || matches.length > 1) {
    return locationFault(file.path, `the marker of ${action.id}`, matches.length);
  }
  return splice(file.text, line, writeMarker(action, status));
}
