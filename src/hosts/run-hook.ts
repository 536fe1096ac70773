import { isRefusal, type Refusal } from '../core/refusal.ts';
import { folderOf, type HookContext, tokensOf } from './hook-context.ts';
import type { AnswersEvent, HookAnswer, HostEvent, PromptEvent } from './host.ts';
import { isPayload, type Payload } from './payload.ts';

export { findHost } from './host-list.ts';

/** Largest event that is read, in characters. */
const largest = 16 * 1024 * 1024;

/** Reads a host's event; undefined for one that does not concern us, and for what is no event at all. */
export function readEvent(
  input: string,
  event: string | undefined,
  { host }: Pick<HookContext, 'host'>,
): HostEvent | undefined {
  if (input.length > largest) return undefined;
  const payload: unknown = JSON.parse(input);
  return isPayload(payload) ? host.read(payload, event) : undefined;
}

/** Whether an event is about a store that came from elsewhere, and may hold anything. */
export async function mayHang(event: HostEvent, context: HookContext): Promise<boolean> {
  const { ports } = context;
  if (event.kind === 'plan' || event.kind === 'compaction') return false;
  const directory = folderOf(event, context);
  if (!(await ports.hasProjectStore(directory))) return false;
  return !(await (await ports.ledgers()).isTrusted({ directory }));
}

/** Handles an event and returns the hook's output in the host's form. */
export async function runHook(event: HostEvent, context: HookContext): Promise<Payload> {
  return context.host.write(event, await answerTo(event, context));
}

async function answerTo(event: HostEvent, context: HookContext): Promise<HookAnswer> {
  switch (event.kind) {
    case 'prompt':
      return answerPrompt(event, context);
    case 'answers':
      return asContext(await recordOrNotice(event, context));
    case 'start':
      return answerStart(event, context);
    case 'compaction':
      await (await context.ports.sentMarkers()).forget(statedKey(event, context));
      return {};
    case 'plan': {
      const { gatePlan } = await import('./plan-gate.ts');
      const decision = await gatePlan(event, context);
      return decision === undefined ? {} : { decision };
    }
  }
}

/** A context that has not been stated to this session yet is stated with its first prompt. */
async function answerPrompt(event: PromptEvent, context: HookContext): Promise<HookAnswer> {
  if (!(await context.ports.hasProjectStore(folderOf(event, context)))) return {};
  const recorded = await recordOrNotice(event, context);
  if (!event.acceptsContext) return {};
  const markers = await context.ports.sentMarkers();
  if (!(await markers.once(statedKey(event, context)))) return asContext(recorded);
  const { recovery } = await import('./recovery.ts');
  return asContext(await recovery(event, context), recorded);
}

async function answerStart(event: HostEvent, context: HookContext): Promise<HookAnswer> {
  const { recovery } = await import('./recovery.ts');
  const text = await recovery(event, context);
  if (text !== undefined && event.acceptsContext) {
    await (await context.ports.sentMarkers()).once(statedKey(event, context));
  }
  return asContext(text);
}

function asContext(...texts: readonly (string | undefined)[]): HookAnswer {
  const present = texts.filter((text) => text !== undefined);
  return present.length === 0 ? {} : { context: present.join('\n') };
}

function statedKey(event: HostEvent, context: HookContext): string {
  return `stated\0${tokensOf(event, context)[0]}\0${folderOf(event, context)}`;
}

/** Records what the user said; a failure is reported once in a session. */
async function recordOrNotice(
  event: PromptEvent | AnswersEvent,
  context: HookContext,
): Promise<string | undefined> {
  const { capture } = await import('./capture.ts');
  const recorded = await capture(event, context);
  return isRefusal(recorded) ? failureNotice(event, context, recorded) : recorded;
}

/** The notice to an agent that its user's message could not be recorded: once in a session, then undefined. */
export async function failureNotice(
  event: HostEvent,
  context: HookContext,
  { code, next }: Pick<Refusal, 'code' | 'next'>,
): Promise<string | undefined> {
  const { log, sentMarkers: markers } = context.ports;
  (await log()).note('warn', 'a message of the user was not recorded', {
    host: event.target,
    event: event.event,
    code,
  });
  const isFirst =
    event.acceptsContext && (await (await markers()).once(`failed\0${statedKey(event, context)}`));
  if (!isFirst) return undefined;
  const help = next === undefined ? '' : ` What helps: ${next}.`;
  return `From discuss: the user's words could not be recorded (${code}).${help} Tell the user once that the record of this conversation is incomplete, and record what they say yourself where you can.`;
}
