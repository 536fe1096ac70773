import type { Ports } from '../core/ports.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { Terminal } from './terminal.ts';

/** The variable that gives the token, in place of the user's own. */
export const tokenVariable = 'DISCUSS_MCP_TOKEN';

/**
 * Returns the token that clients over HTTP must send: the environment's, else one that is made once and kept in the
 * user's store, so that a client's configuration stays right.
 */
export async function mcpToken(
  { secret }: Pick<Ports, 'secret'>,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<string | Refusal> {
  const named = environment[tokenVariable] ?? '';
  if (named === '') return secret('mcp-http');
  if (/^[\x21-\x7e]{16,}$/.test(named)) return named;
  return refuse(
    'config',
    `${tokenVariable} must be 16 or more letters, digits or signs without a space`,
    { field: tokenVariable },
  );
}
