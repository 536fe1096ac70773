import { decideDelete } from '../../core/review/decide-thread-change.ts';
import { threadChange } from './shared/review-thread-change.ts';

/** Deletes a person's thread; it stays in the transcript. */
export const reviewDelete = threadChange(decideDelete);
