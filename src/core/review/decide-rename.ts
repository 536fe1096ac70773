import { type DecisionContext, stamp } from './decision.ts';
import type { NewEvent } from './events.ts';
import { historyName } from './history-name.ts';
import { inputsMoved, moveInputs } from './moved-inputs.ts';
import type { ReviewState } from './state.ts';

/** Where a file on disk lies now. */
export interface NewPlace {
  readonly fileId: string;
  /** As it is shown. */
  readonly path: string;
  readonly realPath: string;
}

/** What the review was found by so far, beside who asks and when. */
export interface RenameContext extends DecisionContext {
  readonly inputsKey?: string | undefined;
}

/** Follows a file to another place; nothing when it is there already. Its threads stay with it. */
export function decideRename(
  state: ReviewState,
  { fileId, path, realPath }: NewPlace,
  { inputsKey, ...context }: RenameContext,
): readonly NewEvent[] {
  const file = state.files.get(fileId);
  if (file?.realPath === undefined)
    throw new Error(`review ${state.id} has no file ${fileId} on disk`);
  if (file.realPath === realPath) return [];
  const to = inputsKey === undefined ? undefined : moveInputs(inputsKey, file.realPath, realPath);
  const data = {
    fileId,
    path,
    realPath,
    ...(state.files.size > 1 ? {} : { named: nameAfter(realPath) }),
    ...(inputsKey === undefined || to === undefined || to === inputsKey
      ? {}
      : { inputs: { from: inputsKey, to } }),
  };
  return [{ kind: 'file.renamed', ...stamp(context), data }];
}

/** Follows several files at once. */
export function decideRenames(
  state: ReviewState,
  places: readonly NewPlace[],
  context: RenameContext,
): readonly NewEvent[] {
  const events: NewEvent[] = [];
  let { inputsKey } = context;
  for (const place of places) {
    const made = decideRename(state, place, { ...context, inputsKey });
    inputsKey = inputsMoved(made).at(-1)?.to ?? inputsKey;
    events.push(...made);
  }
  return events;
}

function nameAfter(realPath: string): { sourceFile: string; historyName: string } {
  const name = realPath.split(/[/\\]/).at(-1) ?? realPath;
  return { sourceFile: realPath, historyName: historyName({ kind: 'file', name }) };
}
