import { agentsActions } from './agents/list.ts';
import { bundleActions } from './bundle/list.ts';
import { inlineActions } from './inline/list.ts';
import type { ActionEntry } from './kit/action.ts';
import { ledgerActions } from './ledger/list.ts';
import { questionActions } from './question/list.ts';
import { roomActions } from './question/room-list.ts';
import { reviewActions } from './review/list.ts';

/** Everything that can be done, each with its own types. */
export const typedActions = [
  ...reviewActions,
  ...ledgerActions,
  ...inlineActions,
  ...bundleActions,
  ...agentsActions,
  ...roomActions,
  ...questionActions,
] as const;

/** Everything that can be done, as data; an action's code is loaded when it is used. */
export const actions: readonly ActionEntry[] = [...typedActions];
