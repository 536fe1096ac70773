import type { Bundle } from '../../../core/bundle/bundle.ts';
import { indexField } from '../../../core/bundle/index-file.ts';
import type { Bundles } from '../../../core/bundle/ports/bundles.ts';
import { revisedWarnings } from '../../../core/bundle/revised-options.ts';
import { validateSnapshot, warnings } from '../../../core/bundle/rules/validate.ts';
import type { BundleSnapshot } from '../../../core/bundle/snapshot.ts';
import type {
  Circumstances,
  RepositoryFacts,
  Transition,
} from '../../../core/bundle/transition.ts';
import { propose } from '../../../core/bundle/transitions/propose.ts';
import type { Finding } from '../../../core/finding.ts';
import type { Sha256 } from '../../../core/ports/sha256.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import type { ActionScope } from '../../kit/action.ts';

/** How a request names its bundle, and how the output is printed. */
export interface BundleRequest {
  /** The bundle's folder, or its index.md. */
  readonly root?: string | undefined;
  /** The token of the agent's context, whose binding names the bundle. */
  readonly context?: string | undefined;
  /** Print JSON on a terminal. */
  readonly json?: boolean | undefined;
}

/** A bundle as it was read. */
export interface ActiveBundle {
  readonly bundles: Bundles;
  readonly snapshot: BundleSnapshot;
  readonly bundle: Bundle;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Finds the folder of the bundle that is meant; refused with `ambiguous_root` when nothing names one. */
export async function findRoot(
  request: BundleRequest,
  context: ActionScope,
): Promise<string | Refusal> {
  const { folder, fromEnvironment: named } = await context.ports.bundles();
  const room = context.room?.kind === 'bundle' ? context.room.id : undefined;
  const root = request.root ?? room ?? named.root;
  if (root !== undefined) return folder.locate(root, context.directory);
  const token = request.context ?? named.context;
  const bound = token === undefined ? undefined : await boundRoot(token, context);
  return bound ?? unknownRoot(context);
}

async function boundRoot(
  token: string,
  context: ActionScope,
): Promise<string | undefined | Refusal> {
  const { bindings, folder } = await context.ports.bundles();
  const store = await bindings();
  if (isRefusal(store)) return store;
  const binding = await store.find(token);
  if (binding === undefined) return undefined;
  const root = await folder.locate(binding.root, context.directory);
  if (!isRefusal(root)) return root;
  const message = `this context is bound to ${binding.root}, which is not there any more`;
  return refuse('ambiguous_root', message, {
    details: { bound: binding.root, tracker_id: binding.trackerId },
    next: 'continue it where it is now: discuss bundle resume PATH',
  });
}

async function unknownRoot(context: ActionScope): Promise<Refusal> {
  const { folder } = await context.ports.bundles();
  const candidates = await folder.list(context.directory);
  const message =
    'no bundle is named and this context is bound to none; none is taken for being the newest';
  return refuse('ambiguous_root', message, {
    details: { candidates },
    next: 'name it with --root PATH or DISCUSS_BUNDLE, or go on with one: discuss bundle resume PATH',
  });
}

/** Reads the bundle that is meant. */
export async function readActive(
  request: BundleRequest,
  context: ActionScope,
): Promise<ActiveBundle | Refusal> {
  const root = await findRoot(request, context);
  return isRefusal(root) ? root : readAt(root, context);
}

/** Reads the bundle in a folder. */
export async function readAt(root: string, context: ActionScope): Promise<ActiveBundle | Refusal> {
  const bundles = await context.ports.bundles();
  const snapshot = await bundles.folder.read(root);
  return isRefusal(snapshot) ? snapshot : describeSnapshot(bundles, snapshot, context.ports.sha256);
}

function describeSnapshot(
  bundles: Bundles,
  snapshot: BundleSnapshot,
  sha256: Sha256,
): ActiveBundle | Refusal {
  const validated = validateSnapshot(snapshot);
  if (isRefusal(validated)) return validated;
  const { bundle, findings } = validated;
  const allWarnings = [...warnings(bundle, snapshot), ...revisedWarnings(bundle, sha256)];
  return { bundles, snapshot, bundle, findings, warnings: allWarnings };
}

/** A bundle as it stands after a command. */
export interface ChangedBundle<Outcome> extends ActiveBundle {
  readonly outcome: Outcome;
}

/** What a command wants of a bundle. */
export interface BundleChange<Input, Outcome> {
  readonly transition: Transition<Input, Outcome>;
  readonly input: Input;
}

/** Reads the bundle that is meant, changes it by a rule, and writes it as a whole. */
export async function changeActive<Input, Outcome>(
  request: BundleRequest,
  context: ActionScope,
  change: BundleChange<Input, Outcome>,
): Promise<ChangedBundle<Outcome> | Refusal> {
  const active = await readActive(request, context);
  if (isRefusal(active)) return active;
  const repository = await active.bundles.git.repository(active.snapshot.root);
  return changeBundle(active, { ...change, repository }, context);
}

/** Changes a bundle that was read, by a rule, and writes it as a whole. */
export async function changeBundle<Input, Outcome>(
  { bundles, snapshot, bundle }: ActiveBundle,
  change: BundleChange<Input, Outcome> & { readonly repository: RepositoryFacts | undefined },
  context: ActionScope,
): Promise<ChangedBundle<Outcome> | Refusal> {
  const circumstances = await circumstancesOf(snapshot.root, change.repository, context);
  const proposal = propose(snapshot, change, circumstances);
  if (isRefusal(proposal)) return proposal;
  const { texts, outcome } = proposal;
  const note = { trackerId: bundle.index.trackerId, at: circumstances.at };
  const written =
    texts === snapshot.texts ? snapshot : await bundles.folder.write(snapshot, texts, note);
  if (isRefusal(written)) return written;
  const described = describeSnapshot(bundles, written, context.ports.sha256);
  return isRefusal(described) ? described : { ...described, outcome };
}

/** What a rule is told of the world. */
export async function circumstancesOf(
  root: string,
  repository: RepositoryFacts | undefined,
  context: ActionScope,
): Promise<Circumstances> {
  const { clock, ids, sha256 } = context.ports;
  const { localTime } = await context.ports.bundles();
  return {
    at: localTime(clock.now()),
    newKey: () => ids.key(8),
    sha256,
    root,
    ...(repository === undefined ? {} : { repository }),
  };
}

/** What became of a binding. */
export interface Binding {
  /** The context that is bound now, if there is one. */
  readonly bound: string | null;
  readonly warnings: readonly Finding[];
}

/** Binds the context of a request to a bundle, if it has one, and warns of what will name another. */
export async function bindContext(
  request: BundleRequest,
  bundle: { readonly root: string; readonly trackerId: string },
  context: ActionScope,
): Promise<Binding> {
  const { bindings, folder, fromEnvironment: named } = await context.ports.bundles();
  const namedRoot =
    named.root === undefined ? bundle.root : await folder.locate(named.root, context.directory);
  const elsewhere = namedRoot === bundle.root ? [] : [namedElsewhere(named.root ?? '')];
  const token = request.context ?? named.context;
  if (token === undefined) return { bound: null, warnings: elsewhere };
  const store = await bindings();
  if (isRefusal(store)) {
    const detail = `the context is not bound to the bundle: ${store.message}`;
    const next = store.next ?? 'name the bundle with --root';
    return { bound: null, warnings: [...elsewhere, { rule: 'not_bound', ids: [], detail, next }] };
  }
  await store.bind({ context: token, ...bundle, at: context.ports.clock.now() });
  return { bound: token, warnings: elsewhere };
}

function namedElsewhere(root: string): Finding {
  const detail = `DISCUSS_BUNDLE names ${root}, which later commands take before any binding`;
  const next = 'unset DISCUSS_BUNDLE, or name this bundle with --root';
  return { rule: 'named_elsewhere', ids: [], detail, next };
}

/** When the bundle was last written, as its head says. */
export function lastWritten({ index }: Bundle): string {
  return indexField(index, 'head', 'Last updated') ?? 'Unknown';
}
