import type { Clock } from '../ports/clock.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import type { Sha256 } from '../ports/sha256.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { applyBatch, vetBatch } from './apply-batch.ts';
import { hostKey } from './host-key.ts';
import type { BatchInput, Operation } from './operation.ts';
import type { LedgerStore } from './ports/ledger-store.ts';
import { quote } from './refusals.ts';

/** A message of the user as a host reports it. */
export interface HostMessage {
  /** The context that the host's session stands for. */
  readonly context: string;
  /** The host's own id of the message. */
  readonly messageId: string;
  /** The exact text that the user saw and sent. */
  readonly text: string;
}

/** What became of a message. */
export interface CapturedMessage {
  readonly discussion: string;
  /** The item that holds it. */
  readonly id: string;
  readonly messageId: string;
  /** The discussion's revision now, for the agent's next batch. */
  readonly revision: number;
  /** `gap` when the text may not be kept; the item then says so in its place. */
  readonly kind: 'reply' | 'gap';
  /** The same message had been captured before. */
  readonly repeated: boolean;
}

export interface CapturePorts {
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly scanSecrets: SecretScanner;
  readonly sha256: Sha256;
}

const attempts = 5;

/**
 * Records a message of the user as a reply in the discussion that its context is bound to; undefined when the context
 * is bound to none, or the message is blank. The same message twice is recorded once; the same id with another text
 * is refused. A text that holds a likely secret or is too long leaves a gap with harmless words.
 */
export async function captureMessage(
  message: HostMessage,
  ports: CapturePorts,
): Promise<CapturedMessage | undefined | Refusal> {
  if (message.text.trim() === '') return undefined;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const bound = await ports.store.overview({ context: message.context });
    if (bound === undefined || isRefusal(bound)) return bound;
    const { id: discussion, revision } = bound.discussion;
    const captured = await captureIn({ ...message, discussion, revision }, ports);
    if (!isRefusal(captured) || captured.code !== 'revision_conflict') return captured;
  }
  return refuse('store_busy', 'other writers changed the discussion again and again', {
    next: 'let the agent record the message',
  });
}

interface PlacedMessage extends HostMessage {
  readonly discussion: string;
  readonly revision: number;
}

async function captureIn(
  message: PlacedMessage,
  ports: CapturePorts,
): Promise<CapturedMessage | Refusal> {
  const { discussion, messageId } = message;
  const key = hostKey(discussion, messageId, ports.sha256);
  const item = await recordable(message, key, ports);
  if (isRefusal(item)) return item;
  const found = await ports.store.item(discussion, item.id);
  if (isRefusal(found)) return found;
  const kept = found?.value;
  const answer = { discussion, messageId, id: item.id, kind: item.op };
  if (kept !== undefined) {
    const revision = found?.discussion.revision ?? message.revision;
    const same = kept.original === item.text;
    return same ? { ...answer, revision, repeated: true } : otherText(messageId);
  }
  const input = inputOf(message, key, item);
  const receipt = await applyBatch({ input, json: JSON.stringify(input) }, ports);
  return isRefusal(receipt)
    ? receipt
    : { ...answer, revision: receipt.revision, repeated: receipt.replayed ?? false };
}

interface Recordable {
  readonly op: 'reply' | 'gap';
  readonly id: string;
  readonly text: string;
  readonly message_id: string;
}

/** The message itself, or, when it may not be kept, a gap that says why. */
async function recordable(
  message: PlacedMessage,
  key: string,
  { scanSecrets }: CapturePorts,
): Promise<Recordable | Refusal> {
  const common = { id: `host-${key}`, message_id: message.messageId };
  const reply: Recordable = { op: 'reply', text: message.text, ...common };
  const refusal = await vet(message, reply, scanSecrets);
  if (refusal === undefined) return reply;
  const reason =
    refusal.code === 'secret_detected' ? 'it may hold a secret' : 'the record cannot hold it';
  const text = `A message of the user is left out here: ${reason}.`;
  const gap: Recordable = { op: 'gap', text, ...common };
  return (await vet(message, gap, scanSecrets)) ?? gap;
}

function vet(message: PlacedMessage, item: Recordable, scan: SecretScanner) {
  const input = inputOf(message, '', item);
  return vetBatch({ input, json: JSON.stringify(input) }, scan);
}

function inputOf(message: PlacedMessage, key: string, item: Operation): BatchInput {
  return {
    id: message.discussion,
    context: message.context,
    request_id: `host-${key}`,
    if_revision: message.revision,
    operations: [item],
  };
}

function otherText(messageId: string): Refusal {
  return refuse(
    'message_recorded',
    `the message ${quote(messageId)} was recorded before with another text`,
    { details: { message_id: messageId }, next: 'send each message under an id of its own' },
  );
}
