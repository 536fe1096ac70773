import type { Host } from './host.ts';
import { field, textOf } from './payload.ts';

/** Gemini CLI. Its prompts have no ids, and a compression is only announced. */
export const gemini: Host = {
  name: 'gemini',
  aliases: ['gemini-cli'],
  title: 'Gemini CLI',
  capturesPrompts: false,
  read(payload, eventName) {
    const event = textOf(payload, 'hook_event_name') ?? eventName;
    const session = textOf(payload, 'session_id');
    if (event === undefined || session === undefined) return undefined;
    const directory = field('directory', textOf(payload, 'cwd'));
    const facts = { event, target: 'gemini', session, acceptsContext: true, ...directory } as const;
    if (event === 'SessionStart') return { kind: 'start', ...facts };
    if (event === 'PreCompress') return { kind: 'compaction', ...facts, acceptsContext: false };
    const text = textOf(payload, 'prompt');
    if (event !== 'BeforeAgent' || text === undefined) return undefined;
    const messageId = field('messageId', textOf(payload, 'message_id'));
    return { kind: 'prompt', ...facts, text, isPersons: true, ...messageId };
  },
  write: ({ event, acceptsContext }, { context }) =>
    context === undefined || !acceptsContext
      ? {}
      : { hookSpecificOutput: { hookEventName: event, additionalContext: context } },
};
