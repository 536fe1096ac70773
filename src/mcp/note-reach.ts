import { readerOf } from '../core/ledger/read-request.ts';
import { isRefusal } from '../core/refusal.ts';
import type { Arguments } from './call-tool.ts';
import type { Reach } from './resources/reach.ts';

/** Notes the project and the context that a call names, of which the client may then read the resources. */
export async function noteReach(given: Arguments, reach: Reach): Promise<void> {
  const { projectPath, input } = given;
  if (typeof projectPath === 'string') await reach.addProject(projectPath);
  const context = given['context'] ?? contextOf(input);
  if (typeof context !== 'string' || isRefusal(readerOf({ context }))) return;
  reach.addContext(context);
}

/** A batch names its context inside. */
function contextOf(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('context' in input)) return undefined;
  return input.context;
}
