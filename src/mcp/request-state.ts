import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Ports } from '../core/ports.ts';
import type { EarlierAsking } from '../core/question/ports/ask-person.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';

/** How long a state that a client keeps for us is taken back, in seconds. */
const lifetime = 3600;

/** Signs and reads what a client carries from one call to the next. */
export interface RequestStates {
  sign(put: EarlierAsking): Promise<string>;
  /** Refused with `invalid_request_state` for what was not signed here, was changed, or has expired. */
  read(state: unknown, context: ServerContext): Promise<EarlierAsking | Refusal>;
}

/** Signs with a secret of the user's, so that another process of the user reads what this one has signed. */
export async function requestStates(
  ports: Pick<Ports, 'secret'>,
): Promise<RequestStates | Refusal> {
  const key = await ports.secret('request-state');
  if (isRefusal(key)) return key;
  const codec = createRequestStateCodec<EarlierAsking>({ key, ttlSeconds: lifetime });
  return {
    sign: (put) => codec.mint(put),
    async read(state, context) {
      if (typeof state !== 'string') return invalidState('malformed');
      try {
        const put = await codec.verify(state, context);
        return typeof put.id === 'string' ? put : invalidState('malformed');
      } catch (error) {
        return invalidState(error instanceof Error ? error.message : 'malformed');
      }
    },
  };
}

function invalidState(reason: string): Refusal {
  const fault =
    { mac: 'was changed or comes from elsewhere', expired: 'has expired' }[reason] ??
    'cannot be read';
  return refuse('invalid_request_state', `the request state ${fault}`, {
    details: { reason: reason === 'mac' ? 'tampered' : reason },
    next: 'call again without requestState; a question that waits is rejoined',
  });
}
