import { isAbsolute, resolve } from 'node:path';
import { refuseParticipant } from '../../core/inline/participant.ts';
import { checkSpeaker } from '../../core/inline/speaker.ts';
import { isRefusal } from '../../core/refusal.ts';
import { logLevels, readLogLevel } from './read-log-level.ts';
import type { Settings } from './settings.ts';

/** A setting as configuration files and the environment name it. */
export interface SettingKey {
  /** Name in a configuration file. */
  readonly key: string;
  readonly field: keyof Settings;
  /** Environment variable, where there is one. */
  readonly variable?: string;
  /** Option of a review that is the same, where there is one. */
  readonly option?: string;
  /**
   * Whether a project's own file may set it, which may be a stranger's: it changes no more than the look and the run of a
   * review there. `inside`: for a path in the project.
   */
  readonly inProject: boolean | 'inside';
  /** JavaScript type of its value in a configuration file; the environment has text alone. */
  readonly type: 'boolean' | 'number' | 'string' | 'object';
  /** What a value must be, for messages. */
  readonly expected: string;
  /** The value as `Settings` holds it; `undefined` when it is none. */
  read(value: unknown, folders: PathRoots): Settings[keyof Settings];
}

/** What relative and `~` paths start from. */
export interface PathRoots {
  /** Folder that relative paths are meant from; absolute. */
  readonly base: string;
  readonly home: string;
}

const count = 'a whole number, 0 or more';

/** Every setting that a configuration file may hold. */
export const settingKeys: readonly SettingKey[] = [
  {
    key: 'port',
    field: 'port',
    variable: 'DISCUSS_PORT',
    inProject: true,
    type: 'number',
    expected: 'a whole number from 0 to 65535',
    read: readPort,
  },
  flag('auto_open', 'autoOpen', { variable: 'DISCUSS_AUTO_OPEN', inProject: true }),
  {
    key: 'idle_timeout_secs',
    field: 'idleTimeoutSecs',
    variable: 'DISCUSS_IDLE_TIMEOUT_SECS',
    inProject: true,
    type: 'number',
    expected: count,
    read: readCount,
  },
  {
    key: 'history_dir',
    field: 'historyDir',
    variable: 'DISCUSS_HISTORY_DIR',
    option: '--history-dir',
    inProject: 'inside',
    type: 'string',
    expected: 'the path of a folder',
    read: readPath,
  },
  flag('no_save', 'noSave', { variable: 'DISCUSS_NO_SAVE', inProject: true }),
  {
    key: 'log_level',
    field: 'logLevel',
    variable: 'DISCUSS_LOG',
    inProject: true,
    type: 'string',
    expected: `one of ${logLevels.join(', ')}, alone or as in discuss=debug,warn`,
    read: readLogLevel,
  },
  {
    key: 'max_diff_bytes',
    field: 'maxDiffBytes',
    variable: 'DISCUSS_MAX_DIFF_BYTES',
    inProject: true,
    type: 'number',
    expected: count,
    read: readCount,
  },
  {
    key: 'store',
    field: 'store',
    variable: 'DISCUSS_STORE',
    inProject: false,
    type: 'string',
    expected: 'a path or a URL',
    read: readLocation,
  },
  {
    key: 'reviewer_name',
    field: 'reviewerName',
    option: '--as',
    inProject: false,
    type: 'string',
    expected: 'a name of 1 to 80 characters without line breaks or "*"',
    read: readName,
  },
  {
    key: 'speakers',
    field: 'speakers',
    inProject: true,
    type: 'object',
    expected: 'a list of names',
    read: (value) =>
      Array.isArray(value) && value.every(isSpeaker)
        ? value.map((name: string) => name.trim())
        : undefined,
  },
  flag('write_back', 'writeBack', { option: '--write-back', inProject: false }),
];

function flag(
  key: string,
  field: keyof Settings,
  places: Pick<SettingKey, 'variable' | 'option' | 'inProject'>,
): SettingKey {
  return {
    key,
    field,
    ...places,
    type: 'boolean',
    expected: 'true or false',
    read: readFlag,
  };
}

function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (/^(true|yes|on|1)$/i.test(value)) return true;
  return /^(false|no|off|0)$/i.test(value) ? false : undefined;
}

/** A whole number that is not negative, as a number or in digits. */
export function readCount(value: unknown): number | undefined {
  const read = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isSafeInteger(read) && read >= 0 ? read : undefined;
}

/** A port: 0 to 65535. */
export function readPort(value: unknown): number | undefined {
  const read = readCount(value);
  return read !== undefined && read <= 65_535 ? read : undefined;
}

/** A path, absolute, with `~` as the home folder. */
export function readPath(value: unknown, { base, home }: PathRoots): string | undefined {
  if (typeof value !== 'string' || value.trim() === '' || value.includes('\0')) return undefined;
  const expanded = /^~(?=$|[/\\])/.test(value) ? home + value.slice(1) : value;
  return isAbsolute(expanded) ? resolve(expanded) : resolve(base, expanded);
}

function readLocation(value: unknown, folders: PathRoots): string | undefined {
  // Two letters or more, so that a Windows drive is no scheme.
  const isUrl = typeof value === 'string' && /^[a-z][a-z0-9+.-]+:\/\//i.test(value);
  return isUrl ? value : readPath(value, folders);
}

/** A name that a comment can have, also one that reads as a lead-in where no list says otherwise. */
function isSpeaker(value: unknown): boolean {
  return typeof value === 'string' && !isRefusal(checkSpeaker(value));
}

/** A name that can stand in a page and as the speaker of an inline discussion. */
export function readName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const name = value.trim();
  return refuseParticipant(name, 'reviewer_name') === undefined ? name : undefined;
}
