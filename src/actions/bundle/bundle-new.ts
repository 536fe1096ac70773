import { invalidBundle } from '../../core/bundle/edit.ts';
import { dateOf, enclosingBundle, slugOf } from '../../core/bundle/folder-name.ts';
import { initialFiles } from '../../core/bundle/initial-files.ts';
import { requiredField } from '../../core/bundle/required-field.ts';
import { validateSnapshot } from '../../core/bundle/rules/validate.ts';
import { nextStep } from '../../core/bundle/status.ts';
import type { RepositoryFacts } from '../../core/bundle/transition.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { ActionContext, Zod } from '../kit/action.ts';
import { object, oneOf, text, texts } from '../kit/described.ts';
import { type BundleRequest, bindContext, circumstancesOf } from './shared/bundle-active.ts';
import { nextLines, warningLines } from './shared/bundle-answer-text.ts';
import { answerShape, findingsShape, nextShape, noBlankText } from './shared/bundle-shapes.ts';
import { defineBundleAction } from './shared/define-bundle-action.ts';
import { type GitIgnored, ignoreInGit, ignoreStates } from './shared/git-ignored.ts';

interface NewRequest extends Omit<BundleRequest, 'root'> {
  /** What the discussion is about; words of a command line are joined. */
  readonly topic: string | readonly string[];
  readonly goal?: string | undefined;
  /** The record may be committed: git is not told to ignore it. */
  readonly commit_record?: boolean | undefined;
}

const input = (z: Zod) =>
  z.object({
    topic: text(z, 'What the discussion is about; it becomes part of the folder’s name'),
    goal: z.optional(z.string()),
    commit_record: z.optional(z.boolean()),
    context: z.optional(z.string()),
  });

const output = (z: Zod) =>
  z.object({
    ...answerShape(z),
    index: text(z, 'Its index.md'),
    tracker_id: text(z, 'Its tracker ID'),
    files: texts(z, 'Its files'),
    git: object(z, 'What git knows of it', {
      ignore: oneOf(z, ignoreStates, 'Whether git ignores it'),
      rule: z.optional(text(z, 'The rule by which it does')),
      tracked: texts(z, 'Files that git has taken up'),
    }),
    bound: z.nullable(z.string()).check(z.describe('The context that works on it from now on')),
    warnings: findingsShape(z).warnings,
    next: nextShape(z),
  });

/** Creates and verifies a new bundle; one that is there already is never taken over. */
export const bundleNew = defineBundleAction({
  guide:
    'Use it when a discussion with the user begins that is to be kept as files. Answers the root, which later calls name, and binds the context to it. Next: bundle_context for goal and scope, then bundle_ask.',
  input,
  output,
  semanticValidation: [noBlankText],
  async run(request: NewRequest, context) {
    const topic = typeof request.topic === 'string' ? request.topic : request.topic.join(' ');
    if (topic.trim() === '') return requiredField('topic', 'what the discussion is about');
    const { git } = await context.ports.bundles();
    if (await git.isMetadata(context.directory)) return insideMetadata(context.directory);
    const around = enclosingBundle(context.directory);
    if (around !== undefined) return insideBundle(context.directory, around);
    const repository = await git.repository(context.directory);
    const made = await create({ ...request, topic }, repository, context);
    if (isRefusal(made)) return made;
    const { kept } = made;
    const binding = await bindContext(request, made, context);
    return {
      ok: true,
      root: made.root,
      index: `${made.root}/index.md`,
      tracker_id: made.trackerId,
      files: made.files,
      git: kept.git,
      bound: binding.bound,
      warnings: [...kept.warnings, ...binding.warnings],
      next: made.next,
    };
  },
  lines: ({ root, tracker_id, git, bound, warnings, next }) => [
    `New bundle ${root}`,
    `Tracker ID ${tracker_id}`,
    ...(git.rule === undefined ? [] : [`git ignores it by ${git.rule}`]),
    ...(bound === null ? [`Name it in later commands: --root, or DISCUSS_BUNDLE=${root}`] : []),
    ...warningLines(warnings),
    ...nextLines(next),
  ],
});

function insideMetadata(directory: string): Refusal {
  return unsafePath(`${directory} is inside the metadata of git, where no record is kept`);
}

function insideBundle(directory: string, around: string): Refusal {
  return unsafePath(`${directory} is inside the record ${around}, whose files are its own`);
}

function unsafePath(message: string): Refusal {
  const next = 'run the command in the folder that the work is in';
  return refuse('unsafe_path', message, { next });
}

interface MadeBundle {
  readonly root: string;
  readonly trackerId: string;
  readonly files: readonly string[];
  readonly next: ReturnType<typeof nextStep>;
  readonly kept: GitIgnored;
}

async function create(
  request: NewRequest & { readonly topic: string },
  repository: RepositoryFacts | undefined,
  context: ActionContext,
): Promise<MadeBundle | Refusal> {
  const { topic, goal } = request;
  const { folder } = await context.ports.bundles();
  const trackerId = context.ports.ids.uuid();
  const now = await circumstancesOf('', repository, context);
  const place = { directory: context.directory, date: dateOf(now.at), slug: slugOf(topic) };
  const workspace = context.directory;
  const beginning = omitUndefined({ trackerId, topic, workspace, goal });
  let kept: GitIgnored = { git: { ignore: 'no_repository', tracked: [] }, warnings: [] };
  const snapshot = await folder.create(place, async (root) => {
    // Before the first file is there, so that none ever stands where git would take it up.
    kept = await ignoreInGit(
      root,
      { isCommitted: request.commit_record === true, repository },
      context,
    );
    return { texts: initialFiles(beginning, { ...now, root }), header: { trackerId, at: now.at } };
  });
  if (isRefusal(snapshot)) return snapshot;
  const validated = validateSnapshot(snapshot);
  if (isRefusal(validated)) return validated;
  const { bundle, findings } = validated;
  if (findings.length > 0) return invalidBundle(findings);
  const files = bundle.index.manifest;
  return { root: snapshot.root, trackerId, files, next: nextStep(bundle, findings), kept };
}
