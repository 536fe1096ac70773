import { isRefusal, refuse } from '../../core/refusal.ts';
import { syncInputs } from '../../session/sync-inputs.ts';
import { defineAction, type Zod } from '../kit/action.ts';
import { texts } from '../kit/described.ts';
import { reviewFields } from './shared/review-fields.ts';
import { openReview } from './shared/review-room.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

const output = (z: Zod) =>
  z.object({
    changed: texts(z, 'Ids of files that changed'),
    sourceVersion: reviewSchemas(z).sourceVersion,
  });

/** Asks git again for a diff under review, with the arguments it was opened with. */
export const reviewRefresh = defineAction({
  input: (z) => z.object({ url: reviewFields(z).url }),
  output,
  async run(request, context) {
    const opened = await openReview(context, request);
    if (isRefusal(opened)) return opened;
    const { reviews, id, state } = opened;
    const { git } = state.started;
    if (git === undefined) {
      const message = 'this review shows no diff that git could be asked for again';
      return refuse('validation_error', message, { next: 'push a patch with POST /api/source' });
    }
    const answer = await (await context.ports.gitDiff()).read({ ...git, signal: context.signal });
    if (isRefusal(answer) && answer.code !== 'no_changes') return answer;
    const patch = isRefusal(answer) ? '' : answer.patch;
    const { parseDiff } = await import('../../core/document/diff-file.ts');
    const files = parseDiff(patch).map((file) => ({
      path: file.path,
      kind: 'diff' as const,
      text: file.patch,
      ...(file.change === 'renamed' ? { oldPath: file.oldPath } : {}),
    }));
    const changed = await syncInputs({
      reviews,
      reviewId: id,
      ports: context.ports,
      files,
      isWholeDiff: true,
    });
    if (isRefusal(changed)) return changed;
    return {
      changed: changed.events.flatMap((event) => {
        if (event.kind === 'source.updated') return [event.data.fileId];
        return event.kind === 'file.added' ? [event.data.id] : [];
      }),
      sourceVersion: changed.state.sourceVersion,
    };
  },
});
