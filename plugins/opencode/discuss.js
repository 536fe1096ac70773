// Written by `discuss agents install --host opencode`, which also takes it away.
import { spawn } from 'node:child_process';

function hook(event) {
  return new Promise((resolve) => {
    const child = spawn('discuss', ['hook', '--host', 'opencode'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    });
    let text = '';
    const timer = setTimeout(() => child.kill(), 3000);
    child.on('error', () => resolve({}));
    child.stdin.on('error', () => {});
    child.stdout.on('data', (chunk) => (text += chunk));
    child.on('close', () => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(text));
      } catch {
        resolve({});
      }
    });
    child.stdin.end(JSON.stringify(event));
  });
}

export const DiscussPlugin = async ({ directory }) => {
  const parents = new Map();
  const told = new Map();
  const seen = new Set();
  const tell = (sessionID, { context }) => {
    if (context !== undefined) told.set(sessionID, [...(told.get(sessionID) ?? []), context]);
  };
  const start = async (sessionID) => {
    seen.add(sessionID);
    told.delete(sessionID);
    tell(sessionID, await hook({ event: 'session.start', sessionID, directory }));
  };
  return {
    event: async ({ event }) => {
      const { info, sessionID } = event.properties ?? {};
      if (event.type === 'session.created' && info?.parentID) parents.set(info.id, info.parentID);
      if (event.type === 'session.compacted' && sessionID) await start(sessionID);
      if (event.type === 'session.deleted' && info) told.delete(info.id);
    },
    'chat.message': async ({ sessionID, messageID }, { message, parts }) => {
      if (!seen.has(sessionID)) await start(sessionID);
      const id = messageID ?? message?.id;
      const parentID = parents.get(sessionID);
      const words = parts.map(({ type, text, synthetic }) => ({ type, text, synthetic }));
      const event = {
        event: 'chat.message',
        sessionID,
        messageID: id,
        parentID,
        directory,
        parts: words,
      };
      tell(sessionID, await hook(event));
    },
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      output.system.push(...(told.get(sessionID) ?? []).slice(-5));
    },
    'experimental.session.compacting': async ({ sessionID }, output) => {
      const event = { event: 'experimental.session.compacting', sessionID, directory };
      const { context } = await hook(event);
      if (context !== undefined) output.context.push(context);
    },
  };
};
