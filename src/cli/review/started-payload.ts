import type { ReviewState } from '../../core/review/state.ts';

/** The payload of `session.started` for a review at an address. */
export function startedPayload(state: ReviewState, url: string): Readonly<Record<string, unknown>> {
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
