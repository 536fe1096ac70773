import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import { type ApiClient, type ApiResponse, type Failure, failureText } from '../link/api-client.ts';
import { without } from '../state/without.ts';
import { createReplyBackup, emptyReply, type ReplyDraft, wireReply } from './reply-draft.ts';

/** What the server says was recorded. */
interface RecordedReply {
  readonly ref: string;
  readonly status: 'answered' | 'declined';
  readonly choice?: string;
  readonly number?: number;
  readonly qualification?: string;
  readonly words?: string;
}

/** How a question that was shown here ended. */
export interface Outcome {
  readonly question: AskedQuestion;
  /** What was recorded here; null when somebody else was first. */
  readonly recorded: RecordedReply | null;
  /** What stands in the record, where somebody else was first and it is known. */
  readonly stands?: string;
  /** What the person had written and nobody was given. */
  readonly unsent?: string;
}

/** The questions that wait for the person, and what becomes of them at this page. */
export interface QuestionStore {
  readonly questions: ReadonlySignal<readonly AskedQuestion[]>;
  /** The question that is shown. */
  readonly current: ReadonlySignal<AskedQuestion | null>;
  /** Why the last reply to a question was not recorded, in words, by its reference. */
  readonly problems: ReadonlySignal<ReadonlyMap<string, string>>;
  /** The question whose reply is on its way. */
  readonly sending: ReadonlySignal<string | null>;
  readonly outcome: ReadonlySignal<Outcome | null>;
  /** The card is open where it does not stand in its own place: over the text, or in a sheet. */
  readonly isOpen: Signal<boolean>;
  /** What is about to be answered to a question. */
  reply(ref: string): ReplyDraft;
  write(ref: string, reply: ReplyDraft): void;
  /** Shows the next question, or the one before. */
  step(by: 1 | -1): void;
  send(ref: string): Promise<void>;
  decline(ref: string): Promise<void>;
  dismissOutcome(): void;
  /** Asks the server for what waits. */
  load(): Promise<void>;
  /** Takes over what the server says is waiting now. */
  take(questions: readonly AskedQuestion[]): void;
}

/** What a store needs and whom it tells. */
export interface QuestionStoreOptions {
  readonly api: ApiClient;
  readonly storage: Storage | null;
  /** A request got no response. */
  readonly onUnreachable: () => void;
  /** Reads a sentence out, politely. */
  readonly announce: (text: string) => void;
}

