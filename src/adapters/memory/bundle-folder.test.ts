import { bundleFolderContract } from '../bundle-folder.contract.ts';
import { memoryBundleFolder } from './bundle-folder.ts';

bundleFolderContract('memory', () => {
  const folder = memoryBundleFolder();
  return {
    folder,
    directory: '/work',
    edit(path, text) {
      const root = [...folder.folders.keys()].find((one) => path.startsWith(`${one}/`)) ?? '';
      const texts = new Map(folder.folders.get(root));
      folder.folders.set(root, texts.set(path.slice(root.length + 1), text));
    },
  };
});
