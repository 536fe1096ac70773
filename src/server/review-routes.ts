import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { positionOf } from '../core/review/log-entries.ts';
import { folderImage } from './folder-image.ts';
import { pageHeaders } from './page-headers.ts';
import { type EventsSources, streamReviewEvents } from './review-events.ts';
import type { RequestContext, RoomRoutes } from './room-app.ts';

/** Adds the event stream and the pictures of a review to its room. */
export function addReviewRoutes(routes: RoomRoutes, events: EventsSources): void {
  routes.stream('/api/events', (context) => openStream(context, events));
  routes.get('/api/files/:fileId/image', (context) => sendImage(context, events));
}

async function openStream(
  context: RequestContext,
  events: EventsSources,
): Promise<(() => void) | Refusal> {
  const last = context.req.header('last-event-id') ?? context.req.query('after');
  const state = await events.reviews.log.state(events.reviewId);
  if (isRefusal(state)) return state;
  const isPosition = last !== undefined && /^\d{1,15}$/.test(last);
  const isResumed = isPosition && (await hasReached(events, state.position, Number(last)));
  const after = isResumed ? Number(last) : state.position;
  const isAgent = (context.req.query('agent') ?? '') !== '';
  return streamReviewEvents(events, context.env.outgoing, { after, isResumed, isAgent });
}

/** Whether a position is one of this review, not of another one that was at the same address before. */
async function hasReached(
  { reviews, reviewId }: EventsSources,
  lastEvent: number,
  position: number,
): Promise<boolean> {
  if (position <= lastEvent) return true;
  const entries = await reviews.store.entries(reviewId, lastEvent);
  return entries.some((entry) => positionOf(entry) >= position);
}

async function sendImage(
  context: RequestContext,
  events: EventsSources,
): Promise<Response | Refusal> {
  const state = await events.reviews.log.state(events.reviewId);
  if (isRefusal(state)) return state;
  const realPath = state.files.get(context.req.param('fileId') ?? '')?.realPath;
  const image =
    realPath === undefined
      ? refuse('not_found', 'no file of that id has a folder')
      : await folderImage(await events.inputFiles(), realPath, context.req.query('src') ?? '');
  if (isRefusal(image)) return image;
  return new Response(image.body, {
    headers: {
      ...pageHeaders,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Content-Type': image.type,
      'Cache-Control': 'no-cache',
    },
  });
}
