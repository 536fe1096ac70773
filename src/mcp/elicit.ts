import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Ports } from '../core/ports.ts';
import type {
  Asking,
  AskPerson,
  EarlierAsking,
  PersonReply,
} from '../core/question/ports/ask-person.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { elicitationForm, readElicitation } from './elicitation-form.ts';
import { requestStates } from './request-state.ts';

/** How long a person is given by a client that holds the call open, in milliseconds. */
const dialogTimeoutMs = 600_000;

/** The one form that is open in a call. */
const formKey = 'answer';

/** The first revision whose forms give the titles of a choice as `oneOf`. */
const revisionOfTitles = '2025-11-25';

/** The client's own dialog with its user, in one call. */
export interface Elicitation {
  readonly askPerson: AskPerson;
  /** What ends this call for now, once a question was put whose reply comes with a later call. */
  suspended(): InputRequiredResult | undefined;
}

/**
 * The dialog of a client that has declared forms, by whichever way its revision of the protocol has them. Refused with
 * `invalid_request_state` when the call goes on from what was never put here.
 */
export async function elicitationOf(
  server: McpServer,
  context: ServerContext,
  ports: Pick<Ports, 'secret'>,
): Promise<Elicitation | undefined | Refusal> {
  const envelope = context.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const isModern = envelope?.[PROTOCOL_VERSION_META_KEY] !== undefined;
  const declared = isModern
    ? (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined)
    : server.server.getClientCapabilities();
  if (!hasForms(declared)) return undefined;
  if (isModern) return elicitByResult(context, ports);
  const revision = server.server.getNegotiatedProtocolVersion() ?? revisionOfTitles;
  return elicitByRequest(context, revision >= revisionOfTitles);
}

/** A bare declaration, of before there were modes, means forms. */
function hasForms(declared: ClientCapabilities | undefined): boolean {
  const modes = declared?.elicitation;
  return modes !== undefined && (modes.form !== undefined || Object.keys(modes).length === 0);
}

/** Up to 2025-11-25 the server sends a request of its own, while the call stays open. */
function elicitByRequest(context: ServerContext, knowsTitles: boolean): Elicitation {
  const put = async (asking: Asking): Promise<PersonReply> => {
    const form = elicitationForm(asking, knowsTitles ? 'oneOf' : 'enumNames');
    const params = { ...(knowsTitles ? { mode: 'form' } : {}), ...form };
    try {
      const answer = await context.mcpReq.send(
        { method: 'elicitation/create', params },
        { timeout: dialogTimeoutMs, maxTotalTimeout: dialogTimeoutMs, signal: asking.signal },
      );
      return readElicitation(asking, answer);
    } catch (error) {
      if (asking.signal.aborted) return { kind: 'aborted' };
      if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
        return { kind: 'timed_out' };
      }
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
  return { askPerson: { via: 'elicited', put }, suspended: () => undefined };
}

/** From 2026-07-28 on the call ends with what it needs, and the client calls again with the reply. */
async function elicitByResult(
  context: ServerContext,
  ports: Pick<Ports, 'secret'>,
): Promise<Elicitation | Refusal> {
  const resumed = await resumedFrom(context, ports);
  if (isRefusal(resumed)) return resumed;
  let suspended: InputRequiredResult | undefined;
  let reply = resumed === undefined ? undefined : replyIn(context);
  const put = async (asking: Asking): Promise<PersonReply | Refusal> => {
    const response = reply;
    reply = undefined;
    if (response !== undefined) return readElicitation(asking, response);
    const states = await requestStates(ports);
    if (isRefusal(states)) return states;
    const { id, followUp } = asking;
    suspended = inputRequired({
      inputRequests: { [formKey]: inputRequired.elicit(elicitationForm(asking)) },
      requestState: await states.sign(followUp === undefined ? { id } : { id, followUp }),
    });
    return { kind: 'suspended' };
  };
  return {
    askPerson: { via: 'elicited', put, ...(resumed === undefined ? {} : { resumed }) },
    suspended: () => suspended,
  };
}

async function resumedFrom(
  context: ServerContext,
  ports: Pick<Ports, 'secret'>,
): Promise<EarlierAsking | undefined | Refusal> {
  const state = context.mcpReq.requestState();
  if (state === undefined) return undefined;
  const states = await requestStates(ports);
  return isRefusal(states) ? states : states.read(state, context);
}

function replyIn({ mcpReq }: ServerContext) {
  const response = inputResponse(mcpReq.inputResponses, formKey);
  return response.kind === 'elicit' ? response : undefined;
}
