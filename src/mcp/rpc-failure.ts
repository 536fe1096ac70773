/** An error of JSON-RPC. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** An answer over HTTP with an error that belongs to no request. */
export function rpcFailure(status: number, error: RpcError): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status });
}
