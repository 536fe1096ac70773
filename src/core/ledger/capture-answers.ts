import type { Via } from '../question/provenance.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { applyBatch, validateBatch } from './apply-batch.ts';
import {
  type CapturePorts,
  type CaptureTarget,
  captureBatch,
  captureInBound,
  gapText,
  hostKey,
} from './capture.ts';
import type { Operation } from './operation.ts';

/** A question that the host put to the user in a dialog of its own, and what came back. */
export interface DialogQuestion {
  readonly text: string;
  readonly options: readonly string[];
  readonly answer?: { readonly text: string; readonly via: Via };
  /** What the user wrote beside the answer. */
  readonly notes?: string;
}

/** A dialog of the host with its answers. */
export interface HostDialog {
  /** The context that the host's session stands for. */
  readonly context: string;
  /** The host's own id of the dialog. */
  readonly callId: string;
  readonly questions: readonly DialogQuestion[];
}

/** What was recorded of a dialog. */
export interface CapturedAnswers {
  readonly discussion: string;
  /** The items that hold the answers. */
  readonly ids: readonly string[];
  readonly revision: number;
  readonly kind: 'answer' | 'gap';
  /** The same dialog had been captured before. */
  readonly repeated: boolean;
}

/**
 * Records what the user answered in a dialog of the host, in the discussion that the context is bound to: under the
 * open question of the same text, or under a question that is recorded with its options. Undefined when the context
 * is bound to none or nothing was answered. The same dialog twice is recorded once; one that holds a likely secret or
 * is too long leaves a gap with a harmless text.
 */
export async function captureAnswers(
  dialog: HostDialog,
  ports: CapturePorts,
): Promise<CapturedAnswers | undefined | Refusal> {
  const answered = dialog.questions.filter(({ answer }) => answer !== undefined);
  if (answered.length === 0) return undefined;
  return captureInBound(dialog.context, ports, ({ discussion: { id, revision }, value }) => {
    const key = hostKey(id, dialog.callId, ports.sha256);
    const open = new Map(value.pending.map((question) => [question.text, question.id]));
    const bound = { ...dialog, questions: answered, discussion: id, revision, key, open };
    return captureOnce(bound, ports);
  });
}

interface BoundDialog extends HostDialog, CaptureTarget {
  /** Ids of the open questions by their texts. */
  readonly open: ReadonlyMap<string, string>;
}

async function captureOnce(
  dialog: BoundDialog,
  ports: CapturePorts,
): Promise<CapturedAnswers | Refusal> {
  const { discussion, key } = dialog;
  const recorded = await findRecorded(dialog, ports);
  if (recorded !== undefined) return recorded;
  const operations = dialogOperations(dialog);
  const refusal = await validateBatch(captureBatch(dialog, operations), ports.scanSecrets);
  const kind = refusal === undefined ? 'answer' : 'gap';
  const recordedOperations = refusal === undefined ? operations : [gapOperation(key, refusal)];
  const receipt = await applyBatch(captureBatch(dialog, recordedOperations), ports);
  if (isRefusal(receipt)) return receipt;
  const ids = recordedOperations.flatMap(({ op, id }) =>
    (op === 'answer' || op === 'gap') && id !== undefined ? [id] : [],
  );
  return { discussion, ids, kind, revision: receipt.revision, repeated: false };
}

/** Finds the answer of the first question, which stands for the dialog, or the gap in its place. */
async function findRecorded(
  { discussion, key }: BoundDialog,
  { store }: CapturePorts,
): Promise<CapturedAnswers | undefined | Refusal> {
  for (const id of [`host-${key}-a1`, `host-${key}`]) {
    const stored = await store.item(discussion, id);
    if (isRefusal(stored)) return stored;
    if (stored?.value === undefined) continue;
    const { revision } = stored.discussion;
    const kind = stored.value.kind === 'gap' ? 'gap' : 'answer';
    return { discussion, ids: [id], kind, revision, repeated: true };
  }
  return undefined;
}

function dialogOperations({ questions, key, open, callId }: BoundDialog): Operation[] {
  return questions.flatMap(({ text, options, answer, notes }, index) => {
    const id = (letter: string, suffix = '') => `host-${key}-${letter}${index + 1}${suffix}`;
    const openId = open.get(text);
    const parent = openId ?? id('q');
    const questionOperations: Operation[] =
      openId === undefined
        ? [
            { op: 'question', id: parent, text },
            ...options.map(
              (option, optionIndex): Operation => ({
                op: 'option',
                id: id('q', `-o${optionIndex + 1}`),
                parent,
                text: option,
              }),
            ),
          ]
        : [];
    const message = index === 0 ? { message_id: callId } : {};
    return [
      ...questionOperations,
      ...(answer === undefined
        ? []
        : [{ op: 'answer' as const, id: id('a'), parent, ...answer, ...message }]),
      ...(notes === undefined
        ? []
        : [{ op: 'answer' as const, id: id('n'), parent, text: notes, via: 'typed' as const }]),
    ];
  });
}

function gapOperation(key: string, refusal: Refusal): Operation {
  const text = gapText('An answer of the user in a dialog', refusal);
  return { op: 'gap', id: `host-${key}`, text };
}
