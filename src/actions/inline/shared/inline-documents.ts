import type { Discussions } from '../../../core/inline/discussion.ts';
import { parseDiscussions } from '../../../core/inline/parse-discussions.ts';
import type { SkippedDocument } from '../../../core/inline/ports/document-folder.ts';
import { isRefusal, type Refusal, refuse } from '../../../core/refusal.ts';
import { matchesGlob } from '../../../core/text/glob.ts';
import type { ActionContext } from '../../kit/action.ts';

/** A Markdown file and the discussions in it. */
interface InlineDocument {
  /** The file as the caller would name it. */
  readonly file: string;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly discussions: Discussions;
}

/** Which files are meant: options and plain words of a command alike. */
export interface NamedFiles {
  readonly file?: string | readonly string[] | undefined;
  readonly path?: readonly string[] | undefined;
  /** Files and folders that are left out. */
  readonly ignore?: string | readonly string[] | undefined;
}

/** Files that were read, and whether an output must say which one each entry comes from. */
export interface ReadDocuments {
  readonly documents: readonly InlineDocument[];
  readonly several: boolean;
  /** What was not looked at, and why. */
  readonly skipped: readonly SkippedDocument[];
}

/** Reads all files that are named, folders with everything in them. What in a folder cannot be read is skipped. */
export async function readDocuments(
  named: NamedFiles,
  context: ActionContext,
): Promise<ReadDocuments | Refusal> {
  const { ports, directory } = context;
  const paths = [named.file ?? [], named.path ?? []].flat();
  if (paths.length === 0) {
    return refuse('missing_file', 'a Markdown file or a folder is needed', { field: 'file' });
  }
  const speakers = await ports.speakers();
  if (isRefusal(speakers)) return speakers;
  const folder = await ports.documents();
  const documents: InlineDocument[] = [];
  const skipped: SkippedDocument[] = [];
  const ignored = [named.ignore ?? []].flat();
  const isMeant = (file: string): boolean => !ignored.some((pattern) => matchesGlob(file, pattern));
  let several = paths.length > 1;
  for (const path of paths) {
    const found = await folder.find({ path, directory });
    if (isRefusal(found)) return found;
    const { files } = found;
    const isFolder = files.length !== 1 || files[0] !== path;
    several ||= isFolder;
    skipped.push(...found.skipped.filter(({ file }) => isMeant(file)));
    for (const file of files.filter(isMeant)) {
      const read = await folder.read({ path: file, directory });
      if (isRefusal(read)) {
        if (!isFolder) return read;
        skipped.push({ file, reason: read.message });
        continue;
      }
      const discussions = parseDiscussions(read.text, speakers === undefined ? {} : { speakers });
      documents.push({ file, hash: read.hash, discussions });
    }
  }
  return { documents, several, skipped };
}
