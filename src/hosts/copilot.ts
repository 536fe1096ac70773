import { readClaudeLike, writeClaudeLike } from './claude-like.ts';
import type { Host, HostEvent } from './host.ts';
import { field, type Payload, textOf } from './payload.ts';

/**
 * Copilot, which reads one file of hooks in its command line and in VS Code. In VS Code the events are Claude Code's
 * and name themselves; those of the command line do not, and what a hook says to a prompt is dropped there.
 */
export const copilot: Host = {
  name: 'copilot',
  aliases: ['copilot-cli', 'copilot-vscode', 'vscode'],
  title: 'Copilot CLI and VS Code',
  capturesPrompts: false,
  read(payload, eventName) {
    const isVsCode = textOf(payload, 'hook_event_name', 'hookEventName') !== undefined;
    return isVsCode
      ? readClaudeLike(payload, undefined, { target: 'copilot-vscode', messageIds })
      : readCommandLine(payload, eventName);
  },
  write(event, answer) {
    if (event.target === 'copilot-vscode') return writeClaudeLike(event, answer);
    const { context } = answer;
    return context === undefined || !event.acceptsContext ? {} : { additionalContext: context };
  },
};

const messageIds = ['message_id', 'messageId', 'prompt_id'];

function readCommandLine(payload: Payload, event: string | undefined): HostEvent | undefined {
  const session = textOf(payload, 'sessionId');
  if (event === undefined || session === undefined) return undefined;
  const directory = field('directory', textOf(payload, 'cwd'));
  const facts = { event, target: 'copilot-cli', session, ...directory } as const;
  if (event === 'sessionStart') return { kind: 'start', ...facts, acceptsContext: true };
  if (event === 'preCompact') return { kind: 'compaction', ...facts, acceptsContext: false };
  const text = textOf(payload, 'prompt');
  if (event !== 'userPromptSubmitted' || text === undefined) return undefined;
  const messageId = field('messageId', textOf(payload, ...messageIds));
  return { kind: 'prompt', ...facts, acceptsContext: false, text, isPersons: true, ...messageId };
}
