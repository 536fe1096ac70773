import { type ContextForm, contextToken } from '../core/agents/context-token.ts';
import type { Ports } from '../core/ports.ts';
import type { Host, HostEvent } from './host.ts';

/** What a hook is given besides the event. */
export interface HookContext {
  readonly ports: Ports;
  /** Whose event it is. */
  readonly host: Host;
  /** The hook's own folder, for events that name none; absolute. */
  readonly directory: string;
  /** The form of token that is stated to a context that is bound to nothing yet. */
  readonly form: ContextForm;
  /** Longest wait for a verdict, in seconds. */
  readonly wait: number;
  /** Aborted when the host wants the hook to end. */
  readonly signal: AbortSignal;
}

/** The tokens that a conversation can be known by, the one to state first. */
export function tokensOf(event: HostEvent, { ports, form }: HookContext): readonly string[] {
  const forms: readonly ContextForm[] = form === 'ctx' ? ['ctx', 'lwcctx'] : ['lwcctx', 'ctx'];
  return forms.map((form) => contextToken(event, ports.sha256, form));
}

/** The folder that an event is about. */
export function folderOf(event: HostEvent, { directory }: HookContext): string {
  return event.directory ?? directory;
}
