import { omitUndefined } from '../omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import {
  type AnchorMoved,
  admitAnchor,
  type RequestedAnchor,
  refuseRange,
} from './admit-anchor.ts';
import { chooseFile, type DecisionContext, refuseAuthor, refuseBlank, stamp } from './decision.ts';
import type { NewEvent } from './events.ts';
import type { ReviewedDocument } from './reviewed-document.ts';
import type { ReviewState } from './state.ts';
import type { Intent } from './wire.ts';

/** What a client sends to open a thread. */
export interface RequestedThread extends RequestedAnchor {
  readonly fileId?: string | undefined;
  readonly snippet: string;
  readonly text: string;
  readonly sourceVersion?: number | undefined;
  readonly intent?: Intent | undefined;
  readonly replacement?: string | undefined;
}

/** A thread that may be opened, and the anchor that was meant when an older client's count was put right. */
export interface DecidedThread {
  readonly events: readonly NewEvent[];
  readonly id: string;
  readonly fileId: string;
  readonly anchorMoved?: AnchorMoved;
}

/** Everything that is checked before the document is needed; returns the file that is meant. */
export function checkThread(state: ReviewState, request: RequestedThread): string | Refusal {
  const fileId = chooseFile(state, request.fileId);
  if (isRefusal(fileId)) return fileId;
  return (
    refuseBlank(request.text) ??
    refuseRange(request) ??
    refuseVersion(state, fileId, request.sourceVersion) ??
    refuseReplacement(request) ??
    fileId
  );
}

/** Opens a thread in a document of the present version. */
export function decideThread(
  state: ReviewState,
  request: RequestedThread,
  context: DecisionContext & {
    readonly document: ReviewedDocument;
    readonly kind?: 'user' | 'prepopulated';
  },
): DecidedThread | Refusal {
  const fileId = checkThread(state, request);
  if (isRefusal(fileId)) return fileId;
  const nameless = refuseAuthor(context);
  if (nameless !== undefined) return nameless;
  const { document } = context;
  const admitted = admitAnchor(document, request);
  if (isRefusal(admitted)) return admitted;
  const { place, anchorMoved } = admitted;
  const id = `u-${state.counts.threads + 1}`;
  const event: NewEvent = {
    kind: 'thread.created',
    ...stamp(context),
    data: {
      id,
      fileId,
      place,
      snippet: request.snippet,
      breadcrumb: document.blocks[place.anchorStart - 1]?.breadcrumb ?? '',
      text: request.text,
      kind: context.kind ?? 'user',
      ...omitUndefined({ intent: request.intent, replacement: request.replacement }),
    },
  };
  return { events: [event], id, fileId, ...omitUndefined({ anchorMoved }) };
}

function refuseVersion(
  state: ReviewState,
  fileId: string,
  version: number | undefined,
): Refusal | undefined {
  const changedAt = state.files.get(fileId)?.changedAt ?? 0;
  if (version === undefined || (version >= changedAt && version <= state.sourceVersion))
    return undefined;
  const message = `sourceVersion is ${version}; the current one is ${state.sourceVersion}, and ${fileId} last changed at ${changedAt}`;
  return refuse('stale_source_version', message, {
    details: { sourceVersion: state.sourceVersion, changedAt },
    next: 'get /api/state and anchor again',
  });
}

function refuseReplacement(request: RequestedThread): Refusal | undefined {
  const isSuggestion = request.intent === 'suggestion';
  if (isSuggestion === (request.replacement !== undefined)) return undefined;
  const message = isSuggestion
    ? 'a suggestion needs a replacement'
    : 'a replacement needs the intent "suggestion"';
  return refuse('validation_error', message, { field: 'replacement' });
}
