import { homedir } from 'node:os';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { Terminal } from '../terminal.ts';
import { loadSettings } from './load-settings.ts';

/** The speakers that the configuration of a working directory names; nothing where it names none. */
export async function configuredSpeakers({
  environment,
  directory,
}: Pick<Terminal, 'environment' | 'directory'>): Promise<readonly string[] | undefined | Refusal> {
  const home = environment['HOME'] || homedir();
  const settings = await loadSettings({ home, directory, environment, flags: {} });
  return isRefusal(settings) ? settings : settings.speakers;
}
