import { isRefusal } from '../../../core/refusal.ts';
import type { ActionContext } from '../../kit/action.ts';

/**
 * The folders of the record bundles that concern what a room shows: the bundle itself, those of which a reviewed file
 * is a part, the one that DISCUSS_BUNDLE names, and those below the room's folder that a context works on.
 */
export async function roomBundles(context: ActionContext): Promise<readonly string[]> {
  const { folder, fromEnvironment: named } = await context.ports.bundles();
  const paths = [
    ...(context.room?.kind === 'bundle' ? [context.room.id] : []),
    ...(await reviewedBundles(context)),
    ...(named.root === undefined ? [] : [named.root]),
    ...(await boundBundles(context)),
  ];
  const roots = new Set<string>();
  for (const path of paths) {
    const root = await folder.locate(path, context.directory);
    if (!isRefusal(root)) roots.add(root);
  }
  return [...roots];
}

async function boundBundles({ ports, directory }: ActionContext): Promise<string[]> {
  const bindings = await (await ports.bundles()).bindings();
  const here = await ports.folders.existing(directory);
  if (isRefusal(bindings) || here === undefined) return [];
  const roots = [...new Set((await bindings.list()).map(({ root }) => root))];
  const inside = await Promise.all(roots.map((root) => ports.folders.isInside(here, root)));
  return roots.filter((_, index) => inside[index]);
}

/** A file of a bundle stands in its root, or one folder below. */
async function reviewedBundles({ ports, room, directory }: ActionContext): Promise<string[]> {
  if (room?.kind !== 'review') return [];
  const reviews = await ports.reviews();
  const state = isRefusal(reviews) ? reviews : await reviews.log.state(room.id);
  if (isRefusal(state)) return [];
  const folders = new Set<string>();
  for (const { realPath, kind } of state.files.values()) {
    if (realPath === undefined || kind !== 'markdown') continue;
    const parent = parentOf(realPath);
    folders.add(parent).add(parentOf(parent));
  }
  const documents = await ports.documents();
  const bundles: string[] = [];
  for (const folder of folders) {
    const index = await documents.read({ path: `${folder}/index.md`, directory });
    if (!isRefusal(index) && /^<!--\s*workflow-record\b/m.test(index.text)) bundles.push(folder);
  }
  return bundles;
}

function parentOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, '');
}
