import type { QuestionEntry, SavedAnswer } from '../../../core/bundle/question-entry.ts';
import { findRecordQuestion } from '../../../core/bundle/record-question.ts';
import { answer } from '../../../core/bundle/transitions/answer.ts';
import { type RawReply, viaOf } from '../../../core/question/raw-reply.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { type ActiveBundle, changeBundle, readAt } from '../../bundle/shared/bundle-active.ts';
import type { ActionContext } from '../../kit/action.ts';
import { roomBundles } from './room-bundles.ts';
import { type SettledQuestion, unknownQuestion } from './room-question-outcome.ts';

/** How often an answer is tried again when another hand has changed the record meanwhile. */
const attempts = 3;

/** A reply to a question that a room shows. */
export interface RecordReply extends RawReply {
  readonly ref: string;
  readonly decline?: boolean;
}

/**
 * Records a reply to the question of a record, as the command line does. What another hand changes meanwhile is read
 * anew; when that was the answer, it stands.
 */
export async function answerInRecord(
  reply: RecordReply,
  context: ActionContext,
): Promise<SettledQuestion | Refusal> {
  if (reply.decline === true) return notDeclinable(reply.ref);
  for (let attempt = 1; ; attempt += 1) {
    const match = await findInRoom(reply.ref, context);
    const recorded = isRefusal(match) ? match : await answerFound(match, reply, context);
    const isChanged = isRefusal(recorded) && recorded.code === 'bundle_changed';
    if (!isChanged || attempt === attempts) return recorded;
  }
}

interface FoundQuestion {
  readonly active: ActiveBundle;
  readonly question: QuestionEntry;
}

/** The question is looked up in the records of the room alone; a reference never becomes a path. */
async function findInRoom(ref: string, context: ActionContext): Promise<FoundQuestion | Refusal> {
  let unreadable: Refusal | undefined;
  for (const root of await roomBundles(context)) {
    const active = await readAt(root, context);
    if (isRefusal(active)) unreadable ??= active;
    else {
      const question = findRecordQuestion(active.bundle, ref);
      if (question !== undefined) return { active, question };
    }
  }
  return unreadable ?? unknownQuestion(ref);
}

async function answerFound(
  { active, question }: FoundQuestion,
  reply: RecordReply,
  context: ActionContext,
): Promise<SettledQuestion | Refusal> {
  if (question.answer !== undefined || question.status === 'superseded') return settled(question);
  const { id, key } = question;
  const { root } = active.snapshot;
  const changed = await changeBundle(
    active,
    {
      transition: answer,
      input: {
        id: key === undefined ? id : `${id}~${key}`,
        words: reply.words ?? '',
        via: viaOf(question, reply),
        ...(reply.choice === undefined ? {} : { choice: reply.choice }),
      },
      repository: await active.bundles.git.repository(root),
    },
    context,
  );
  if (isRefusal(changed)) return changed;
  const { number, choice, qualification, words, via } = changed.outcome;
  return {
    ref: reply.ref,
    source: 'bundle',
    status: 'answered',
    ...(number === undefined ? {} : { number }),
    choice,
    ...(qualification === undefined ? {} : { qualification }),
    words,
    via,
    root,
  };
}

function settled({ id, status, answer: saved }: QuestionEntry): Refusal {
  return refuse('already_settled', `${id} is ${status} already`, {
    details: { status, ...(saved === undefined ? {} : { answer: toldAnswer(saved) }) },
    next: 'ask it anew if the answer no longer holds',
  });
}

function toldAnswer({ choice, qualification, words, via }: SavedAnswer): object {
  return { choice, qualification, words, via };
}

function notDeclinable(ref: string): Refusal {
  return refuse('validation_error', `a question of a record waits until it is answered: ${ref}`, {
    field: 'decline',
    next: 'leave it for later; the discussion waits',
  });
}
