import { readClaudeLike, writeClaudeLike } from './claude-like.ts';
import type { Host } from './host.ts';

/** Claude Code. */
export const claude: Host = {
  name: 'claude',
  aliases: ['claude-code'],
  title: 'Claude Code',
  capturesPrompts: true,
  read: (payload, event) =>
    readClaudeLike(payload, event, { target: 'claude', messageIds: ['prompt_id', 'message_id'] }),
  write: writeClaudeLike,
};
