import type { IncomingMessage } from 'node:http';
import type { ActionContext, ActionEntry } from '../actions/kit/action.ts';
import type { HttpBinding } from '../actions/kit/bindings.ts';
import { checkShape } from '../actions/kit/check-shape.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { type GuardedRequest, guardType } from '../http/guards.ts';
import { readBody } from '../http/read-body.ts';

/** A request that has found its action. */
export interface ActionRequest {
  readonly entry: ActionEntry;
  readonly binding: HttpBinding;
  readonly guarded: GuardedRequest;
  readonly incoming: IncomingMessage;
  /** Fields that the query of a request without a body gives. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields that the path gives, which no other may change. */
  readonly fields: Readonly<Record<string, string>>;
  readonly context: ActionContext;
}

/** Runs the action of a request: body and path make the input, the schema checks it, the action answers. */
export async function handleAction(request: ActionRequest): Promise<unknown> {
  const action = await request.entry.load();
  const isRead = (await action.readsBody?.(request.context)) ?? true;
  const body = isRead ? await readInput(request) : await dropBody(request);
  if (isRefusal(body)) return body;
  const input = await checkShape(action, { ...request.query, ...body, ...request.fields });
  if (isRefusal(input)) return input;
  return action.run(input, request.context);
}

async function readInput({
  binding,
  guarded,
  incoming,
}: ActionRequest): Promise<Readonly<Record<string, unknown>> | Refusal> {
  if (binding.method === 'GET') return {};
  const text = await readBody(incoming);
  if (isRefusal(text)) return text;
  const fault = guardType(guarded, text !== '');
  if (fault !== undefined) return fault;
  if (text === '' && binding.body !== 'required') return {};
  return parseObject(text);
}

/** Takes whatever is sent, so that its sender gets to read the answer. */
async function dropBody({ incoming }: ActionRequest): Promise<Readonly<Record<string, unknown>>> {
  await readBody(incoming);
  return {};
}

function parseObject(text: string): Readonly<Record<string, unknown>> | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = `the body is not JSON: ${error instanceof Error ? error.message : error}`;
    return refuse('bad_request', message);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  return refuse('bad_request', `the body must be a JSON object, got ${describe(value)}`);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return value === null ? 'null' : `a ${typeof value}`;
}
