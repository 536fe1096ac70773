import type { ServerContext } from '@modelcontextprotocol/server';

/** Tells the client that a call goes on, where it has asked to be told. */
export function progressOf({ mcpReq }: ServerContext): ((message: string) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return (message) => {
    progress += 1;
    const params = { progressToken, progress, message };
    // A client that has gone hears nothing, which the call's own signal tells.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
