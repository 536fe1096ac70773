import type { Reviews } from '../core/needs/reviews.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import type { Admission } from '../core/review/admission.ts';
import type { ActionContext } from './action.ts';

/** A review that an action works on. */
export interface ReviewRoom {
  readonly id: string;
  readonly reviews: Reviews;
}

/**
 * The review that an action means: the one that its door stands in front of, the one at `url`, or the only one
 * that runs in this folder.
 */
export async function openReviewRoom(
  context: ActionContext,
  input: { readonly url?: string | undefined } = {},
): Promise<ReviewRoom | Refusal> {
  const reviews = await context.needs.reviews();
  if (isRefusal(reviews)) return reviews;
  if (context.room?.kind === 'review') return { id: context.room.id, reviews };
  const running = (await reviews.running.list()).filter(({ room }) => room.startsWith('review:'));
  const wanted = running.filter(({ url, directory }) =>
    input.url === undefined ? directory === context.directory : url === withoutSlash(input.url),
  );
  const [only, ...others] = wanted;
  if (only !== undefined && others.length === 0)
    return { id: only.room.slice('review:'.length), reviews };
  const urls = (wanted.length > 0 ? wanted : running).map(({ url }) => url);
  return refuse(
    wanted.length === 0 ? 'not_found' : 'ambiguous_review',
    wanted.length === 0
      ? `no running review ${input.url === undefined ? 'in this folder' : `at ${input.url}`}`
      : `${wanted.length} reviews run in this folder`,
    {
      details: { running: urls },
      ...(urls.length === 0 ? {} : { next: `name one with --url: ${urls.join(', ')}` }),
    },
  );
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}

/** When a change is made, and by whom. */
export function admission(
  context: ActionContext,
  input: { readonly author?: Admission['author'] | undefined } = {},
): Admission {
  const author = input.author ?? context.author;
  const at = context.needs.clock.now();
  return author === undefined ? { at } : { at, author };
}
