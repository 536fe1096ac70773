import type { Host } from './host.ts';
import { field, objectsOf, type Payload, textOf } from './payload.ts';

/** opencode, whose plugin hands its hooks on as events and takes the answer's context in. */
export const opencode: Host = {
  name: 'opencode',
  title: 'opencode',
  capturesPrompts: true,
  read(payload, eventName) {
    const event = textOf(payload, 'event') ?? eventName;
    const session = textOf(payload, 'sessionID');
    if (event === undefined || session === undefined) return undefined;
    const directory = field('directory', textOf(payload, 'directory'));
    const facts = {
      event,
      target: 'opencode',
      session,
      acceptsContext: true,
      ...directory,
    } as const;
    if (event === 'session.start' || event === 'experimental.session.compacting') {
      return { kind: 'start', ...facts };
    }
    const text = textOfParts(payload);
    if (event !== 'chat.message' || text === undefined) return undefined;
    const messageId = field('messageId', textOf(payload, 'messageID'));
    // The prompts of a session below another are its agent's.
    const isPersons = payload['parentID'] === undefined;
    return { kind: 'prompt', ...facts, text, isPersons, ...messageId };
  },
  write: (_event, { context }) => (context === undefined ? {} : { context }),
};

/** Files and what the host adds by itself are parts of their own, and not the user's words. */
function textOfParts(payload: Payload): string | undefined {
  const texts = objectsOf(payload, 'parts').flatMap((part) => {
    const text = textOf(part, 'text');
    const isOwn = part['type'] === 'text' && part['synthetic'] !== true;
    return isOwn && text !== undefined ? [text] : [];
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}
