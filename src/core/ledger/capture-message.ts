import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { applyBatch, validateBatch } from './apply-batch.ts';
import {
  type CapturePorts,
  type CaptureTarget,
  captureBatch,
  captureInBound,
  gapText,
  hostKey,
} from './capture.ts';
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

/** What was recorded of a message. */
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

/**
 * Records a message of the user as a reply in the discussion that its context is bound to; undefined when the context
 * is bound to none, or the message is blank. The same message twice is recorded once; the same id with another text
 * is refused. A text that holds a likely secret or is too long leaves a gap with a harmless text.
 */
export async function captureMessage(
  message: HostMessage,
  ports: CapturePorts,
): Promise<CapturedMessage | undefined | Refusal> {
  if (message.text.trim() === '') return undefined;
  return captureInBound(message.context, ports, ({ discussion: { id, revision } }) => {
    const key = hostKey(id, message.messageId, ports.sha256);
    return captureOnce({ ...message, discussion: id, revision, key }, ports);
  });
}

type BoundMessage = HostMessage & CaptureTarget;

async function captureOnce(
  message: BoundMessage,
  ports: CapturePorts,
): Promise<CapturedMessage | Refusal> {
  const { discussion, messageId } = message;
  const item = await capturedItem(message, ports);
  if (isRefusal(item)) return item;
  const stored = await ports.store.item(discussion, item.id);
  if (isRefusal(stored)) return stored;
  const recorded = stored?.value;
  const captured = { discussion, messageId, id: item.id, kind: item.op };
  if (recorded !== undefined) {
    const revision = stored?.discussion.revision ?? message.revision;
    const isSame = recorded.original === item.text;
    return isSame ? { ...captured, revision, repeated: true } : differentText(messageId);
  }
  const receipt = await applyBatch(captureBatch(message, [item]), ports);
  return isRefusal(receipt)
    ? receipt
    : { ...captured, revision: receipt.revision, repeated: receipt.replayed ?? false };
}

interface CapturedItem {
  readonly op: 'reply' | 'gap';
  readonly id: string;
  readonly text: string;
  readonly message_id: string;
}

/** The message itself, or, when it may not be kept, a gap that says why. */
async function capturedItem(
  message: BoundMessage,
  { scanSecrets }: CapturePorts,
): Promise<CapturedItem | Refusal> {
  const common = { id: `host-${message.key}`, message_id: message.messageId };
  const reply: CapturedItem = { op: 'reply', text: message.text, ...common };
  const refusal = await validateBatch(captureBatch(message, [reply]), scanSecrets);
  if (refusal === undefined) return reply;
  const text = gapText('A message of the user', refusal);
  const gap: CapturedItem = { op: 'gap', text, ...common };
  return (await validateBatch(captureBatch(message, [gap]), scanSecrets)) ?? gap;
}

function differentText(messageId: string): Refusal {
  const message = `the message ${quote(messageId)} was recorded before with another text`;
  const next = 'send each message under an id of its own';
  return refuse('message_recorded', message, { details: { message_id: messageId }, next });
}
