import { usePage } from '../page.ts';
import type { PageThread } from '../state/review-state.ts';

/** What went wrong with a thread, where it happened, and the way to try again. */
export function ThreadProblem({ thread }: { readonly thread: PageThread }) {
  const { review } = usePage();
  const problem = review.problems.value.get(thread.id);
  if (!problem) return null;
  return (
    <div class="problem" role="alert">
      <span>{problem.message}</span>
      <span class="problem-actions">
        <button type="button" onClick={() => review.submit(problem.operation)}>
          Retry
        </button>
        <button type="button" onClick={() => review.dismissProblem(thread.id)}>
          Dismiss
        </button>
      </span>
    </div>
  );
}
