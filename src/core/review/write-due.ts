import type { ReviewState } from './state.ts';
import type { Thread } from './thread.ts';

/** Whether something of a thread is still to be written into the reviewed file. */
export function isWriteDue(thread: Thread, { files, started }: ReviewState): boolean {
  const file = files.get(thread.fileId);
  if (file?.kind !== 'markdown' || file.realPath === undefined) return false;
  if (thread.inlineKey === undefined) return started.writeBack === true && !thread.orphaned;
  return (
    thread.statusDue || [...thread.replies, ...thread.takes].some(({ inFile }) => inFile !== true)
  );
}
