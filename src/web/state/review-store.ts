import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type ApiClient, type Failure, failureText } from '../link/api-client.ts';
import type { StreamEvent } from '../link/stream-event.ts';
import { applyEvent } from './apply-event.ts';
import { eventOfResponse, type PageOperation, requestOf, threadOfOperation } from './operation.ts';
import { arrivedAs, type Outgoing, overlay, provisionalId } from './outbox.ts';
import type { PageReview } from './review-state.ts';
import { without } from './without.ts';

/** An operation that the server refused, to be shown where it happened. */
interface Problem {
  readonly message: string;
  readonly operation: PageOperation;
}

/** The review as the server has told it, with what the person has done since on top. */
export interface PageReviewStore {
  /** What the page shows; null until the first snapshot. */
  readonly state: ReadonlySignal<PageReview | null>;
  readonly outgoing: ReadonlySignal<readonly Outgoing[]>;
  /** Refused operations by thread id, or by `file:<id>`. */
  readonly problems: ReadonlySignal<ReadonlyMap<string, Problem>>;
  setSnapshot(state: PageReview): void;
  apply(event: StreamEvent): void;
  /**
   * Shows an operation as done and sends it, in order after the earlier ones, each time with the same request id. Returns
   * the id under which a new thread is shown meanwhile.
   */
  submit(operation: PageOperation, requestId?: string): string;
  dismissProblem(key: string): void;
  /** Sends what waits; called when the link is back. */
  pump(): void;
}

/** What the store needs and whom it tells. */
export interface ReviewStoreOptions {
  readonly api: ApiClient;
  /** The time, RFC 3339. */
  readonly now: () => string;
  readonly newRequestId: () => string;
  readonly canSend: () => boolean;
  /** A request got no response. */
  readonly onUnreachable: () => void;
  readonly onDone: (operation: PageOperation) => void;
  readonly onRefused: (operation: PageOperation, message: string) => void;
  /** A thread that was shown provisionally has its id. */
  readonly onNamed: (provisional: string, id: string) => void;
}

/** A store that knows nothing yet. */
export function createReviewStore(options: ReviewStoreOptions): PageReviewStore {
  const { api, now, newRequestId, canSend } = options;
  const confirmed: Signal<PageReview | null> = signal(null);
  const outgoing: Signal<readonly Outgoing[]> = signal([]);
  const problems: Signal<ReadonlyMap<string, Problem>> = signal(new Map());
  const state = computed(() => confirmed.value && overlay(confirmed.value, outgoing.value));
  let sequence = 0;
  let sending = false;

  const remove = (item: Outgoing): void => {
    outgoing.value = outgoing.value.filter((waiting) => waiting.key !== item.key);
  };

  const rename = (provisional: string, id: string): void => {
    outgoing.value = outgoing.value.map((item) =>
      threadOfOperation(item.operation) === provisional
        ? { ...item, operation: { ...item.operation, threadId: id } as PageOperation }
        : item,
    );
    options.onNamed(provisional, id);
  };

  const succeed = (item: Outgoing, response: unknown): void => {
    batch(() => {
      const event = eventOfResponse(item.operation, response, item.requestId);
      if (event && confirmed.value) confirmed.value = applyEvent(confirmed.value, event);
      remove(item);
      if (event?.kind === 'thread.created') rename(provisionalId(item.key), event.payload.id);
    });
    options.onDone(item.operation);
  };

  const refuse = (item: Outgoing, failure: Failure): void => {
    const message = failureText(failure);
    const key = problemKey(item.operation);
    batch(() => {
      remove(item);
      const dependent = outgoing.value.filter(
        (waiting) => threadOfOperation(waiting.operation) === provisionalId(item.key),
      );
      for (const waiting of dependent) {
        remove(waiting);
        options.onRefused(waiting.operation, message);
      }
      if (key)
        problems.value = new Map(problems.value).set(key, { message, operation: item.operation });
      options.onRefused(item.operation, message);
    });
  };

  const sendFirst = async (item: Outgoing): Promise<void> => {
    const { requestId } = item;
    const sourceVersion = confirmed.value?.sourceVersion ?? 0;
    const response = await api.send(requestOf(item.operation, { requestId, sourceVersion }));
    if (response.ok) succeed(item, response.value);
    else if (response.failure.kind === 'unreachable') options.onUnreachable();
    else refuse(item, response.failure);
  };

  const pump = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    for (let item = outgoing.value[0]; item && canSend(); item = outgoing.value[0]) {
      await sendFirst(item);
    }
    sending = false;
  };

  return {
    state,
    outgoing,
    problems,
    setSnapshot(next) {
      confirmed.value = next;
    },
    apply(event) {
      if (!confirmed.value) return;
      const next = applyEvent(confirmed.value, event);
      batch(() => {
        confirmed.value = next;
        for (const item of outgoing.value) {
          if (item.operation.kind !== 'open-thread') continue;
          const id = arrivedAs(next, item);
          if (id) rename(provisionalId(item.key), id);
        }
      });
    },
    submit(operation, requestId = newRequestId()) {
      const item: Outgoing = { key: `${++sequence}`, operation, time: now(), requestId };
      const key = problemKey(operation);
      batch(() => {
        outgoing.value = [...outgoing.value, item];
        if (key) problems.value = without(problems.value, key);
      });
      void pump();
      return provisionalId(item.key);
    },
    dismissProblem(key) {
      problems.value = without(problems.value, key);
    },
    pump: () => void pump(),
  };
}

/** Where a refusal is shown; text that was refused goes back into its draft and is shown there. */
function problemKey(operation: PageOperation): string | null {
  if (operation.kind === 'open-thread' || operation.kind === 'reply') return null;
  return operation.kind === 'view-file' ? `file:${operation.fileId}` : operation.threadId;
}
