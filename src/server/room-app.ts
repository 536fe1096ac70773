import type { HttpBindings } from '@hono/node-server';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { ActionContext, ActionEntry, Room } from '../actions/kit/action.ts';
import type { HttpBinding } from '../actions/kit/bindings.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { refusalOf } from '../core/refusal-error.ts';
import { type GuardedRequest, guardHost, guardOrigin } from '../http/guards.ts';
import type { Handler } from '../http/listen.ts';
import { type PrivatePath, ticketPath } from '../http/private-path.ts';
import { handleAction } from './action-handler.ts';
import { refusalAnswer } from './http-status.ts';
import { openStreams } from './open-streams.ts';
import { pageHeaders } from './page-headers.ts';
import { staticFile } from './static-files.ts';

/** A request on its way through a room's routes. */
export type RequestContext = Context<{ Bindings: HttpBindings }>;

/** Routes that a room has beside its actions; paths stand below the room's prefix. */
export interface RoomRoutes {
  /** Answers a GET. */
  get(path: string, answer: (context: RequestContext) => Promise<Response | Refusal>): void;
  /** Opens an event stream for a GET; `open` answers what ends the stream. */
  stream(path: string, open: (context: RequestContext) => Promise<(() => void) | Refusal>): void;
}

/** What a room's page and routes are made of. */
export interface RoomAppSettings {
  readonly room: Room;
  readonly actions: readonly ActionEntry[];
  readonly context: Omit<ActionContext, 'signal' | 'room'>;
  /** Folder of the built pages, absolute. */
  readonly webFolder: string;
  /** File of the room's page in it. */
  readonly page: string;
  /** Where everything stands; at the root without it. */
  readonly privatePath: PrivatePath | undefined;
  readonly addRoutes: (routes: RoomRoutes) => void;
  readonly isShuttingDown: () => boolean;
  readonly onBug: (error: unknown) => void;
}

/** The handler of a room's requests, and its open event streams. */
export interface RoomApp {
  readonly handler: Handler;
  /** Resolves when every event stream has ended by itself, as after `session.done`, or after `patienceMs`. */
  drained(patienceMs: number): Promise<void>;
  /** Ends every event stream. */
  endStreams(): void;
}

