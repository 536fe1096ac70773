import {
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { refuseParticipant } from '../core/inline/participant.ts';
import { beginningOf } from '../core/text/whole-characters.ts';

/** Longest name of a speaker, in characters. */
const longest = 80;

/** What an agent is called by a name that nobody can speak under. */
const nameless = 'Agent';

/** The name under which a client speaks; in the newer revision each request says who sends it. */
export function clientName(server: McpServer, { mcpReq }: Pick<ServerContext, 'mcpReq'>): string {
  const envelope: Readonly<Record<string, unknown>> | undefined = mcpReq.envelope;
  const client = envelope?.[CLIENT_INFO_META_KEY] as { readonly name?: unknown } | undefined;
  return speakerName(client?.name ?? server.server.getClientVersion()?.name);
}

/** A name of one line without what Markdown would read as more than a name, cut to the length of one. */
export function speakerName(stated: unknown): string {
  if (typeof stated !== 'string') return nameless;
  const line = stated.replace(/[\p{C}\p{Zl}\p{Zp}\s*]+/gu, ' ').trim();
  const name = beginningOf(line, longest).replace(/[\s:]+$/, '');
  return refuseParticipant(name, 'author.name') === undefined ? name : nameless;
}
