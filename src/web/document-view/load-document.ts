import type { WireDocument } from '../../core/review/wire.ts';
import type { ApiClient } from '../link/api-client.ts';

/** Sections of the first request: enough for a first screen. */
const firstSections = 3;
/** Sections of each further request. */
const moreSections = 80;
/** Sections that are added in one task: few enough that adding them blocks nothing. */
const sectionsPerTask = 8;

/** Receives a document piece by piece. */
export interface DocumentReceiver {
  /** Whether a file is wanted that is too large to be shown unasked. */
  readonly all: boolean;
  readonly onFirst: (document: WireDocument) => void;
  readonly onMore: (document: WireDocument) => void;
}

/**
 * Loads a file in pieces, the first screen first. Starts again when the file changes meanwhile. False when the server
 * cannot be reached or does not know the file.
 */
export async function loadDocument(
  api: ApiClient,
  fileId: string,
  receiver: DocumentReceiver,
): Promise<boolean> {
  const { all } = receiver;
  const first = await request(api, fileId, { from: 0, count: firstSections, all });
  if (!first) return false;
  receiver.onFirst(first);
  for (let from = firstSections; from < first.sectionCount; from += moreSections) {
    const part = await request(api, fileId, { from, count: moreSections, all });
    if (!part) return false;
    if (part.sourceVersion !== first.sourceVersion) return loadDocument(api, fileId, receiver);
    for (let index = 0; index < part.sections.length; index += sectionsPerTask) {
      receiver.onMore({ ...part, sections: part.sections.slice(index, index + sectionsPerTask) });
      await nextTask();
    }
  }
  return true;
}

/** The whole of a file at once; null when it cannot be had. */
export async function fetchDocument(
  api: ApiClient,
  fileId: string,
  all: boolean,
): Promise<WireDocument | null> {
  return request(api, fileId, { all });
}

async function request(
  api: ApiClient,
  fileId: string,
  part: { readonly from?: number; readonly count?: number; readonly all: boolean },
): Promise<WireDocument | null> {
  const query = new URLSearchParams();
  if (part.from !== undefined) query.set('from', String(part.from));
  if (part.count !== undefined) query.set('count', String(part.count));
  if (part.all) query.set('all', 'yes');
  const path = `api/files/${encodeURIComponent(fileId)}/document?${query}`;
  const response = await api.send<WireDocument>({ method: 'GET', path });
  return response.ok ? response.value : null;
}

/** Lets the browser paint and answer to input. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
