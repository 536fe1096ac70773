import type { HttpBindings } from '@hono/node-server';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { ActionContext, ActionEntry } from '../actions/action.ts';
import type { HttpDoor } from '../actions/door-data.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { type GuardedRequest, guardHost, guardOrigin } from '../http/guards.ts';
import type { Handler } from '../http/listen.ts';
import { handleAction } from './action-handler.ts';
import { folderImage } from './folder-image.ts';
import { refusalAnswer } from './http-status.ts';
import { type OpenStreams, openStreams } from './open-streams.ts';
import { pageHeaders } from './page-headers.ts';
import { type EventsSources, streamReviewEvents } from './review-events.ts';
import { staticFile } from './static-files.ts';

/** What the pages and routes of a review are made of. */
export interface ReviewAppSettings {
  readonly actions: readonly ActionEntry[];
  readonly context: Omit<ActionContext, 'signal'>;
  readonly events: EventsSources;
  /** Folder of the built page, absolute. */
  readonly webFolder: string;
  /** Path under which everything stands, such as `/k3j9…`; empty for the root. */
  readonly prefix: string;
  readonly isShuttingDown: () => boolean;
  readonly onBug: (error: unknown) => void;
}

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

type Environment = { Bindings: HttpBindings };
type RequestContext = Context<Environment>;

/** Open event streams of an app, and the handler that answers its requests. */
export interface ReviewApp {
  readonly handler: Handler;
  /** Resolves when every event stream has ended by itself, as after `session.done`, or after `patienceMs`. */
  drained(patienceMs: number): Promise<void>;
  /** Ends every event stream. */
  endStreams(): void;
}

/** Makes the handler of a review's page, files, events and actions. */
export function reviewApp(settings: ReviewAppSettings): ReviewApp {
  const app = new Hono<Environment>();
  const streams = openStreams();
  app.use(async (context, next) => {
    const fault = guardRequest(context, settings);
    if (fault !== undefined) return refusalResponse(fault);
    return next();
  });
  for (const entry of settings.actions) {
    const door = entry.doors.http;
    if (door !== undefined) addActionRoute(app, settings, { entry, door });
  }
  app.get(`${settings.prefix}/api/events`, async (context) =>
    openStream(context, settings, streams),
  );
  app.get(`${settings.prefix}/api/room`, () =>
    json(200, JSON.stringify({ room: `review:${settings.events.reviewId}` })),
  );
  app.get(`${settings.prefix}/api/files/:fileId/image`, (context) => sendImage(context, settings));
  app.get('*', (context) => sendPageFile(context, settings));
  app.notFound((context) => refusalResponse(noRoute(context)));
  app.onError((error) => {
    settings.onBug(error);
    return refusalResponse(refuse('internal_error', `unexpected failure: ${error.message}`));
  });
  return {
    handler: guardedHandler(app),
    drained: (patienceMs) => streams.drained(patienceMs),
    endStreams: () => streams.endAll(),
  };
}

/**
 * Looks at the Host before anything else does, since no address can be made of a malformed one; other addresses that
 * are none are refused as well.
 */
function guardedHandler(app: Hono<Environment>): Handler {
  const errorHandler = (error: unknown) =>
    refusalResponse(refuse('bad_request', `the request cannot be read: ${error}`));
  const handle = getRequestListener(app.fetch, { errorHandler }) as Handler;
  return (request, response) => {
    const fault = guardHost(request.headers.host);
    if (fault === undefined) return handle(request, response);
    const { status, body } = refusalAnswer(fault);
    response.writeHead(status, jsonHeaders).end(body);
  };
}

function guardRequest(context: RequestContext, settings: ReviewAppSettings): Refusal | undefined {
  const guarded = guardedRequest(context, settings);
  const fault = guardOrigin(guarded);
  if (fault !== undefined) return fault;
  if (!settings.isShuttingDown()) return undefined;
  return refuse('shutting_down', 'the review has ended and its server is stopping');
}

function guardedRequest({ req }: RequestContext, { prefix }: ReviewAppSettings): GuardedRequest {
  return {
    method: req.method,
    isApi: req.path.startsWith(`${prefix}/api/`),
    header: (name) => req.header(name),
  };
}

function addActionRoute(
  app: Hono<Environment>,
  settings: ReviewAppSettings,
  { entry, door }: { entry: ActionEntry; door: HttpDoor },
): void {
  const path = settings.prefix + door.path.replace(/\{(\w+)\}/g, ':$1');
  app.on(door.method, path, async (context) => {
    const output = await handleAction({
      entry,
      door,
      guarded: guardedRequest(context, settings),
      incoming: context.env.incoming,
      fields: { ...context.req.query(), ...context.req.param() },
      context: { ...settings.context, signal: context.req.raw.signal },
    });
    return isRefusal(output) ? refusalResponse(output) : json(200, JSON.stringify(output));
  });
}

async function openStream(
  context: RequestContext,
  { events }: ReviewAppSettings,
  streams: OpenStreams,
): Promise<Response> {
  const last = context.req.header('last-event-id') ?? context.req.query('after');
  const isResumed = last !== undefined && /^\d{1,15}$/.test(last);
  const state = await events.reviews.log.state(events.reviewId);
  if (isRefusal(state)) return refusalResponse(state);
  const after = isResumed ? Number(last) : state.position;
  const isAgent = (context.req.query('agent') ?? '') !== '';
  const { outgoing } = context.env;
  const end = await streamReviewEvents(events, outgoing, { after, isResumed, isAgent });
  streams.add(end);
  if (outgoing.closed) streams.remove(end);
  else outgoing.once('close', () => streams.remove(end));
  return RESPONSE_ALREADY_SENT;
}

async function sendImage(
  context: RequestContext,
  { events }: ReviewAppSettings,
): Promise<Response> {
  const state = await events.reviews.log.state(events.reviewId);
  if (isRefusal(state)) return refusalResponse(state);
  const realPath = state.files.get(context.req.param('fileId') ?? '')?.realPath;
  const image =
    realPath === undefined
      ? refuse('not_found', 'no file of that id has a folder')
      : await folderImage(realPath, context.req.query('src') ?? '');
  if (isRefusal(image)) return refusalResponse(image);
  return new Response(image.body, {
    headers: {
      ...pageHeaders,
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Content-Type': image.type,
      'Cache-Control': 'no-cache',
    },
  });
}

async function sendPageFile(
  context: RequestContext,
  settings: ReviewAppSettings,
): Promise<Response> {
  const { prefix, webFolder } = settings;
  const { path } = context.req;
  if (prefix !== '' && path === prefix) return context.redirect(`${prefix}/`);
  if (!path.startsWith(`${prefix}/`)) return refusalResponse(noRoute(context));
  const file = await staticFile(webFolder, path.slice(prefix.length));
  if (file === undefined) return refusalResponse(noRoute(context));
  return new Response(file.body, { headers: file.headers });
}

function noRoute({ req }: RequestContext): Refusal {
  return refuse('not_found', `no ${req.method} ${req.path} here`);
}

function refusalResponse(refusal: Refusal): Response {
  const { status, body } = refusalAnswer(refusal);
  return json(status, body);
}

function json(status: number, body: string): Response {
  return new Response(body, { status, headers: jsonHeaders });
}
