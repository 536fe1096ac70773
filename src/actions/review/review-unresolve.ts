import { decideUnresolve } from '../../core/review/decide-thread-change.ts';
import { threadChange } from './shared/review-thread-change.ts';

/** Opens a closed thread again. */
export const reviewUnresolve = threadChange(decideUnresolve);
