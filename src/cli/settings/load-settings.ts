import { join } from 'node:path';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import type { Terminal } from '../terminal.ts';
import { type ConfigFile, readConfigFile } from './config-file.ts';
import { homeOf } from './home-folder.ts';
import { type PathRoots, readPath, settingKeys } from './setting-keys.ts';
import { defaultMaxDiffBytes, type Settings, type SettingsLayer } from './settings.ts';

/** Name of a configuration file, in `~/.discuss` and in the working directory. */
const configFileName = 'discuss.config.toml';

/** Where a command runs. */
type Surroundings = Pick<Terminal, 'environment' | 'directory'>;

/**
 * Returns the settings of the defaults, `~/.discuss/discuss.config.toml`, `./discuss.config.toml`, the environment and
 * the command line, whose relative paths start from the working directory; a later source wins, key by key. A refusal
 * has the code `config`; for a file it names line and column. `warn` hears of keys that do not count where they stand.
 */
export async function loadSettings(
  surroundings: Surroundings,
  flags: SettingsLayer = {},
  warn: (message: string) => void = () => undefined,
): Promise<Settings | Refusal> {
  const { directory, environment } = surroundings;
  const home = homeOf(surroundings);
  const layers: SettingsLayer[] = [];
  for (const config of await configFiles(surroundings, warn)) {
    const layer = await readConfigFile(config);
    if (isRefusal(layer)) return layer;
    layers.push(layer);
  }
  const fromEnvironment = readEnvironment(environment, { base: directory, home });
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

/** The user's own file, and that of the project, which in `~/.discuss` is the same. */
async function configFiles(
  surroundings: Surroundings,
  warn: (message: string) => void,
): Promise<readonly ConfigFile[]> {
  const home = homeOf(surroundings);
  const { directory } = surroundings;
  const own = { file: join(home, '.discuss', configFileName), home };
  const file = join(directory, configFileName);
  if (file === own.file) return [own];
  const { projectRoot } = await import('../../open-discuss.ts');
  return [own, { file, home, project: { root: projectRoot(directory, home), warn } }];
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
function readEnvironment(
  environment: Surroundings['environment'],
  folders: PathRoots,
): SettingsLayer | Refusal {
  const layer: Record<string, unknown> = {};
  for (const { variable, field, expected, read } of settingKeys) {
    const value = variable === undefined ? undefined : environment[variable];
    if (variable === undefined || value === undefined || value === '') continue;
    const setting = read(value.trim(), folders);
    if (setting === undefined) {
      return refuse('config', `${variable} must be ${expected}, got "${value}"`, {
        field: variable,
      });
    }
    layer[field] = setting;
  }
  return layer;
}
