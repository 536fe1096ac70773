import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Terminal } from '../terminal.ts';
import { homeOf } from './home-folder.ts';
import { loadSettings } from './load-settings.ts';

/** The speakers that the configuration of a working directory names; nothing where it names none. */
export async function configuredSpeakers({
  environment,
  directory,
}: Pick<Terminal, 'environment' | 'directory'>): Promise<readonly string[] | undefined | Refusal> {
  const home = homeOf({ environment });
  const settings = await loadSettings({ home, directory, environment, flags: {} });
  return isRefusal(settings) ? settings : settings.speakers;
}
