import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
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

/**
 * Reads a configuration file; an empty layer when there is none. Relative paths in it start from its own folder.
 * A refusal has the code `config` and names file, line and column.
 */
export async function readConfigFile(file: string, home: string): Promise<SettingsLayer | Refusal> {
  const toml = readText(file);
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
  return readTable({ file, home, positions, table });
}

/** The file's text without its byte order mark; `undefined` when there is no file. */
function readText(file: string): string | undefined | Refusal {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    const reason = code === 'EISDIR' ? 'it is a folder' : (error as Error).message;
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

interface ConfigTable {
  readonly file: string;
  readonly home: string;
  readonly table: Readonly<Record<string, unknown>>;
  readonly positions: ReadonlyMap<string, TomlPositions>;
}

function readTable({ file, home, table, positions }: ConfigTable): SettingsLayer | Refusal {
  const folders = { base: dirname(file), home };
  const layer: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(table)) {
    const position = positions.get(name);
    const key = settingKeys.find((candidate) => candidate.key === name);
    if (key === undefined) return unknownKey(file, name, position);
    const read = typeof value === key.type ? key.read(value, folders) : undefined;
    if (read === undefined) return badValue({ file, key, value, position });
    layer[key.field] = read;
  }
  return layer;
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
