import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ApiClient } from '../link/api-client.ts';
import { createFileView, type FileView } from './file-view.ts';

/** The readers of the files that have been looked at. */
export interface FileViews {
  /** The reader of the file that is shown. */
  readonly current: ReadonlySignal<FileView | null>;
  /** Shows a file, loading it when it has not been. */
  show(fileId: string): FileView;
  /** Forgets files other than the shown one, so that they are loaded anew. */
  forgetOthers(): void;
}

/** No readers yet. */
export function createFileViews(api: ApiClient): FileViews {
  const fileViews = new Map<string, FileView>();
  const shown: Signal<string> = signal('');
  return {
    current: computed(() => fileViews.get(shown.value) ?? null),
    show(fileId) {
      const existing = fileViews.get(fileId);
      const fileView = existing ?? createFileView(fileId, api);
      fileViews.set(fileId, fileView);
      if (!existing || existing.status.peek() === 'failed') void fileView.load();
      shown.value = fileId;
      return fileView;
    },
    forgetOthers() {
      for (const fileId of [...fileViews.keys()]) {
        if (fileId !== shown.peek()) fileViews.delete(fileId);
      }
    },
  };
}
