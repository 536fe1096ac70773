import type { Host } from './host.ts';
import { field, type Payload, textOf } from './payload.ts';

/** Cursor. What a hook says to a prompt does not reach the agent, only what it says to the start of a session. */
export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  capturesPrompts: true,
  read(payload, eventName) {
    const event = textOf(payload, 'hook_event_name') ?? eventName;
    const session = textOf(payload, 'conversation_id', 'session_id');
    if (event === undefined || session === undefined) return undefined;
    const directory = field('directory', textOf(payload, 'cwd') ?? firstRoot(payload));
    const facts = { event, target: 'cursor', session, ...directory } as const;
    if (event === 'sessionStart') return { kind: 'start', ...facts, acceptsContext: true };
    if (event === 'preCompact') return { kind: 'compaction', ...facts, acceptsContext: false };
    const text = textOf(payload, 'prompt');
    if (event !== 'beforeSubmitPrompt' || text === undefined) return undefined;
    const messageId = field('messageId', textOf(payload, 'generation_id', 'message_id'));
    return { kind: 'prompt', ...facts, acceptsContext: false, text, isPersons: true, ...messageId };
  },
  write({ kind, acceptsContext }, { context }) {
    if (kind === 'prompt') return { continue: true };
    return context === undefined || !acceptsContext ? {} : { additional_context: context };
  },
};

function firstRoot(payload: Payload): string | undefined {
  const roots = payload['workspace_roots'];
  const [first] = Array.isArray(roots) ? (roots as readonly unknown[]) : [];
  return typeof first === 'string' && first !== '' ? first : undefined;
}
