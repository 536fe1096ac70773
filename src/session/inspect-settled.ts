import type { BundleFolder, Inspection } from '../core/bundle/ports/bundle-folder.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';

/** Looks at a folder whatever state it is in, once a writer who is at work in it is done. */
export async function inspectSettled(
  folder: BundleFolder,
  root: string,
): Promise<Inspection | Refusal> {
  const inspection = await folder.inspect(root);
  if (isRefusal(inspection) || inspection.journal === undefined) return inspection;
  // Reading waits for the writer; what was left behind is there afterwards, too.
  await folder.read(root);
  return folder.inspect(root);
}
