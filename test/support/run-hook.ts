import { launchDiscuss } from './launch-discuss.ts';
import type { Ran } from './run-discuss.ts';
import type { Scratch } from './scratch.ts';

/** The environment of a hook that may take longer than hooks do, as on a machine that is busy with tests. */
export const patientHooks = { DISCUSS_HOOK_BUDGET_MS: '30000' };

/** Runs a hook in a scratch folder on an event, without haste. */
export async function runHook(
  { home, directory }: Pick<Scratch, 'home' | 'directory'>,
  words: readonly string[],
  input: string,
): Promise<Ran> {
  const options = { home, directory, input, environment: patientHooks };
  const hook = launchDiscuss(['hook', ...words], options);
  const { code } = await hook.exit;
  return { code, stdout: hook.stdout(), stderr: hook.stderr() };
}
