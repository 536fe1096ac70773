import type { Finding } from '../../finding.ts';
import type { Question } from '../../question/question.ts';
import { badQuestion, checkQuestion, type QuestionDraft } from '../../question/style.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { type Bundle, decisionsPath, pendingQuestion } from '../bundle.ts';
import type { Edit } from '../edit.ts';
import type { Entry } from '../entry.ts';
import { appendLog, logPhrases, logText } from '../evidence-log.ts';
import { gate, questionPending } from '../gate.ts';
import { optionsDigest } from '../options-digest.ts';
import { type QuestionEntry, writeQuestion } from '../question-entry.ts';
import { externalReference, findEntries, findEntry, writeReferences } from '../references.ts';
import type { Circumstances, Step } from '../transition.ts';
import { defaultFaults, defaultText, isOpen, isSameQuestion, revisionFaults } from './ask-rules.ts';
import { addEntry, changeStatus, newIdentity } from './entry-draft.ts';

/** A question that is to be recorded. */
export interface AskInput extends QuestionDraft {
  /** Whether nothing may go on before the answer; true when absent. */
  readonly material?: boolean;
  /** Ids of the entries that wait for the answer; everything, when absent. */
  readonly blocks?: readonly string[];
  /** What is taken when no answer comes: the number or name of an option, or words. Only when not material. */
  readonly default?: string;
  /** Record it for later, to be raised by name. */
  readonly defer?: boolean;
  /** The question that this one replaces. */
  readonly revises?: string;
}

/** What became of a question. */
export interface Asked {
  readonly id: string;
  readonly ref: string;
  readonly status: 'pending' | 'deferred';
  /** The question stood there already, word for word, and was not recorded again. */
  readonly repeated: boolean;
  /** Advice on style. */
  readonly hints: readonly Finding[];
}

/** Records a question: pending when no other is, else deferred. Refused with `bad_question` when it breaks a rule. */
export function ask(
  bundle: Bundle,
  input: AskInput,
  circumstances: Circumstances,
): Step<Asked> | Refusal {
  const material = input.material ?? true;
  const checked = checkQuestion(input);
  const closed = gate(bundle, 'ask');
  if (closed !== undefined) return closed;
  if (isRefusal(checked)) return checked;
  const { question, hints } = checked;
  const blocked = findEntries(bundle, input.blocks ?? [], blockable);
  if (isRefusal(blocked)) return blocked;
  const revised = revisedQuestion(bundle, input);
  if (isRefusal(revised)) return revised;
  const faults = [
    ...defaultFaults(question, material, input.default ?? ''),
    ...revisionFaults(question, material, revised),
  ];
  if (faults.length > 0) return badQuestion(faults);
  const existing = bundle.questions.find(
    (candidate) => isSameQuestion(candidate, question) && isOpen(candidate),
  );
  if (existing !== undefined)
    return { edits: [], outcome: { ...outcomeOf(bundle, existing, hints), repeated: true } };
  const plan = { question, material, blocked, revised, input };
  return record(bundle, plan, { hints, circumstances });
}

const blockable = [
  'decision',
  'assumption',
  'requirement',
  'action',
  'source',
  'question',
] as const;

interface Plan {
  readonly question: Question;
  readonly material: boolean;
  readonly blocked: readonly Entry[];
  readonly revised: QuestionEntry | undefined;
  readonly input: AskInput;
}

