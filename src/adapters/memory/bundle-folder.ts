import { differences } from '../../core/bundle/difference.ts';
import type { Texts } from '../../core/bundle/edit.ts';
import { folderName, isInsideGitMetadata, nextNumber } from '../../core/bundle/folder-name.ts';
import type { BundleFolder, NewFolder } from '../../core/bundle/ports/bundle-folder.ts';
import type { BundleSnapshot } from '../../core/bundle/snapshot.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';

/** Bundles in memory, for tests: the same promises as folders on disk, without files. */
export interface MemoryBundleFolder extends BundleFolder {
  /** The files of all folders, by root; a test may change them as a person would. */
  readonly folders: Map<string, Texts>;
}

/** Creates an empty folder of bundles in memory. */
export function memoryBundleFolder(): MemoryBundleFolder {
  const folders = new Map<string, Texts>();
  const snapshotOf = (root: string): BundleSnapshot | Refusal => {
    const texts = folders.get(root);
    return texts === undefined
      ? refuse('not_found', `${root} is not there`, { next: 'check the path of the bundle' })
      : { root, texts: new Map(texts), faults: [] };
  };
  const inspection = (root: string) => {
    const snapshot = snapshotOf(root);
    return isRefusal(snapshot) ? snapshot : { snapshot, journal: undefined, leftovers: [] };
  };
  return {
    folders,
    async locate(path, directory) {
      const whole = path.startsWith('/') ? path : `${directory}/${path}`;
      const root = whole.replace(/\/(?:index\.md)?$/, '');
      const snapshot = snapshotOf(root);
      return isRefusal(snapshot) ? snapshot : root;
    },
    async list(directory) {
      return [...folders.keys()].filter((root) => root.startsWith(`${directory}/discussion/`));
    },
    async create(newFolder, initialFiles) {
      const root = reserve(folders, newFolder);
      if (isRefusal(root)) return root;
      folders.set(root, new Map((await initialFiles(root)).texts));
      return snapshotOf(root);
    },
    async read(root) {
      return snapshotOf(root);
    },
    async write(from, to) {
      const current = snapshotOf(from.root);
      if (isRefusal(current)) return current;
      const changes = differences(from.texts, current.texts);
      if (changes.length > 0) {
        const details = { differences: changes };
        return refuse('bundle_changed', 'another hand has changed the bundle meanwhile', {
          details,
        });
      }
      folders.set(from.root, new Map(to));
      return snapshotOf(from.root);
    },
    async inspect(root) {
      return inspection(root);
    },
    async repair(root, decide) {
      const inspected = inspection(root);
      if (isRefusal(inspected)) return inspected;
      const writes = decide(inspected);
      if (isRefusal(writes)) return writes;
      const texts = new Map(inspected.snapshot.texts);
      for (const [path, text] of writes) {
        if (text === null) texts.delete(path);
        else texts.set(path, text);
      }
      folders.set(root, texts);
      return inspection(root);
    },
  };
}

function reserve(
  folders: ReadonlyMap<string, Texts>,
  { directory, date, slug }: NewFolder,
): string | Refusal {
  if (isInsideGitMetadata(directory)) {
    return refuse('unsafe_path', `${directory} is inside the metadata of git`);
  }
  const base = `${directory}/discussion/`;
  const names = [...folders.keys()]
    .filter((root) => root.startsWith(base))
    .map((root) => root.slice(base.length));
  return base + folderName(date, nextNumber(date, names), slug);
}
