import type { ActionEntry } from './action.ts';
import { agentsActions } from './agents-list.ts';
import { bundleActions } from './bundle-list.ts';
import { inlineActions } from './inline-list.ts';
import { ledgerActions } from './ledger-list.ts';
import { questionActions } from './question-list.ts';
import { reviewActions } from './review-list.ts';
import { roomActions } from './room-list.ts';

/** Everything that can be done, as data; an action's code is loaded when it is used. */
export const actions: readonly ActionEntry[] = [
  ...reviewActions,
  ...ledgerActions,
  ...inlineActions,
  ...bundleActions,
  ...agentsActions,
  ...roomActions,
  ...questionActions,
];