function record(
  bundle: Bundle,
  plan: Plan,
  { hints, circumstances }: { hints: readonly Finding[]; circumstances: Circumstances },
): Step<Asked> {
  const { question, material, blocked, revised, input } = plan;
  const identity = newIdentity(bundle, 'question', circumstances);
  const pendingState = takesTurn(bundle, { material, revised, defer: input.defer === true });
  const chosenDefault = material ? undefined : defaultText(question, input.default ?? '');
  const lines = writeQuestion(question, {
    id: identity.id,
    marks: { key: identity.key, shown: optionsDigest(question, circumstances.sha256) },
    status: pendingState.pending ? 'Pending' : 'Deferred',
    material,
    blocks: blocked.length === 0 ? '' : writeReferences(blocked),
    ...(chosenDefault === undefined ? {} : { default: chosenDefault }),
    held: input.defer === true,
    ...(revised === undefined ? {} : { revises: writeReferences([revised.entry]) }),
    at: circumstances.at,
  });
  const phrase = `${pendingState.pending ? logPhrases.asked : 'Deferred'} ${writeReferences([identity])}`;
  const edits: Edit[] = [
    ...(revised === undefined ? [] : supersede(revised, identity, circumstances)),
    ...(pendingState.yields === undefined
      ? []
      : changeStatus(pendingState.yields.entry, { status: 'Deferred' }, circumstances)),
    addEntry(decisionsPath, 'Open Questions', lines),
    appendLog(logText(phrase, question.header), circumstances),
  ];
  const ref = externalReference(bundle.index.trackerId, identity);
  const status = pendingState.pending ? 'pending' : 'deferred';
  return { edits, outcome: { id: identity.id, ref, status, repeated: false, hints } };
}

/** Whether a question becomes the pending one, and which question gives its turn up for it. */
function takesTurn(
  bundle: Bundle,
  request: { material: boolean; revised: QuestionEntry | undefined; defer: boolean },
): { readonly pending: boolean; readonly yields?: QuestionEntry } {
  const pending = pendingQuestion(bundle);
  if (request.defer) return { pending: false };
  if (pending === undefined || pending === request.revised) return { pending: true };
  return request.material && !pending.material
    ? { pending: true, yields: pending }
    : { pending: false };
}

function supersede(
  superseded: QuestionEntry,
  successor: { readonly id: string; readonly key: string },
  circumstances: Circumstances,
): Edit[] {
  const lines = [`- Superseded by: ${writeReferences([successor])}`];
  return changeStatus(superseded.entry, { status: 'Superseded', lines }, circumstances);
}

function revisedQuestion(
  bundle: Bundle,
  { revises }: AskInput,
): QuestionEntry | undefined | Refusal {
  if (revises === undefined) return undefined;
  const entry = findEntry(bundle, revises, ['question']);
  if (isRefusal(entry)) return entry;
  return bundle.questions.find((question) => question.entry === entry);
}

function outcomeOf(bundle: Bundle, question: QuestionEntry, hints: readonly Finding[]): Asked {
  const status = question.status === 'pending' ? 'pending' : 'deferred';
  const ref = externalReference(bundle.index.trackerId, question);
  return { id: question.id, ref, status, repeated: false, hints };
}

/** Makes a deferred question the pending one; refused with `question_pending` while another waits. */
export function raise(
  bundle: Bundle,
  input: { readonly id: string },
  circumstances: Circumstances,
): Step<Asked> | Refusal {
  const closed = gate(bundle, 'ask');
  if (closed !== undefined) return closed;
  const entry = findEntry(bundle, input.id, ['question']);
  if (isRefusal(entry)) return entry;
  const question = bundle.questions.find((candidate) => candidate.entry === entry);
  if (question === undefined || !isOpen(question)) return notOpen(question);
  const pending = pendingQuestion(bundle);
  if (pending === question)
    return { edits: [], outcome: { ...outcomeOf(bundle, question, []), repeated: true } };
  const yields = pending !== undefined && question.material && !pending.material;
  if (pending !== undefined && !yields)
    return questionPending(bundle, pending, `raising ${question.id}`);
  const edits: Edit[] = [
    ...(pending === undefined
      ? []
      : changeStatus(pending.entry, { status: 'Deferred' }, circumstances)),
    ...changeStatus(question.entry, { status: 'Pending' }, circumstances),
    appendLog(
      logText(`${logPhrases.asked} ${writeReferences([question.entry])}`, question.header),
      circumstances,
    ),
  ];
  return { edits, outcome: { ...outcomeOf(bundle, question, []), status: 'pending' } };
}

function notOpen(question: QuestionEntry | undefined): Refusal {
  const id = question?.id ?? 'the question';
  return badQuestion([
    {
      rule: 'not_open',
      ids: question === undefined ? [] : [question.id],
      detail: `${id} is ${question?.status ?? 'unknown'} and cannot be raised`,
      next: `ask it anew: discuss bundle ask --revises ${id} …`,
    },
  ]);
}
