import { readerOf } from '../core/ledger/read-request.ts';
import { isRefusal } from '../core/refusal.ts';
import type { Arguments } from './call-tool.ts';
import type { ResourceScope } from './resources/resource-scope.ts';

/** Adds the project and the context that a call names to the scope of the client's resources. */
export async function recordScope(args: Arguments, scope: ResourceScope): Promise<void> {
  const { projectPath, input } = args;
  if (typeof projectPath === 'string') await scope.addProject(projectPath);
  const context = args['context'] ?? contextOf(input);
  if (typeof context !== 'string' || isRefusal(readerOf({ context }))) return;
  scope.addContext(context);
}

/** A batch names its context inside. */
function contextOf(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('context' in input)) return undefined;
  return input.context;
}
