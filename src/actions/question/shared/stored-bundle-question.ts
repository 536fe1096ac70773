import { type Bundle, pendingQuestion } from '../../../core/bundle/bundle.ts';
import type { QuestionEntry } from '../../../core/bundle/question-entry.ts';
import { externalReference, findEntry } from '../../../core/bundle/references.ts';
import { answer } from '../../../core/bundle/transitions/answer.ts';
import { recordEvidence } from '../../../core/bundle/transitions/evidence.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { Via } from '../../../core/question/provenance.ts';
import type { RawReply } from '../../../core/question/raw-reply.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import {
  type ActiveBundle,
  type BundleRequest,
  changeActive,
  readActive,
  readAt,
} from '../../bundle/shared/bundle-active.ts';
import type { ActionContext } from '../../kit/action.ts';
import type { QuestionEnd, StoredQuestion } from './stored-question.ts';

/** Which question of which bundle is meant. */
export interface BundleQuestionRequest extends BundleRequest {
  /** `bundle:<tracker>#Q001`, or `Q001` of the bundle that is named otherwise; the pending one without it. */
  readonly question?: string | undefined;
}

/** How often the record is looked at while somebody waits for its answer, in milliseconds. */
const lookInterval = 500;

/** Finds the question of a record that is to be put to the person: one that waits, or whose answer is recorded. */
export async function askBundleQuestion(
  request: BundleQuestionRequest,
  context: ActionContext,
): Promise<StoredQuestion | Refusal> {
  const active = await findBundle(request, context);
  if (isRefusal(active)) return active;
  const { bundle, snapshot } = active;
  const match = findQuestion(bundle, request.question);
  if (isRefusal(match)) return match;
  if (match.status === 'deferred' || match.status === 'superseded') {
    const message = `${match.id} is ${match.status} and cannot be put to the user now`;
    return refuse('question_pending', message, {
      details: { question: pendingQuestion(bundle)?.id ?? null },
      next:
        match.status === 'deferred'
          ? `raise it first: discuss bundle ask --raise ${match.id}`
          : 'put the question that replaces it',
    });
  }
  return storedBundleQuestion({ bundle, root: snapshot.root, entry: match }, context);
}

async function findBundle(
  { root, context: token, question = '' }: BundleQuestionRequest,
  context: ActionContext,
): Promise<ActiveBundle | Refusal> {
  const tracker = /^bundle:(.+)#/.exec(question)?.[1];
  const request = omitUndefined({ root, context: token });
  const named = await readActive(request, context);
  if (tracker === undefined || root !== undefined) return named;
  if (!isRefusal(named) && named.bundle.index.trackerId === tracker) return named;
  const { folder } = await context.ports.bundles();
  for (const candidate of await folder.list(context.directory)) {
    const read = await readAt(candidate, context);
    if (!isRefusal(read) && read.bundle.index.trackerId === tracker) return read;
  }
  return refuse('not_found', `no bundle below ${context.directory} has the tracker id ${tracker}`, {
    next: 'name its folder with root',
  });
}

function findQuestion(bundle: Bundle, named: string | undefined): QuestionEntry | Refusal {
  const id = named?.replace(/^bundle:.*#/, '');
  const entry = id === undefined ? undefined : findEntry(bundle, id, ['question']);
  if (isRefusal(entry)) return entry;
  const match =
    entry === undefined
      ? pendingQuestion(bundle)
      : bundle.questions.find((question) => question.entry === entry);
  return (
    match ??
    refuse('not_found', 'no question of the record waits for an answer', {
      next: 'record one first: discuss bundle ask',
    })
  );
}

interface Found {
  readonly bundle: Bundle;
  readonly root: string;
  readonly entry: QuestionEntry;
}

function storedBundleQuestion(
  { bundle, root, entry }: Found,
  context: ActionContext,
): StoredQuestion {
  const reference = externalReference(bundle, entry);
  const { id, header, prompt, options, recommended, material } = entry;
  const question = { header, prompt, options, recommended };
  const record = (reply: RawReply, via: Via) => {
    const { choice, words = '' } = reply;
    const input = omitUndefined({ id, words, via, choice });
    return changeActive({ root }, context, { transition: answer, input });
  };
  const end: StoredQuestion['end'] = async () => {
    const read = await readAt(root, context);
    if (isRefusal(read)) return read.code === 'interrupted_write' ? undefined : read;
    const now = findQuestion(read.bundle, reference);
    return isRefusal(now) ? now : endOf(now);
  };
  return {
    reference,
    question,
    allowOther: true,
    blocking: material,
    answerWith: `discuss bundle answer ${id} - --root ${quoted(root)}`,
    end,
    async answer(reply, via) {
      const changed = await record(reply, via);
      return isRefusal(changed) ? changed : ((await end()) ?? { status: 'cancelled' });
    },
    async endWithout(status) {
      const byDefault =
        status === 'timed_out' && !material ? await record({ words: '' }, status) : undefined;
      if (byDefault !== undefined && !isRefusal(byDefault)) return { status };
      const text = `The user was asked ${id} and gave no answer: ${status.replaceAll('_', ' ')}`;
      const noted = await changeActive({ root }, context, {
        transition: recordEvidence,
        input: { text, about: [id] },
      });
      return isRefusal(noted) ? noted : { status };
    },
    follow(listener) {
      const timer = setInterval(listener, lookInterval);
      return () => clearInterval(timer);
    },
  };
}

/** How a question of a record has ended; what was assumed in its place is no answer of the person. */
function endOf({ status, answer: saved, options }: QuestionEntry): QuestionEnd | undefined {
  if (status === 'pending' || status === 'deferred') return undefined;
  if (status === 'assumed') return { status: 'timed_out' };
  if (status === 'superseded' || saved === undefined) return { status: 'cancelled' };
  const number = Number(/^(\d+)\./.exec(saved.choice)?.[1] ?? 0);
  const label = options[number - 1]?.label;
  return omitUndefined({
    status: 'answered',
    choice: label === undefined ? null : { number, label },
    qualification: saved.qualification,
    words: saved.words,
    via: saved.via ?? 'typed',
  });
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
