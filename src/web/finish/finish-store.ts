import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { RequestedVerdict } from '../../core/review/decide-done.ts';
import { type ApiClient, failureText } from '../link/api-client.ts';
import type { LiveLink } from '../link/live-link.ts';
import type { PageReviewStore } from '../state/review-store.ts';

/** Ending the review. */
export interface FinishStore {
  /** Feedback that has been written so far; kept while the dialog is closed. */
  readonly feedback: Signal<string>;
  readonly sending: ReadonlySignal<boolean>;
  /** Why the review could not be ended. */
  readonly problem: ReadonlySignal<string | null>;
  /** Ends the review, with a verdict where one is asked. */
  submit(verdict: RequestedVerdict | null): Promise<void>;
}

/** What ending the review needs. */
export interface FinishStoreOptions {
  readonly api: ApiClient;
  readonly review: PageReviewStore;
  readonly link: LiveLink;
}

/** A store for a review that goes on. */
export function createFinishStore({ api, review, link }: FinishStoreOptions): FinishStore {
  const feedback = signal('');
  const sending = signal(false);
  const problem = signal<string | null>(null);
  return {
    feedback,
    sending,
    problem,
    async submit(verdict) {
      sending.value = true;
      problem.value = null;
      const body = verdict ? { verdict } : {};
      const response = await api.send({ method: 'POST', path: 'api/done', body });
      sending.value = false;
      if (response.ok) {
        review.apply({ kind: 'session.done', position: null, payload: {} });
        return;
      }
      problem.value = failureText(response.failure);
      if (response.failure.kind === 'unreachable') link.doubt();
    },
  };
}
