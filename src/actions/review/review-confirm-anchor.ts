import { decideConfirm } from '../../core/review/decide-place.ts';
import { threadChange } from './shared/review-thread-change.ts';

/** Confirms the place of a thread whose text was found again with changes. */
export const reviewConfirmAnchor = threadChange(decideConfirm);
