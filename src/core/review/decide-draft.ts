import type { BlockTextRange } from '../anchor/anchor.ts';
import { omitUndefined } from '../omit-undefined.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { type RequestedPlace, refuseRange } from './admit-anchor.ts';
import { chooseFile, findThread } from './decision.ts';
import { type DraftChange, type DraftScope, draftKey } from './draft.ts';
import type { ReviewState } from './state.ts';
import type { Intent } from './wire.ts';

/** What a client sends to keep, or with blank text to clear, what is being written. */
export type RequestedDraft = (
  | ({ readonly scope: 'newThread'; readonly fileId?: string | undefined } & RequestedPlace)
  | { readonly scope: 'followup'; readonly threadId: string }
) & {
  readonly text?: string | undefined;
  readonly range?: BlockTextRange | undefined;
  readonly intent?: Intent | undefined;
  readonly replacement?: string | undefined;
};

/** Checks a draft; clearing one that is not there is allowed. */
export function decideDraft(
  state: ReviewState,
  request: RequestedDraft,
  context: { readonly at: string; readonly sha256: Sha256 },
): DraftChange | Refusal {
  const target = targetOf(state, request);
  if (isRefusal(target)) return target;
  return { target, key: draftKey(target, context.sha256), text: textOf(request), at: context.at };
}

/** Nothing when nothing has been written; a suggestion may consist of its replacement alone. */
function textOf({ text = '', replacement = '' }: RequestedDraft): string | null {
  return text.trim() === '' && replacement === '' ? null : text;
}

function targetOf(state: ReviewState, request: RequestedDraft): DraftScope | Refusal {
  const { scope, range, intent, replacement } = request;
  const remark = omitUndefined({ range, intent, replacement });
  if (scope === 'followup') {
    const thread = findThread(state, request.threadId);
    return isRefusal(thread) ? thread : { scope, threadId: thread.id, ...remark };
  }
  const fileId = chooseFile(state, request.fileId);
  if (isRefusal(fileId)) return fileId;
  const { anchorStart, anchorEnd, lineRange, quote } = request;
  return (
    refuseRange(request) ?? {
      ...{ scope, fileId, anchorStart, anchorEnd },
      ...omitUndefined({ lineRange, quote }),
      ...remark,
    }
  );
}
