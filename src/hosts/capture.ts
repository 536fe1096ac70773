import type { CapturePorts } from '../core/ledger/capture.ts';
import { captureAnswers } from '../core/ledger/capture-answers.ts';
import { captureMessage } from '../core/ledger/capture-message.ts';
import type { LedgerStore } from '../core/ledger/ports/ledger-store.ts';
import { isRefusal, type Refusal, refuse } from '../core/refusal.ts';
import { folderOf, type HookContext, tokensOf } from './hook-context.ts';
import type { AnswersEvent, PromptEvent } from './host.ts';
import { withProjectLedger } from './project-ledger.ts';
import { nameStored } from './quote-stored.ts';

/**
 * Records what a person said in the discussion that their conversation is bound to, and returns a notice for the
 * agent: undefined when there is no such discussion.
 */
export function capture(
  event: PromptEvent | AnswersEvent,
  context: HookContext,
): Promise<string | undefined | Refusal> {
  return withProjectLedger(context.ports, folderOf(event, context), async (store) => {
    const { clock, sha256, scanSecrets } = context.ports;
    const ports = { store, clock, sha256, scanSecrets };
    for (const token of tokensOf(event, context)) {
      const notice =
        event.kind === 'prompt'
          ? await recordPrompt(event, token, ports)
          : await recordAnswers(event, token, ports);
      if (notice !== undefined) return notice;
    }
    return undefined;
  });
}

async function recordPrompt(
  { text, messageId, isPersons }: PromptEvent,
  context: string,
  ports: CapturePorts,
): Promise<string | undefined | Refusal> {
  if (!isPersons) return undefined;
  if (messageId === undefined) return withoutId(context, ports.store);
  const captured = await captureMessage({ context, messageId, text }, ports);
  if (captured === undefined || isRefusal(captured)) return captured;
  const { discussion, id, kind, revision } = captured;
  const name = nameStored(messageId);
  const outcome =
    kind === 'reply'
      ? `The user's message ${name} is recorded as the reply ${id}; move it to its question`
      : `The user's message ${name} may not be kept; the gap ${id} stands in its place`;
  return `${outcome}. Discussion ${nameStored(discussion)} is now at revision ${revision}.`;
}

/** Only a conversation that records loses anything by it. */
async function withoutId(context: string, store: LedgerStore): Promise<undefined | Refusal> {
  const bound = await store.overview({ context });
  if (bound === undefined || isRefusal(bound)) return bound;
  return refuse('no_message_id', 'the host sent no id with the message');
}

async function recordAnswers(
  { callId, questions }: AnswersEvent,
  context: string,
  ports: CapturePorts,
): Promise<string | undefined | Refusal> {
  const captured = await captureAnswers({ context, callId, questions }, ports);
  if (captured === undefined || isRefusal(captured)) return captured;
  const { discussion, ids, kind, revision } = captured;
  const outcome =
    kind === 'answer'
      ? `The user's answers in this dialog are recorded as ${ids.join(', ')}`
      : `The user's answers in this dialog may not be kept; the gap ${ids.join(', ')} stands in their place`;
  return `${outcome}. Discussion ${nameStored(discussion)} is now at revision ${revision}.`;
}
