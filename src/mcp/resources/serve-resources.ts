import { fileURLToPath } from 'node:url';
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Ports } from '../../core/ports.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Watch } from '../../session/follow/follow-state.ts';
import { listResources } from './list-resources.ts';
import { readResource } from './read-resource.ts';
import type { ResourceScope } from './resource-scope.ts';
import { parseResourceUri, type ResourceName, uriTemplates } from './resource-uri.ts';
import type { ResourceWatch } from './watching.ts';

/** What the resources of one server are made from. */
export interface ResourceServing {
  readonly ports: Ports;
  readonly scope: ResourceScope;
  /**
   * Where the server itself tells its client of changes, as the older revision of the protocol has it; absent where
   * it cannot, or where the newer revision's subscriptions do.
   */
  readonly watch?: ResourceWatch;
}

/** Most resources that one connection may be subscribed to. */
export const maxSubscriptions = 500;

/** Longest wait for a client to name its roots, in milliseconds. */
const rootsTimeoutMs = 3000;

const templates = [
  {
    name: 'review',
    uriTemplate: uriTemplates.review,
    title: 'A review',
    description:
      'The whole present state of a review by its id, as review_state answers it: files, threads, takes, resolutions, verdict',
    mimeType: 'application/json',
  },
  {
    name: 'ledger',
    uriTemplate: uriTemplates.ledger,
    title: 'A discussion of the ledger',
    description:
      'A discussion with all its questions, answers and summaries as a document. {project} is the key under which the list shows the project; {id} is the id of the discussion',
    mimeType: 'text/markdown',
  },
  {
    name: 'bundle',
    uriTemplate: uriTemplates.bundle,
    title: 'A record bundle',
    description:
      'The index of a record bundle: snapshot, resume checkpoint and manifest. {project} is the key under which the list shows the project; {id} is the name of the folder',
    mimeType: 'text/markdown',
  },
];

/** Adds the resources to a server: lists, reads and, with `watch`, subscriptions. */
export function serveResources(server: McpServer, serving: ResourceServing): void {
  const { ports, scope, watch } = serving;
  const roots = rootsOf(server, scope);
  const notifications = watch === undefined ? undefined : changeNotifications(server, watch);
  server.server.setRequestHandler('resources/list', async (_request, context) => {
    await roots.learn(context);
    const resources = await listResources(ports, scope);
    await notifications?.list();
    return { resources: [...resources] };
  });
  server.server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates,
  }));
  server.server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const name = nameOf(uri);
    await roots.learn(context);
    const { signal } = context.mcpReq;
    const read = await readResource(name, { ports, scope, signal });
    if (isRefusal(read)) throw failure(uri, read);
    return { contents: [{ uri, ...read }] };
  });
  if (notifications === undefined) return;
  server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }, context) => {
    const name = nameOf(uri);
    await roots.learn(context);
    await notifications.subscribe(uri, name);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    notifications.unsubscribe(uri);
    return {};
  });
}

function nameOf(uri: string): ResourceName {
  const name = parseResourceUri(uri);
  if (name === undefined) throw new ResourceNotFoundError(uri);
  return name;
}

function failure(uri: string, { code, message, next }: Refusal): Error {
  if (code === 'not_found') return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, {
    uri,
    code,
    ...(next === undefined ? {} : { next }),
  });
}

/** A client that has asked for the list once hears when it changes. */
function changeNotifications({ server }: McpServer, watch: ResourceWatch) {
  const watches = new Map<string, Watch>();
  const begin = async (key: string, start: () => Watch): Promise<void> => {
    const begun = watches.get(key) ?? start();
    watches.set(key, begun);
    await begun.ready;
  };
  const onClose = server.onclose;
  server.onclose = () => {
    for (const begun of watches.values()) begun.stop();
    watches.clear();
    onClose?.();
  };
  const ignore = () => undefined;
  return {
    list: () =>
      begin('', () => watch.list(() => void server.sendResourceListChanged().catch(ignore))),
    subscribe(uri: string, name: ResourceName) {
      if (watches.size > maxSubscriptions) {
        const message = `no more than ${maxSubscriptions} subscriptions at a time`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      return begin(uri, () =>
        watch.resource(name, () => void server.sendResourceUpdated({ uri }).catch(ignore)),
      );
    },
    unsubscribe(uri: string) {
      watches.get(uri)?.stop();
      watches.delete(uri);
    },
  };
}

/** Asks a client of the older revision for its roots, once and again after they have changed. */
function rootsOf({ server }: McpServer, scope: ResourceScope) {
  let isKnown = false;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    isKnown = false;
  });
  return {
    async learn({ mcpReq }: ServerContext): Promise<void> {
      const isAsked = mcpReq.envelope === undefined && server.getClientCapabilities()?.roots;
      if (!isAsked || isKnown) return;
      isKnown = true;
      const options = { timeout: rootsTimeoutMs };
      // A client that does not answer has named none.
      const answer = await mcpReq.send({ method: 'roots/list' }, options).catch(() => undefined);
      for (const { uri } of answer?.roots ?? []) {
        const folder = folderOf(uri);
        if (folder !== undefined) await scope.addProject(folder);
      }
    },
  };
}

function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
