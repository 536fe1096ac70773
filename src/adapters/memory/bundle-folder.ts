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

/** Makes an empty place for bundles in memory. */
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
    async create(place, first) {
      const root = reserve(folders, place);
      if (isRefusal(root)) return root;
      folders.set(root, new Map((await first(root)).texts));
      return snapshotOf(root);
    },
    async read(root) {
      return snapshotOf(root);
    },
    async write(from, to) {
      const now = snapshotOf(from.root);
      if (isRefusal(now)) return now;
      const found = differences(from.texts, now.texts);
      if (found.length > 0) {
        const details = { differences: found };
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
      const found = inspection(root);
      if (isRefusal(found)) return found;
      const remedy = decide(found);
      if (isRefusal(remedy)) return remedy;
      const texts = new Map(found.snapshot.texts);
      for (const [path, text] of remedy) {
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
