import { join } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { readConfigFile } from './config-file.ts';
import { readPath, settingKeys } from './setting-keys.ts';
import { defaultMaxDiffBytes, type Settings, type SettingsLayer } from './settings.ts';

/** Where settings come from; a later source wins over an earlier one, key by key. */
export interface SettingsSources {
  /** The user's home folder, absolute. */
  readonly home: string;
  /** The working directory, absolute. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the command line says; relative paths start from the working directory. */
  readonly flags: SettingsLayer;
}

/** Name of a configuration file, in `~/.discuss` and in the working directory. */
export const configFileName = 'discuss.config.toml';

/**
 * Settings from the defaults, `~/.discuss/discuss.config.toml`, `./discuss.config.toml`, the environment and the
 * command line. A refusal has the code `config`; for a file it names line and column.
 */
export async function loadSettings(sources: SettingsSources): Promise<Settings | Refusal> {
  const { home, directory, flags } = sources;
  const files = new Set([join(home, '.discuss', configFileName), join(directory, configFileName)]);
  const layers: SettingsLayer[] = [];
  for (const file of files) {
    const layer = await readConfigFile(file, home);
    if (isRefusal(layer)) return layer;
    layers.push(layer);
  }
  const fromEnvironment = readEnvironment(sources);
  if (isRefusal(fromEnvironment)) return fromEnvironment;
  const settings: Settings = Object.assign(
    defaultSettings(home),
    ...layers,
    fromEnvironment,
    flags,
  );
  const historyDir = readPath(settings.historyDir, { base: directory, home });
  return historyDir === undefined
    ? refuse('config', `--history-dir must be the path of a folder, got "${settings.historyDir}"`)
    : { ...settings, historyDir };
}

function defaultSettings(home: string): Settings {
  return {
    port: 7777,
    autoOpen: true,
    idleTimeoutSecs: 600,
    historyDir: join(home, '.discuss', 'history'),
    noSave: false,
    logLevel: 'info',
    maxDiffBytes: defaultMaxDiffBytes,
    writeBack: false,
  };
}

/** A variable that is empty counts as one that is not set. */
function readEnvironment({
  environment,
  directory,
  home,
}: SettingsSources): SettingsLayer | Refusal {
  const layer: Record<string, unknown> = {};
  for (const { variable, field, expected, read } of settingKeys) {
    const value = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || value === undefined || value === '') continue;
    const found = read(value.trim(), { base: directory, home });
    if (found === undefined) {
      return refuse('config', `${variable} must be ${expected}, got "${value}"`, {
        field: variable,
      });
    }
    layer[field] = found;
  }
  return layer;
}
