import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Terminal } from '../terminal.ts';
import { loadSettings } from './load-settings.ts';

/** Returns the speakers that the configuration of a working directory names; nothing where it names none. */
export async function configuredSpeakers(
  surroundings: Pick<Terminal, 'environment' | 'directory'>,
): Promise<readonly string[] | undefined | Refusal> {
  const settings = await loadSettings(surroundings);
  return isRefusal(settings) ? settings : settings.speakers;
}
