import { readClaudeLike, writeClaudeLike } from './claude-like.ts';
import type { Host } from './host.ts';

/** Codex, whose events are Claude Code's with an id for the turn. */
export const codex: Host = {
  name: 'codex',
  title: 'Codex',
  capturesPrompts: true,
  read: (payload, event) =>
    readClaudeLike(payload, event, { target: 'codex', messageIds: ['turn_id', 'message_id'] }),
  write: writeClaudeLike,
};
