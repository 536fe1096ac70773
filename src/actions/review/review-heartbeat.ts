import { defineAction } from '../kit/action.ts';
import { reviewSchemas } from './shared/review-schemas.ts';

/** Says that a person is at the page. */
export const reviewHeartbeat = defineAction({
  input: (z) => z.object({}),
  output: (z) => reviewSchemas(z).ok,
  async run(_request, context) {
    context.ports.live.heartbeat();
    return { ok: true as const };
  },
});
