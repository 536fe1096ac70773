import {
  type JSONRPCMessage,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
} from '@modelcontextprotocol/server';
import { type ChangeFilter, followChanges } from './resources/follow-changes.ts';
import type { ResourceWatch } from './resources/watching.ts';

/**
 * Serves the subscriptions of the newer revision on a connection: what the server acknowledges is followed, and each
 * change is sent under the subscription's id, until the client cancels it or goes away.
 */
export function listenOnStdio(transport: Transport, watch: ResourceWatch): Transport {
  const subscriptions = new Map<unknown, () => void>();
  const end = (id: unknown): void => {
    subscriptions.get(id)?.();
    subscriptions.delete(id);
  };
  const follow = (id: unknown, filter: ChangeFilter): void => {
    end(id);
    const _meta = { [SUBSCRIPTION_ID_META_KEY]: id };
    const stop = followChanges(watch, filter, (change) => {
      const message =
        change.uri === undefined
          ? { method: 'notifications/resources/list_changed', params: { _meta } }
          : { method: 'notifications/resources/updated', params: { uri: change.uri, _meta } };
      // Nobody is left to be told that the connection is gone.
      void transport.send({ jsonrpc: '2.0', ...message }).catch(() => undefined);
    });
    subscriptions.set(id, stop);
  };
  const wrapped: Transport = {
    start: () => {
      transport.onmessage = (message, extra) => {
        const cancelled = paramsOf(message, 'notifications/cancelled')?.['requestId'];
        if (cancelled !== undefined) end(cancelled);
        wrapped.onmessage?.(message, extra);
      };
      transport.onerror = (error) => wrapped.onerror?.(error);
      transport.onclose = () => {
        for (const id of [...subscriptions.keys()]) end(id);
        wrapped.onclose?.();
      };
      return transport.start();
    },
    async send(message, options) {
      await transport.send(message, options);
      const params = paramsOf(message, 'notifications/subscriptions/acknowledged');
      if (params === undefined) return;
      const meta = params['_meta'] as Readonly<Record<string, unknown>> | undefined;
      follow(meta?.[SUBSCRIPTION_ID_META_KEY], params['notifications'] as ChangeFilter);
    },
    close: () => transport.close(),
  };
  return wrapped;
}

function paramsOf(
  message: JSONRPCMessage,
  method: string,
): Readonly<Record<string, unknown>> | undefined {
  if (!('method' in message) || message.method !== method) return undefined;
  return message.params as Readonly<Record<string, unknown>> | undefined;
}
