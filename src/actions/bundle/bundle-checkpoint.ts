import { partFields } from '../../core/bundle/status.ts';
import {
  type CheckpointInput,
  checkpoint,
  profiles,
  type Stage,
} from '../../core/bundle/transitions/checkpoint.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { InputOf, Zod } from '../kit/action.ts';
import { texts } from '../kit/described.ts';
import { changeActive } from './shared/bundle-active.ts';
import { bundleRequest, noBlankText, partShape, writtenShape } from './shared/bundle-shapes.ts';
import { defineBundleAction, written, writtenLines } from './shared/define-bundle-action.ts';

const stages = ['response', 'actions'] as const satisfies readonly Stage[];

const input = (z: Zod) =>
  z.object({
    ...bundleRequest(z),
    current_state: z.optional(z.string()),
    last_completed: z.optional(z.string()),
    current_work: z.optional(z.string()),
    blocked_by: z.optional(z.string()),
    next: z.optional(z.string()),
    deferred: z.optional(z.string()),
    revalidate: z.optional(z.string()),
    profile: z.optional(z.enum(profiles)),
    requires: z.optional(z.array(z.enum(stages))),
    releases: z.optional(z.array(z.enum(stages))),
  });

const output = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    changed: texts(z, 'Fields that changed'),
    snapshot: partShape(z, 'Where the discussion stands'),
    checkpoint: partShape(z, 'Where the work stands'),
  });

/** Brings snapshot and resume checkpoint up to date. */
export const bundleCheckpoint = defineBundleAction({
  guide:
    'Use it before your memory is shortened and at the end of a step, so that a new session can go on.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run(request, context) {
    const fields = readCheckpoint(request);
    if (isRefusal(fields)) return fields;
    const changed = await changeActive(request, context, { transition: checkpoint, input: fields });
    if (isRefusal(changed)) return changed;
    return {
      ...written(changed),
      changed: changed.outcome.changed,
      snapshot: partFields(changed.bundle, 'snapshot'),
      checkpoint: partFields(changed.bundle, 'checkpoint'),
    };
  },
  lines: ({ changed, ...rest }) => [
    `Checkpoint written${changed.length === 0 ? '' : `: ${changed.join(', ')}`}`,
    ...writtenLines(rest),
  ],
});

function readCheckpoint(request: InputOf<typeof input>): CheckpointInput | Refusal {
  const profile = oneOf('profile', profiles, request.profile);
  if (isRefusal(profile)) return profile;
  const requires = severalOf('requires', request.requires);
  if (isRefusal(requires)) return requires;
  const releases = severalOf('releases', request.releases);
  if (isRefusal(releases)) return releases;
  return omitUndefined({
    currentState: request.current_state,
    lastCompleted: request.last_completed,
    currentWork: request.current_work,
    blockedBy: request.blocked_by,
    next: request.next,
    deferred: request.deferred,
    revalidate: request.revalidate,
    profile,
    requires,
    releases,
  });
}

function oneOf<Value extends string>(
  field: string,
  values: readonly Value[],
  text: string | undefined,
): Value | undefined | Refusal {
  if (text === undefined) return undefined;
  const match = values.find((value) => value.toLowerCase() === text.toLowerCase());
  return (
    match ??
    refuse('invalid_input', `${field} takes ${values.join(', ')}, got "${text}"`, { field })
  );
}

function severalOf(field: string, names: readonly string[] = []): Stage[] | Refusal {
  const chosen: Stage[] = [];
  for (const name of names) {
    const stage = oneOf(field, stages, name);
    if (isRefusal(stage)) return stage;
    if (stage !== undefined) chosen.push(stage);
  }
  return chosen;
}
