import { typedActions } from '../index.ts';
import type { Action, ActionEntry, DeepReadonly } from './action.ts';

/** Something that can be done. */
export interface ListedAction<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly summary: string;
  /** Never there; it carries the types of the action's input and output. */
  readonly types?: { readonly input: Input; readonly output: Output };
}

type Listed<Entry extends ActionEntry> =
  Awaited<ReturnType<Entry['load']>> extends Action<infer Input, infer Output>
    ? ListedAction<DeepReadonly<Input>, DeepReadonly<Output>>
    : never;

/** Everything that can be done, by name. A function makes it, so that its declaration spells the types out. */
export const listedActions = listByName(typedActions);

function listByName<Entry extends ActionEntry>(
  entries: readonly Entry[],
): { readonly [Each in Entry as Each['name']]: Listed<Each> } {
  const list = entries.map(({ name, summary }) => [name, { name, summary }]);
  return Object.fromEntries(list);
}

/** The name of an action. */
export type ActionName = keyof typeof listedActions;

type TypesOf<Name> = Name extends ActionName
  ? NonNullable<(typeof listedActions)[Name]['types']>
  : { readonly input: unknown; readonly output: unknown };

/** What the action of a name takes; unknown for a name that is known at run time alone. */
export type ActionInput<Name> = TypesOf<Name>['input'];

/** What the action of a name returns, unless it refuses. */
export type ActionOutput<Name> = TypesOf<Name>['output'];
