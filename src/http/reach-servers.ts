import { get, type IncomingMessage } from 'node:http';
import type { ServerConnection, Servers } from '../core/review/ports/servers.ts';

/** How long a server that takes the connection has to begin its answer, in milliseconds; it may just be starting. */
const patience = 10_000;

/** Largest answer about a room that is read, in characters. */
const largestAnswer = 4096;

/** Reaches servers over HTTP at their own urls. */
export const reachServers: Servers = {
  async isAlive({ url, room }) {
    try {
      const answer = JSON.parse(await readAll(await ask(`${url}/api/room`))) as { room?: unknown };
      return answer.room === room;
    } catch {
      return false;
    }
  },
  async showsQuestion({ url }, reference) {
    try {
      const answer = JSON.parse(await readAll(await ask(`${url}/api/questions`), largestList)) as {
        questions?: readonly { readonly ref?: unknown }[];
      };
      return answer.questions?.some(({ ref }) => ref === reference) === true;
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
const largestList = 1024 * 1024;

function ask(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      request.setTimeout(0);
      resolve(response);
    });
    request.setTimeout(patience, () =>
      request.destroy(new Error(`${url} does not answer within ${patience} ms`)),
    );
    request.on('error', reject);
  });
}

async function readAll(response: IncomingMessage, largest = largestAnswer): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  response.setTimeout(patience, () => response.destroy(new Error('the answer does not end')));
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
