/** An error of JSON-RPC. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An answer over HTTP with an error that belongs to no request, or to the one of that id. */
export function rpcFailure(
  status: number,
  error: RpcError,
  id: string | number | null = null,
): Response {
  return Response.json({ jsonrpc: '2.0', id, error }, { status });
}
