import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ApiClient } from '../link/api-client.ts';
import { createReader, type Reader } from './reader.ts';

/** The readers of the files that have been looked at. */
export interface Readers {
  /** The reader of the file that is shown. */
  readonly current: ReadonlySignal<Reader | null>;
  /** Shows a file, loading it when it has not been. */
  show(fileId: string): Reader;
  /** Forgets files other than the shown one, so that they are loaded anew. */
  forgetOthers(): void;
}

/** No readers yet. */
export function createReaders(api: ApiClient): Readers {
  const readers = new Map<string, Reader>();
  const shown: Signal<string> = signal('');
  return {
    current: computed(() => readers.get(shown.value) ?? null),
    show(fileId) {
      const known = readers.get(fileId);
      const reader = known ?? createReader(fileId, api);
      readers.set(fileId, reader);
      if (!known || known.status.peek() === 'failed') void reader.load();
      shown.value = fileId;
      return reader;
    },
    forgetOthers() {
      for (const fileId of [...readers.keys()]) {
        if (fileId !== shown.peek()) readers.delete(fileId);
      }
    },
  };
}
