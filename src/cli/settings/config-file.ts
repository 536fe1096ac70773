import { dirname } from 'node:path';
import { isInsideGitMetadata } from '../../core/bundle/folder-name.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import { type SettingKey, settingKeys } from './setting-keys.ts';
import type { SettingsLayer } from './settings.ts';
import {
  findTomlPositions,
  positionAt,
  type TextPosition,
  type TomlPositions,
} from './toml-positions.ts';

/** Largest configuration file, in bytes. */
const largestConfig = 1024 * 1024;

/** A configuration file, and whose it is. */
export interface ConfigFile {
  readonly file: string;
  /** The user's home folder. */
  readonly home: string;
  /**
   * The project that the file belongs to, which may be a stranger's: the file must be in it after all links, and keys that
   * are the user's alone do not count in it.
   */
  readonly project?: { readonly root: string; readonly warn: (message: string) => void };
}

/**
 * Reads a configuration file; an empty layer when there is none. Relative paths in it start from its own folder.
 * A refusal has the code `config` and names file, line and column.
 */
export async function readConfigFile(config: ConfigFile): Promise<SettingsLayer | Refusal> {
  const { file } = config;
  const toml = await readText(config);
  if (toml === undefined || isRefusal(toml)) return toml ?? {};
  const { parse } = await import('smol-toml');
  let table: Readonly<Record<string, unknown>>;
  try {
    table = parse(toml);
  } catch (error) {
    return brokenToml(file, error);
  }
  const readKey = (quoted: string) => Object.keys(parse(`${quoted} = 0`))[0] ?? quoted;
  const positions = findTomlPositions(toml, readKey);
  return readTable({ ...config, positions, table });
}

/** The file's text without its byte order mark; `undefined` when there is no file. */
async function readText({ file, project }: ConfigFile): Promise<string | undefined | Refusal> {
  const { readFileWithin, readOwnFile } = await import('../../open-discuss.ts');
  let bytes: Buffer;
  try {
    bytes =
      project === undefined
        ? readOwnFile(file, largestConfig)
        : readFileWithin(project.root, file, largestConfig);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const reason = (error as Error).message.replace(`${file} `, 'it ');
    return refuse('config', `${file}: the configuration cannot be read: ${reason}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const position = positionAt(bytes.toString('latin1'), firstBadByte(bytes));
    return configFault(file, position, { message: 'the configuration is not UTF-8' });
  }
}

function firstBadByte(bytes: Buffer): number {
  const lossy = Buffer.from(bytes.toString('utf8'));
  const differs = lossy.findIndex((byte, index) => byte !== bytes[index]);
  return Math.max(differs, 0);
}

/** A parser's error carries its position; anything else is a bug. */
function brokenToml(file: string, error: unknown): Refusal {
  const { line, column, message } = error as { line?: number; column?: number; message: string };
  if (line === undefined || column === undefined) throw error;
  const [first = message] = message.replace(/^Invalid TOML document: /, '').split('\n');
  return configFault(file, { line, column }, { message: `broken TOML: ${first}` });
}

interface ConfigTable extends ConfigFile {
  readonly table: Readonly<Record<string, unknown>>;
  readonly positions: ReadonlyMap<string, TomlPositions>;
}

async function readTable(config: ConfigTable): Promise<SettingsLayer | Refusal> {
  const { file, home, positions, table, project } = config;
  const folders = { base: dirname(file), home };
  const layer: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(table)) {
    const position = positions.get(name);
    const key = settingKeys.find((candidate) => candidate.key === name);
    if (key === undefined) return unknownKey(file, name, position);
    if (project !== undefined && key.inProject === false) {
      project.warn(misplaced(file, key, position));
      continue;
    }
    const read = typeof value === key.type ? key.read(value, folders) : undefined;
    if (read === undefined) return badValue({ file, key, value, position });
    if (project !== undefined && key.inProject === 'inside' && !(await isIn(project.root, read))) {
      project.warn(misplaced(file, key, position));
      continue;
    }
    layer[key.field] = read;
  }
  return layer;
}

async function isIn(root: string, path: unknown): Promise<boolean> {
  const { folders } = await import('../../open-discuss.ts');
  return (
    typeof path === 'string' &&
    !isInsideGitMetadata(path) &&
    (await folders.isInside((await folders.existing(root)) ?? root, path))
  );
}

/** What is said of a key that does not count where it stands. */
function misplaced(file: string, key: SettingKey, position: TomlPositions | undefined): string {
  const { line, column } = position?.key ?? { line: 1, column: 1 };
  const own = ['~/.discuss/discuss.config.toml', key.variable, key.option];
  const places = own.filter((place) => place !== undefined).join(', ');
  const what = key.inProject === 'inside' ? `${key.key} outside the project` : key.key;
  return `${file}:${line}:${column}: ${what} does not count in a project's file, which may be a stranger's; it may stand in ${places}`;
}

function unknownKey(file: string, name: string, position: TomlPositions | undefined): Refusal {
  const keys = settingKeys.map(({ key }) => key);
  const meant = nearestWord(name, keys);
  return configFault(file, position?.key, {
    message: `unknown key "${name}"`,
    key: name,
    next: meant === undefined ? `the keys are ${keys.join(', ')}` : `did you mean ${meant}?`,
  });
}

function badValue({ file, key, value, position }: BadValue): Refusal {
  const items = Array.isArray(value) && key.type === 'object' ? value : [];
  const bad = items.findIndex((item) => key.read([item], { base: file, home: file }) === undefined);
  const got = JSON.stringify(bad === -1 ? value : items[bad]);
  return configFault(file, position?.items[bad] ?? position?.value, {
    message: `${key.key} must be ${key.expected}, got ${got}`,
    key: key.key,
  });
}

interface BadValue {
  readonly file: string;
  readonly key: SettingKey;
  readonly value: unknown;
  readonly position: TomlPositions | undefined;
}

function configFault(
  file: string,
  position: TextPosition | undefined,
  fault: { readonly message: string; readonly key?: string; readonly next?: string },
): Refusal {
  const { line, column } = position ?? { line: 1, column: 1 };
  const { message, key, next } = fault;
  return refuse('config', `${file}:${line}:${column}: ${message}`, {
    ...(key === undefined ? {} : { field: key }),
    details: { file, line, column },
    ...(next === undefined ? {} : { next }),
  });
}
