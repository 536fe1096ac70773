import type { Zod } from '../../kit/action.ts';
import { flag, list, object, oneOf, text, texts } from '../../kit/described.ts';
import { optionCardsShape } from '../../question/shared/option-cards-shape.ts';

/** The fields by which a request names its bundle. */
export const bundleRequest = (z: Zod) => ({
  root: z.optional(z.string()),
  context: z.optional(z.string()),
});

/** A finding or blocker. */
export const findingShape = (z: Zod) =>
  z.object({
    rule: text(z, 'Rule'),
    ids: texts(z, 'Entries'),
    path: z.optional(text(z, 'File')),
    detail: text(z, 'What is wrong'),
    next: text(z, 'What helps'),
  });

/** What makes the bundle invalid, and what does not but should be known. */
export const findingsShape = (z: Zod) => ({
  findings: list(z, findingShape(z), 'What makes it invalid'),
  warnings: warningsShape(z),
});
const warningsShape = (z: Zod) => list(z, findingShape(z), 'What to know');

/** A question as it is put to a person. */
export const questionShape = (z: Zod) =>
  z.object({
    id: text(z, 'Such as Q001'),
    ref: text(z, 'Reference from elsewhere'),
    status: oneOf(
      z,
      ['pending', 'deferred', 'answered', 'assumed', 'superseded'],
      'Where it stands',
    ),
    header: text(z, 'A word for it'),
    prompt: text(z, 'What is asked'),
    options: optionCardsShape(z),
    material: flag(z, 'The work waits for it'),
    default: z.optional(text(z, 'Taken without an answer')),
  });

/** The one thing to do now. */
export const nextShape = (z: Zod) =>
  object(z, 'The one thing to do now', {
    kind: oneOf(z, ['repair', 'ask', 'finish_action', 'resume', 'left', 'act'], 'What it is'),
    text: text(z, 'In words'),
    question: z.optional(questionShape(z).check(z.describe('The question to ask'))),
  });

/** What every output on a bundle says. */
export const answerShape = (z: Zod) => ({
  ok: flag(z, 'All is well'),
  root: text(z, "The bundle's folder"),
});

/** What every output of a command that writes says besides. */
export const writtenShape = (z: Zod) => ({
  ...answerShape(z),
  mode_status: text(z, 'Where the discussion stands'),
  next: nextShape(z),
  warnings: warningsShape(z),
});

/** What was recorded under which id. */
export const recordedShape = (z: Zod) =>
  z.object({
    ...writtenShape(z),
    ...entryShape(z),
    status: text(z, 'Where it stands'),
    superseded: texts(z, 'Entries that it replaces'),
  });

/** How what was recorded is named. */
export const entryShape = (z: Zod) => ({
  id: text(z, 'Its id, such as D001'),
  ref: text(z, 'Reference from elsewhere'),
});

/** Where a discussion stands, as the index of its record says. */
export const standingFields = (z: Zod) => ({
  tracker_id: text(z, 'Its tracker ID'),
  mode_status: text(z, 'Where the discussion stands'),
  profile: text(z, 'How much is recorded'),
  execution_readiness: text(z, 'Whether work may begin'),
  goal: text(z, 'What is to be reached'),
  last_updated: text(z, 'When it was last written'),
});

/** How the work tree has moved since the record was last written. */
export const driftShape = (z: Zod) => {
  const moved = z.object({ was: text(z, 'Then'), is: text(z, 'Now') });
  const change = (description: string) => z.optional(moved.check(z.describe(description)));
  return object(z, 'How the work tree has moved since the last write', {
    repository: change('Another repository'),
    branch: change('Another branch'),
    commit: change('Another commit'),
    files: z.optional(texts(z, 'Files that changed')),
  });
};

/** Fields of a part of index.md by their names. */
export const partShape = (z: Zod, description: string) =>
  z.record(z.string(), z.string()).check(z.describe(description));

/** A rule of every request that holds texts. */
export const noBlankText = 'A text that is given is not blank.';
