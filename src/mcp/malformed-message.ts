import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import type { LongLine } from './limit-lines.ts';
import type { RpcError } from './rpc-failure.ts';

/** An answer to what is no message of the protocol. */
export interface MalformedAnswer {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: RpcError;
}

/**
 * Returns what is to be answered to a message that the protocol does not let in, under the id of each request in it; nothing
 * for one that it lets in, and for a malformed answer, which nobody waits to have answered.
 */
export function malformedAnswers(message: unknown): readonly MalformedAnswer[] {
  if (Array.isArray(message) && message.length > 0) return message.map(answerInBatch);
  const fault = faultOf(message);
  if (fault === undefined || isAnswer(message)) return [];
  return [malformed(-32600, `this is no message of the protocol: ${fault}`, idOf(message))];
}

function answerInBatch(message: unknown): MalformedAnswer {
  return malformed(-32600, 'messages must come one by one, got them in an array', idOf(message));
}

/** The answer to what cannot be read at all. */
export function malformed(
  code: number,
  message: string,
  id: string | number | null = null,
): MalformedAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function faultOf(message: unknown): string | undefined {
  if (Array.isArray(message)) return 'it must be an object, got an array';
  if (typeof message !== 'object' || message === null) return 'it must be an object';
  const { jsonrpc, method, params } = message as Readonly<Record<string, unknown>>;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if (typeof method !== 'string') return 'method must be a text';
  if (params !== undefined && (typeof params !== 'object' || Array.isArray(params))) {
    return 'params must be an object';
  }
  if ('result' in message || 'error' in message) return 'it must be a request or an answer';
  return isLetIn(message) ? undefined : 'its id, its params or a field beside them is none';
}

function isLetIn(message: unknown): boolean {
  try {
    parseJSONRPCMessage(message);
    return true;
  } catch {
    return false;
  }
}

function isAnswer(message: unknown): boolean {
  if (typeof message !== 'object' || message === null) return false;
  return !('method' in message) && ('result' in message || 'error' in message);
}

function idOf(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  const { id } = message;
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id)) ? id : null;
}

/** The id of a request that cannot be read, which stands first or last in what programs write. */
export function requestIdOf({ head, tail }: LongLine): string | number | null {
  const value = '("(?:[^"\\\\]|\\\\.)*"|-?\\d+)';
  const first = new RegExp(`^\\s*\\{(?:"jsonrpc":\\s*"2\\.0",\\s*)?"id":\\s*${value}`).exec(head);
  const last = new RegExp(`"id":\\s*${value}\\s*(?:,\\s*"jsonrpc":\\s*"2\\.0"\\s*)?\\}\\s*$`).exec(
    tail,
  );
  const candidate = first?.[1] ?? last?.[1];
  return candidate === undefined ? null : (JSON.parse(candidate) as string | number);
}