const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Makes the handler of a room's page, files, events and actions. */
export function roomApp(settings: RoomAppSettings): RoomApp {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const streams = openStreams();
  const { room } = settings;
  const prefix = prefixOf(settings);
  app.use(async (context, next) => {
    const fault = guardRequest(context, settings);
    return fault === undefined ? next() : refusalResponse(fault);
  });
  for (const entry of settings.actions) {
    const binding = entry.bindings.http;
    if (binding !== undefined && (binding.room ?? 'review') === room.kind) {
      addActionRoute(app, settings, { entry, binding });
    }
  }
  app.get(`${prefix}/api/room`, () =>
    json(200, JSON.stringify({ room: `${room.kind}:${room.id}` })),
  );
  app.get(`${prefix}/api/openapi.json`, async () => json(200, await openApi(settings)));
  settings.addRoutes({
    get: (path, answer) =>
      app.get(prefix + path, async (context) => {
        const response = await answer(context);
        return isRefusal(response) ? refusalResponse(response) : response;
      }),
    stream: (path, open) =>
      app.get(prefix + path, async (context) => {
        const { outgoing } = context.env;
        const end = await open(context);
        if (isRefusal(end)) return refusalResponse(end);
        streams.add(end);
        if (outgoing.closed) streams.remove(end);
        else outgoing.once('close', () => streams.remove(end));
        return RESPONSE_ALREADY_SENT;
      }),
  });
  app.get(`${ticketPath}:ticket`, (context) => redeemTicket(context, settings));
  const allowed = allowedMethods(app.routes);
  app.get('*', async (context) => {
    const methods = allowed(context.req.path);
    if (methods.length > 0) return wrongMethod(context, methods);
    return (await pageFile(context, settings)) ?? refusalResponse(noRoute(context));
  });
  app.notFound(async (context) => {
    const methods = allowed(context.req.path);
    if (methods.length > 0) return wrongMethod(context, methods);
    const isPage = (await pageFile(context, settings)) !== undefined;
    return isPage ? wrongMethod(context, ['GET', 'HEAD']) : refusalResponse(noRoute(context));
  });
  app.onError((error, { env }) => {
    const refusal = refusalOf(error);
    if (refusal !== undefined) return refusalResponse(refusal);
    // Nobody is there to be answered, and what was under way for them has been stopped.
    if (env.outgoing.destroyed) return refusalResponse(clientGone);
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
function guardedHandler(app: Hono<{ Bindings: HttpBindings }>): Handler {
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

function guardRequest(context: RequestContext, settings: RoomAppSettings): Refusal | undefined {
  const guarded = guardedRequest(context, settings);
  const fault = guardOrigin(guarded);
  if (fault !== undefined) return fault;
  if (!settings.isShuttingDown()) return undefined;
  return refuse('shutting_down', 'what is shown here has ended and its server is stopping');
}

function prefixOf({ privatePath }: RoomAppSettings): string {
  return privatePath?.prefix ?? '';
}

function guardedRequest({ req }: RequestContext, settings: RoomAppSettings): GuardedRequest {
  return {
    method: req.method,
    isApi: req.path.startsWith(`${prefixOf(settings)}/api/`),
    header: (name) => req.header(name),
  };
}

function addActionRoute(
  app: Hono<{ Bindings: HttpBindings }>,
  settings: RoomAppSettings,
  { entry, binding }: { entry: ActionEntry; binding: HttpBinding },
): void {
  const path = prefixOf(settings) + binding.path.replace(/\{(\w+)\}/g, ':$1');
  app.on(binding.method, path, async (context) => {
    const output = await handleAction({
      entry,
      binding,
      guarded: guardedRequest(context, settings),
      incoming: context.env.incoming,
      query: binding.method === 'GET' ? context.req.query() : {},
      fields: context.req.param(),
      context: { ...settings.context, room: settings.room, signal: context.req.raw.signal },
    });
    return isRefusal(output) ? refusalResponse(output) : json(200, JSON.stringify(output));
  });
}

async function openApi(settings: RoomAppSettings): Promise<string> {
  const { actions, room } = settings;
  const { openApiDocument } = await import('./openapi/document.ts');
  const prefix = prefixOf(settings);
  return JSON.stringify(await openApiDocument({ actions, prefix, room: room.kind }));
}

/** Leads a browser to the private path; a look at the address alone, such as a preview's, uses nothing up. */
function redeemTicket(context: RequestContext, { privatePath }: RoomAppSettings): Response {
  const { req } = context;
  if (privatePath === undefined) return refusalResponse(noRoute(context));
  const isLook = req.method !== 'GET' || req.header('sec-purpose') !== undefined;
  if (isLook || !privatePath.redeem(req.param('ticket') ?? '')) {
    return refusalResponse(
      refuse('not_found', 'this address was good once, for 30 seconds', {
        next: 'open the url that the program has printed',
      }),
    );
  }
  const headers = { ...pageHeaders, 'Cache-Control': 'no-store' };
  return new Response(null, {
    status: 303,
    headers: { ...headers, Location: `${privatePath.prefix}/` },
  });
}

async function pageFile(
  context: RequestContext,
  settings: RoomAppSettings,
): Promise<Response | undefined> {
  const { webFolder } = settings;
  const prefix = prefixOf(settings);
  const { path } = context.req;
  if (prefix !== '' && path === prefix) return context.redirect(`${prefix}/`);
  if (!path.startsWith(`${prefix}/`)) return undefined;
  const name = path.slice(prefix.length);
  const files = await settings.context.ports.inputFiles();
  const file = await staticFile(files, webFolder, name === '/' ? `/${settings.page}` : name);
  return file && new Response(file.body, { headers: file.headers });
}

/** The methods that the routes of a path take, whatever their handlers. */
function allowedMethods(
  routes: ReadonlyArray<{ readonly path: string; readonly method: string }>,
): (path: string) => readonly string[] {
  const patterns = routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ path, method }) => ({
      method,
      pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    }));
  return (path) => {
    const methods = patterns
      .filter(({ pattern }) => pattern.test(path))
      .map((route) => route.method);
    return [
      ...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
    ];
  };
}

function wrongMethod({ req }: RequestContext, methods: readonly string[]): Response {
  const allow = methods.join(', ');
  const response = refusalResponse(
    refuse('method_not_allowed', `${req.path} takes ${allow}, got ${req.method}`),
  );
  response.headers.set('Allow', allow);
  return response;
}

const clientGone = refuse('client_gone', 'the client went away');

function noRoute({ req }: RequestContext): Refusal {
  return refuse('not_found', `no ${req.method} ${req.path} here`);
}

function refusalResponse(refusal: Refusal): Response {
  const { status, body } = refusalAnswer(refusal);
  const response = json(status, body);
  // What is left of its body would be taken for the next request.
  if (status === 408) response.headers.set('Connection', 'close');
  return response;
}

function json(status: number, body: string): Response {
  return new Response(body, { status, headers: jsonHeaders });
}
