import type { ReviewState } from '../../core/review/state.ts';
import type { SessionStarted } from '../../core/review/stream-payloads.ts';

/** The payload of `session.started` for a review at an address. */
export function startedPayload(state: ReviewState, url: string): SessionStarted {
  const { gitArgs, mode, sourceFile } = state.started;
  return {
    url,
    mode,
    source_file: sourceFile,
    files_count: state.files.size,
    started_at: state.startedAt,
    ...(gitArgs === undefined ? {} : { git_args: gitArgs }),
    review_id: state.id,
  };
}
