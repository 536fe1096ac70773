import { get, type IncomingMessage } from 'node:http';
import type { ServerConnection, Servers } from '../core/review/ports/servers.ts';

/** How long a server that accepts the connection has to begin its response, in milliseconds; it may be starting. */
const timeoutMs = 10_000;

/** Largest response about a room that is read, in characters. */
const maxRoomLength = 4096;

/** Calls other servers over HTTP at their own urls. */
export const serverClient: Servers = {
  async isAlive({ url, room }) {
    try {
      const body = JSON.parse(await readAll(await ask(`${url}/api/room`))) as { room?: unknown };
      return body.room === room;
    } catch {
      return false;
    }
  },
  async showsQuestion({ url }, reference) {
    try {
      const body = JSON.parse(await readAll(await ask(`${url}/api/questions`), maxListLength)) as {
        questions?: readonly { readonly ref?: unknown }[];
      };
      return body.questions?.some(({ ref }) => ref === reference) === true;
    } catch {
      return false;
    }
  },
  async listen(url, agent) {
    try {
      const response = await ask(`${url}/api/events?agent=${encodeURIComponent(agent)}`);
      if (response.statusCode === 200) return connection(response);
      response.destroy();
      return undefined;
    } catch {
      return undefined;
    }
  },
};

/** Largest list of questions that is read, in characters. */
const maxListLength = 1024 * 1024;

function ask(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      request.setTimeout(0);
      resolve(response);
    });
    request.setTimeout(timeoutMs, () =>
      request.destroy(new Error(`${url} does not answer within ${timeoutMs} ms`)),
    );
    request.on('error', reject);
  });
}

async function readAll(response: IncomingMessage, largest = maxRoomLength): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  response.setTimeout(timeoutMs, () => response.destroy(new Error('the answer does not end')));
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk;
    if (text.length > largest) throw new Error(`the answer is over ${largest} characters`);
  }
  return text;
}

/** What the server sends over it is read and dropped: what has happened is read from the log. */
function connection(response: IncomingMessage): ServerConnection {
  response.resume();
  response.on('error', () => undefined);
  return {
    ended: new Promise((resolve) => response.once('close', resolve)),
    close: () => void response.destroy(),
  };
}
