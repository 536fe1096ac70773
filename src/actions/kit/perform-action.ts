import type { Author } from '../../core/author.ts';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { actions } from '../index.ts';
import type { Room } from './action.ts';
import { checkShape } from './check-shape.ts';
import type { ActionInput, ActionOutput } from './listed-actions.ts';

/** Who has an action done, and where. */
export interface PerformContext {
  readonly ports: Ports;
  /** The folder that relative paths are meant from, absolute. */
  readonly directory: string;
  readonly author?: Author;
  readonly signal?: AbortSignal;
  /** What the action works on, where the caller has it open. */
  readonly room?: Room;
}

/**
 * Does what the action of that name does and returns its output. Refused with the action's own codes, with
 * `invalid_input` for an input of another shape, and with `unknown_action`.
 */
export async function performAction<Name extends string>(
  name: Name,
  input: ActionInput<Name>,
  context: PerformContext,
): Promise<ActionOutput<Name> | Refusal> {
  const entry = actions.find((action) => action.name === name);
  if (entry === undefined) return unknownAction(name);
  const action = await entry.load();
  const checked = await checkShape(action, input);
  if (isRefusal(checked)) return checked;
  const { signal = new AbortController().signal } = context;
  return action.run(checked, { ...context, signal, caller: 'library' });
}

function unknownAction(name: string): Refusal {
  return refuse('unknown_action', `no action "${name}"`, { next: 'listActions names them' });
}
