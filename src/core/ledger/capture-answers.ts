import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { applyBatch, vetBatch } from './apply-batch.ts';
import type { CapturePorts } from './capture-message.ts';
import { hostKey } from './host-key.ts';
import type { AnswerVia } from './item.ts';
import type { BatchInput, Operation } from './operation.ts';

/** A question that the host put to the user in a dialog of its own, and what came back. */
export interface AskedQuestion {
  readonly text: string;
  readonly options: readonly string[];
  readonly answer?: { readonly text: string; readonly via: AnswerVia };
  /** What the user wrote beside the answer. */
  readonly notes?: string;
}

/** A dialog of the host with its answers. */
export interface HostAnswers {
  /** The context that the host's session stands for. */
  readonly context: string;
  /** The host's own id of the dialog. */
  readonly callId: string;
  readonly questions: readonly AskedQuestion[];
}

/** What became of a dialog. */
export interface CapturedAnswers {
  readonly discussion: string;
  /** The items that hold the answers. */
  readonly ids: readonly string[];
  readonly revision: number;
  readonly kind: 'answer' | 'gap';
  /** The same dialog had been captured before. */
  readonly repeated: boolean;
}

const attempts = 5;

/**
 * Records what the user answered in a dialog of the host, in the discussion that the context is bound to: under the
 * open question of the same words, or under a question that is recorded with its options. Undefined when the context
 * is bound to none or nothing was answered. The same dialog twice is recorded once; one that holds a likely secret or
 * is too long leaves a gap with harmless words.
 */
export async function captureAnswers(
  answers: HostAnswers,
  ports: CapturePorts,
): Promise<CapturedAnswers | undefined | Refusal> {
  const answered = answers.questions.filter(({ answer }) => answer !== undefined);
  if (answered.length === 0) return undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const bound = await ports.store.overview({ context: answers.context });
    if (bound === undefined || isRefusal(bound)) return bound;
    const { id: discussion, revision } = bound.discussion;
    const key = hostKey(discussion, answers.callId, ports.sha256);
    const open = new Map(bound.value.pending.map(({ id, text }) => [text, id]));
    const place = { ...answers, questions: answered, discussion, revision, key, open };
    const captured = await captureIn(place, ports);
    if (!isRefusal(captured) || captured.code !== 'revision_conflict') return captured;
  }
  return refuse('store_busy', 'other writers changed the discussion again and again', {
    next: 'let the agent record the answers',
  });
}

interface PlacedAnswers extends HostAnswers {
  readonly discussion: string;
  readonly revision: number;
  readonly key: string;
  /** Open questions by their words. */
  readonly open: ReadonlyMap<string, string>;
}

async function captureIn(
  answers: PlacedAnswers,
  ports: CapturePorts,
): Promise<CapturedAnswers | Refusal> {
  const { discussion, key } = answers;
  const earlier = await recordedBefore(answers, ports);
  if (earlier !== undefined) return earlier;
  const operations = operationsOf(answers);
  const refusal = await vet(answers, operations, ports);
  const kind = refusal === undefined ? 'answer' : 'gap';
  const chosen = refusal === undefined ? operations : [gapOf(key, refusal)];
  const input = inputOf(answers, chosen);
  const receipt = await applyBatch({ input, json: JSON.stringify(input) }, ports);
  if (isRefusal(receipt)) return receipt;
  const ids = chosen.flatMap(({ op, id }) =>
    (op === 'answer' || op === 'gap') && id !== undefined ? [id] : [],
  );
  return { discussion, ids, kind, revision: receipt.revision, repeated: false };
}

/** The answer of the first question stands for the dialog, or the gap in its place. */
async function recordedBefore(
  { discussion, key }: PlacedAnswers,
  { store }: CapturePorts,
): Promise<CapturedAnswers | undefined | Refusal> {
  for (const id of [`host-${key}-a1`, `host-${key}`]) {
    const found = await store.item(discussion, id);
    if (isRefusal(found)) return found;
    if (found?.value === undefined) continue;
    const { revision } = found.discussion;
    const kind = found.value.kind === 'gap' ? 'gap' : 'answer';
    return { discussion, ids: [id], kind, revision, repeated: true };
  }
  return undefined;
}

function operationsOf({ questions, key, open, callId }: PlacedAnswers): Operation[] {
  return questions.flatMap(({ text, options, answer, notes }, index) => {
    const id = (letter: string, more = '') => `host-${key}-${letter}${index + 1}${more}`;
    const known = open.get(text);
    const parent = known ?? id('q');
    const asked: Operation[] =
      known === undefined
        ? [
            { op: 'question', id: parent, text },
            ...options.map(
              (option, at): Operation => ({
                op: 'option',
                id: id('q', `-o${at + 1}`),
                parent,
                text: option,
              }),
            ),
          ]
        : [];
    const message = index === 0 ? { message_id: callId } : {};
    return [
      ...asked,
      ...(answer === undefined
        ? []
        : [{ op: 'answer' as const, id: id('a'), parent, ...answer, ...message }]),
      ...(notes === undefined
        ? []
        : [{ op: 'answer' as const, id: id('n'), parent, text: notes, via: 'typed' as const }]),
    ];
  });
}

function gapOf(key: string, refusal: Refusal): Operation {
  const reason =
    refusal.code === 'secret_detected' ? 'it may hold a secret' : 'the record cannot hold it';
  const text = `An answer of the user in a dialog is left out here: ${reason}.`;
  return { op: 'gap', id: `host-${key}`, text };
}

function vet(answers: PlacedAnswers, operations: readonly Operation[], ports: CapturePorts) {
  const input = inputOf(answers, operations);
  return vetBatch({ input, json: JSON.stringify(input) }, ports.scanSecrets);
}

function inputOf(answers: PlacedAnswers, operations: readonly Operation[]): BatchInput {
  return {
    id: answers.discussion,
    context: answers.context,
    request_id: `host-${answers.key}`,
    if_revision: answers.revision,
    operations,
  };
}