/** A store that knows of no question yet. */
export function createQuestionStore(options: QuestionStoreOptions): QuestionStore {
  const { api, storage, onUnreachable, announce } = options;
  const questions: Signal<readonly AskedQuestion[]> = signal([]);
  const shown = signal<string | null>(null);
  const replies: Signal<ReadonlyMap<string, ReplyDraft>> = signal(new Map());
  const problems: Signal<ReadonlyMap<string, string>> = signal(new Map());
  const sending = signal<string | null>(null);
  const outcome = signal<Outcome | null>(null);
  const backup = createReplyBackup(storage);
  const current = computed(
    () => questions.value.find(({ ref }) => ref === shown.value) ?? questions.value[0] ?? null,
  );
  let taken = 0;

  const reply = (ref: string): ReplyDraft => replies.value.get(ref) ?? emptyReply;

  const write = (ref: string, draft: ReplyDraft): void => {
    replies.value = new Map(replies.value).set(ref, draft);
    backup.write(ref, draft);
  };

  const take = (waiting: readonly AskedQuestion[]): void => {
    taken += 1;
    const before = questions.peek();
    const next = withSent(waiting, before);
    const isNew = ({ ref }: AskedQuestion): boolean =>
      before.every((earlier) => earlier.ref !== ref);
    const gone = before.filter((earlier) => next.every(({ ref }) => ref !== earlier.ref));
    const kept = current.peek()?.ref ?? null;
    batch(() => {
      for (const question of next.filter(isNew)) {
        replies.value = new Map(replies.value).set(question.ref, backup.read(question.ref));
      }
      // Before others go, what is shown stays shown.
      shown.value = kept;
      questions.value = next;
      for (const question of gone) announceGone(question);
      const arrived = next.find(isNew);
      if (arrived !== undefined) announce(announced(arrived));
    });
  };

  /** A question whose reply is on its way stays until the response has come. */
  const withSent = (waiting: readonly AskedQuestion[], before: readonly AskedQuestion[]) => {
    const index = before.findIndex(({ ref }) => ref === sending.peek());
    const sent = before[index];
    if (sent === undefined || waiting.some(({ ref }) => ref === sent.ref)) return waiting;
    return [...waiting.slice(0, index), sent, ...waiting.slice(index)];
  };

  const announceGone = (question: AskedQuestion): void => {
    if (outcome.peek()?.question.ref === question.ref) return;
    end({ question, recorded: null });
  };

  /** A question has ended: what was written for it is kept only as words that nobody was given. */
  const end = (ended: Outcome): void => {
    const { ref } = ended.question;
    const unsent = ended.recorded === null ? reply(ref).words.trim() : '';
    outcome.value = unsent === '' ? ended : { ...ended, unsent };
    write(ref, emptyReply);
    problems.value = without(problems.value, ref);
  };

  const load = async (): Promise<void> => {
    const before = taken;
    const response = await api.send<{ questions: readonly AskedQuestion[] }>({
      method: 'GET',
      path: 'api/questions',
    });
    // What the stream has told meanwhile is newer.
    if (response.ok && taken === before) take(response.value.questions);
  };

  const settle = async (ref: string, body: object): Promise<void> => {
    const question = questions.peek().find((candidate) => candidate.ref === ref);
    if (question === undefined || sending.peek() !== null) return;
    batch(() => {
      sending.value = ref;
      problems.value = without(problems.value, ref);
    });
    const response = await api.send<SettleResponse>({
      method: 'POST',
      path: 'api/questions/answer',
      body: { ref, ...body },
    });
    batch(() => handleResponse(question, response));
  };

  const handleResponse = (question: AskedQuestion, response: ApiResponse<SettleResponse>): void => {
    const { ref } = question;
    sending.value = null;
    if (response.ok) {
      end({ question, recorded: response.value.recorded });
      const { next } = response.value;
      const rest = questions.peek().filter((candidate) => candidate.ref !== ref);
      const isKnown = next === null || rest.some((candidate) => candidate.ref === next.ref);
      take(isKnown ? rest : [next, ...rest]);
      if (next !== null) shown.value = next.ref;
      announce('Your answer is recorded.');
    } else if (isSettled(response.failure)) {
      end({ question, recorded: null, ...standing(response.failure) });
      take(questions.peek().filter((candidate) => candidate.ref !== ref));
    } else {
      problems.value = new Map(problems.value).set(ref, problemText(response.failure));
      if (response.failure.kind === 'unreachable') onUnreachable();
    }
  };

  return {
    questions,
    current,
    problems,
    sending,
    outcome,
    isOpen: signal(false),
    reply,
    write,
    step(by) {
      const all = questions.peek();
      const index = all.findIndex(({ ref }) => ref === current.peek()?.ref);
      shown.value = all[(index + by + all.length) % all.length]?.ref ?? null;
    },
    send: (ref) => settle(ref, wireReply(reply(ref))),
    decline: (ref) => settle(ref, { decline: true }),
    dismissOutcome() {
      outcome.value = null;
    },
    load,
    take,
  };
}

interface SettleResponse {
  readonly recorded: RecordedReply;
  readonly next: AskedQuestion | null;
}

function announced({ asker, header, prompt }: AskedQuestion): string {
  return `${asker ?? 'The record'} asks: ${header}. ${prompt}`;
}

function isSettled(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'already_settled';
}

/** What stands, from the details of `already_settled`. */
function standing(failure: Failure): { stands?: string } {
  if (failure.kind !== 'refused') return {};
  const { status, answer } = (failure.details ?? {}) as SettledDetails;
  if (answer === undefined) return status === 'declined' ? { stands: 'declined' } : {};
  const { choice, number, label, words } = answer;
  const chosen = choice ?? (number === undefined ? undefined : `${number}. ${label ?? ''}`);
  const stands = chosen === undefined || chosen.startsWith('Other') ? words : chosen;
  return stands === undefined ? {} : { stands };
}

interface SettledDetails {
  readonly status?: string;
  readonly answer?: {
    readonly choice?: string;
    readonly number?: number;
    readonly label?: string;
    readonly words?: string;
  };
}

/** The one follow-up where the reply picked nothing, else what went wrong. */
function problemText(failure: Failure): string {
  if (failure.kind === 'unreachable') return 'The server does not answer. What you wrote is kept.';
  const { follow_up: followUp } = (failure.details ?? {}) as { readonly follow_up?: unknown };
  return typeof followUp === 'string' ? followUp : failureText(failure);
}
