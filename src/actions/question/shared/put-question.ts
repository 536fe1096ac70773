import { numberedText } from '../../../core/question/numbered-text.ts';
import type { AskPerson, PersonReply } from '../../../core/question/ports/ask-person.ts';
import { isRefusal, type Refusal } from '../../../core/refusal.ts';
import type { ActionContext } from '../../kit/action.ts';
import { startTimeLimit, type TimeLimit } from '../../kit/time-limit.ts';
import { isOnPage } from './question-page.ts';
import { endedResult, openResult, type QuestionResult } from './question-result.ts';
import {
  endThatStands,
  type QuestionEnd,
  type StoredQuestion,
  waitForEnd,
} from './stored-question.ts';

/** How long and in which forms a question is put. */
export interface Putting {
  /** Seconds after which it counts as timed out. */
  readonly timeout?: number | undefined;
  /** Answer it as text when nothing reaches the person. */
  readonly asText: boolean;
}

/** How long a caller is kept waiting for a page that would give up on a longer call, in milliseconds. */
const usualPatience = 55_000;

/** The same for a caller that hears that the work goes on. */
const longPatience = 600_000;

/** How often is looked whether a page still shows the question that it is waited for, in milliseconds. */
const lookInterval = 2_000;

/** How often a caller that waits is told so, in milliseconds. */
const progressInterval = 5_000;

/**
 * Puts a question to the person: by the caller's own means, else by a page of the project that is open, else not at
 * all. Whoever answers first, here or elsewhere, has answered; without an answer the question waits on in its record.
 */
export async function putQuestion(
  stored: StoredQuestion,
  putting: Putting,
  context: ActionContext,
): Promise<QuestionResult | Refusal> {
  const ended = await stored.end();
  if (ended !== undefined) return result(stored, ended);
  const timeLimit =
    putting.timeout === undefined ? undefined : startTimeLimit(putting.timeout * 1000);
  const limit = timeLimit?.signal;
  const over = AbortSignal.any([context.signal, ...(limit === undefined ? [] : [limit])]);
  const stopTelling = tellWhileWaiting(context);
  try {
    const put = await putByCaller(stored, context, over);
    if (put.end !== undefined) return result(stored, put.end);
    if (put.isSuspended || context.signal.aborted) {
      return openResult(stored, { ...put, status: 'pending' }, context);
    }
    if (limit?.aborted !== true) {
      const waited = await waitForPage(stored, { put, limit, over }, context);
      if (waited === undefined) return openResult(stored, withText(stored, put, putting), context);
      if (waited !== 'open') return result(stored, waited);
    }
    if (limit?.aborted !== true) return openResult(stored, { ...put, status: 'pending' }, context);
    return result(stored, await endThatStands(stored, await stored.endWithout('timed_out')));
  } finally {
    timeLimit?.lift();
    stopTelling();
  }
}

function result(stored: StoredQuestion, end: QuestionEnd | Refusal): QuestionResult | Refusal {
  return isRefusal(end) ? end : endedResult(stored, end);
}

/** What has come of putting a question by the caller's own means. */
interface Put {
  readonly end?: QuestionEnd | Refusal;
  readonly isSuspended?: boolean;
  /** `pending` when the question has been seen by the person. */
  readonly status: 'pending' | 'unavailable';
  readonly followUp?: string;
  /** Why the caller's own means does not work. */
  readonly failure?: string;
}

async function putByCaller(
  stored: StoredQuestion,
  { askPerson, ports }: ActionContext,
  over: AbortSignal,
): Promise<Put> {
  if (askPerson === undefined) return { status: 'unavailable' };
  const elsewhere = new AbortController();
  const signal = AbortSignal.any([over, elsewhere.signal]);
  const waiting = new AbortController();
  const endedElsewhere = waitForEnd(stored, waiting.signal);
  void endedElsewhere.then(
    (end) => end === undefined || elsewhere.abort(),
    () => elsewhere.abort(),
  );
  try {
    const put = await converse(stored, askPerson, signal);
    if (put.failure !== undefined) {
      (await ports.log()).note('warn', "a client's dialog failed", { reason: put.failure });
    }
    if (!elsewhere.signal.aborted) return put;
    const end = await endedElsewhere;
    return end === undefined ? put : { ...put, end };
  } finally {
    waiting.abort();
    // What it fails with is told by the one who waits for it above.
    await endedElsewhere.catch(() => undefined);
  }
}

