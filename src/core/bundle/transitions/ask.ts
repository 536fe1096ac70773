import type { Finding } from '../../finding.ts';
import type { Question } from '../../question/question.ts';
import { badQuestion, checkQuestion, type QuestionDraft } from '../../question/style.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { type Bundle, decisionsPath, pendingQuestion } from '../bundle.ts';
import type { Edit } from '../edit.ts';
import type { Entry } from '../entry.ts';
import { appendLog, logPhrases } from '../evidence-log.ts';
import { gated, questionPending } from '../gate.ts';
import { type QuestionEntry, writeQuestion } from '../question-entry.ts';
import { externalReference, findEntries, findQuestion, writeReferences } from '../references.ts';
import { optionsDigest } from '../revised-options.ts';
import type { Circumstances, Step } from '../transition.ts';
import { defaultFaults, defaultText, isOpen, isSameQuestion, revisionFaults } from './ask-rules.ts';
import { addEntry, changeStatus, newIdentity, supersede } from './entry-draft.ts';

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
export const ask = gated<AskInput, Asked>('ask', (bundle, input, circumstances) => {
  const material = input.material ?? true;
  const checked = checkQuestion(input);
  if (isRefusal(checked)) return checked;
  const { question, hints } = checked;
  const blocked = findEntries(bundle, input.blocks ?? [], blockable);
  if (isRefusal(blocked)) return blocked;
  const revised = input.revises === undefined ? undefined : findQuestion(bundle, input.revises);
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
});

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
    ...supersede(revised === undefined ? [] : [revised.entry], identity, circumstances),
    ...defer(pendingState.yields, circumstances),
    addEntry(decisionsPath, 'Open Questions', lines),
    appendLog(phrase, question.header, circumstances),
  ];
  const ref = externalReference(bundle, identity);
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

function outcomeOf(bundle: Bundle, question: QuestionEntry, hints: readonly Finding[]): Asked {
  const status = question.status === 'pending' ? 'pending' : 'deferred';
  const ref = externalReference(bundle, question);
  return { id: question.id, ref, status, repeated: false, hints };
}

/** Makes a deferred question the pending one; refused with `question_pending` while another waits. */
export const raise = gated<{ readonly id: string }, Asked>(
  'ask',
  (bundle, { id }, circumstances) => {
    const question = findQuestion(bundle, id);
    if (isRefusal(question)) return question;
    if (!isOpen(question)) return notOpen(question);
    const pending = pendingQuestion(bundle);
    const outcome = outcomeOf(bundle, question, []);
    if (pending === question) return { edits: [], outcome: { ...outcome, repeated: true } };
    if (pending !== undefined && (pending.material || !question.material)) {
      return questionPending(bundle, pending, `raising ${question.id}`);
    }
    const phrase = `${logPhrases.asked} ${writeReferences([question.entry])}`;
    const edits: Edit[] = [
      ...defer(pending, circumstances),
      ...changeStatus(question.entry, { status: 'Pending' }, circumstances),
      appendLog(phrase, question.header, circumstances),
    ];
    return { edits, outcome: { ...outcome, status: 'pending' } };
  },
);

function defer(question: QuestionEntry | undefined, circumstances: Circumstances): Edit[] {
  if (question === undefined) return [];
  return changeStatus(question.entry, { status: 'Deferred' }, circumstances);
}

function notOpen({ id, status }: QuestionEntry): Refusal {
  const detail = `${id} is ${status} and cannot be raised`;
  const next = `ask it anew: discuss bundle ask --revises ${id} …`;
  return badQuestion([{ rule: 'not_open', ids: [id], detail, next }]);
}