/** Puts the question, and once more where a first reply picks nothing. */
async function converse(
  stored: StoredQuestion,
  askPerson: AskPerson,
  signal: AbortSignal,
): Promise<Put> {
  const first = askPerson.resumed?.followUp;
  const put = await putOnce(stored, askPerson, { signal, followUp: first });
  if (put.followUp === undefined || first !== undefined || put.end !== undefined) return put;
  return putOnce(stored, askPerson, { signal, followUp: put.followUp });
}

async function putOnce(
  stored: StoredQuestion,
  askPerson: AskPerson,
  { signal, followUp }: { readonly signal: AbortSignal; readonly followUp: string | undefined },
): Promise<Put> {
  const { reference: id, question, allowOther } = stored;
  const asking = { id, question, allowOther, signal };
  const reply = await askPerson.put(followUp === undefined ? asking : { ...asking, followUp });
  if (isRefusal(reply)) return { status: 'pending', end: reply };
  return takeReply(stored, askPerson, reply);
}

async function takeReply(
  stored: StoredQuestion,
  { via }: AskPerson,
  reply: PersonReply,
): Promise<Put> {
  switch (reply.kind) {
    case 'given': {
      const { choice, words } = reply;
      const answer = choice === undefined ? { words } : { choice, words };
      const end = await endThatStands(stored, await stored.answer(answer, via));
      const followUp = isRefusal(end) ? followUpOf(end) : undefined;
      return followUp === undefined ? { status: 'pending', end } : { status: 'pending', followUp };
    }
    case 'declined':
    case 'cancelled':
    case 'timed_out':
      return {
        status: 'pending',
        end: await endThatStands(stored, await stored.endWithout(reply.kind)),
      };
    case 'failed':
      return { status: 'unavailable', failure: reply.reason };
    case 'aborted':
      return { status: 'pending' };
    case 'suspended':
      return { status: 'pending', isSuspended: true };
  }
}

function followUpOf({ code, details }: Refusal): string | undefined {
  if (code !== 'bad_answer') return undefined;
  const { follow_up } = (details ?? {}) as { readonly follow_up?: string };
  return follow_up;
}

/** Waits for an answer from elsewhere; nothing when there is nobody to wait for, `open` when none has come. */
async function waitForPage(
  stored: StoredQuestion,
  waiting: {
    readonly put: Put;
    readonly limit: AbortSignal | undefined;
    readonly over: AbortSignal;
  },
  context: ActionContext,
): Promise<QuestionEnd | Refusal | 'open' | undefined> {
  const { put, limit, over } = waiting;
  if (limit === undefined && put.status === 'pending') return 'open';
  // A page shows it no more once it was answered there.
  if (limit === undefined && !(await isOnPage(stored.reference, context))) return stored.end();
  if (limit === undefined && !stored.blocking) return 'open';
  const timeLimit = patienceOf(context);
  const signal = timeLimit === undefined ? over : AbortSignal.any([over, timeLimit.signal]);
  try {
    for (;;) {
      const end = await waitForEndOrLook(stored, signal);
      if (end !== undefined) return end;
      if (signal.aborted) return 'open';
      // Who gives a time waits for an answer from anywhere.
      if (limit === undefined && !(await isOnPage(stored.reference, context))) return stored.end();
    }
  } finally {
    timeLimit?.lift();
  }
}

/** Waits for the end of a question, or until it is time to look whether it is still shown. */
async function waitForEndOrLook(stored: StoredQuestion, signal: AbortSignal) {
  const pollLimit = startTimeLimit(lookInterval);
  try {
    return await waitForEnd(stored, AbortSignal.any([signal, pollLimit.signal]));
  } finally {
    pollLimit.lift();
  }
}

/** A shell waits as long as it takes; a call over a protocol ends before its caller gives it up. */
function patienceOf({ caller, notifyProgress }: ActionContext): TimeLimit | undefined {
  if (caller === 'cli') return undefined;
  return startTimeLimit(notifyProgress === undefined ? usualPatience : longPatience);
}

/** Keeps the process alive and the caller informed until it is stopped. */
function tellWhileWaiting({ notifyProgress }: ActionContext): () => void {
  const report = () => notifyProgress?.('waiting for the user');
  report();
  const timer = setInterval(report, progressInterval);
  return () => clearInterval(timer);
}

function withText(stored: StoredQuestion, put: Put, { asText }: Putting) {
  return asText ? { ...put, text: numberedText(stored.question, stored.allowOther) } : put;
}
