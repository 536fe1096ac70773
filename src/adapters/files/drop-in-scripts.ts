import { access, chmod, constants, mkdir, unlink, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import type {
  DropInLocation,
  DropInName,
  DropInState,
  DropIns,
} from '../../core/agents/ports/drop-ins.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isRefusal, type Refusal, refuse } from '../../core/refusal.ts';
import { errorCode } from './file-operations.ts';
import { readOwnFile } from './read-file.ts';

/** Where scripts of a user go, and how a shell would find them. */
export interface DropInSettings {
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

/** Drop-in scripts as files in a folder of programs, `~/.local/bin` unless another is named. */
export function openDropIns(settings: DropInSettings): DropIns {
  return {
    install: (location) => guarded(location, () => install(settings, location)),
    uninstall: (location) => guarded(location, () => uninstall(settings, location)),
  };
}

async function install(
  settings: DropInSettings,
  location: DropInLocation,
): Promise<DropInState | Refusal> {
  const inspected = await inspect(settings, location);
  if (isRefusal(inspected)) return inspected;
  if (inspected.isInstalled) return inspected.state;
  await mkdir(inspected.folder, { recursive: true });
  await writeFile(inspected.state.path, inspected.script, { flag: 'wx', mode: 0o755 });
  await chmod(inspected.state.path, 0o755);
  return { ...inspected.state, changed: true };
}

async function uninstall(
  settings: DropInSettings,
  location: DropInLocation,
): Promise<DropInState | Refusal> {
  const inspected = await inspect(settings, location);
  if (isRefusal(inspected)) return inspected;
  if (inspected.isInstalled) await unlink(inspected.state.path);
  return { ...inspected.state, changed: inspected.isInstalled };
}

interface InspectedScript {
  readonly folder: string;
  readonly script: string;
  /** Whether our script is there. */
  readonly isInstalled: boolean;
  readonly state: DropInState;
}

async function inspect(
  settings: DropInSettings,
  location: DropInLocation,
): Promise<InspectedScript | Refusal> {
  const { home, environment, platform = process.platform } = settings;
  const { name, directory } = location;
  const folder = resolve(directory, location.folder ?? join(home, '.local', 'bin'));
  const path = join(folder, platform === 'win32' ? `${name}.cmd` : name);
  const script = scriptOf(name, platform);
  const content = contentOf(path);
  if (content !== undefined && content !== script) {
    const message = `${path} is there and was not written by discuss; it stays as it is`;
    return refuse('not_ours', message, { next: 'name another folder with --dir' });
  }
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((entry) => entry !== '');
  const position = folders.findIndex((entry) => resolve(directory, entry) === folder);
  const before = position === -1 ? folders : folders.slice(0, position);
  const hiddenBy = await firstProgram(before.map((entry) => join(entry, name)));
  const state = omitUndefined({ path, changed: false, onPath: position !== -1, hiddenBy });
  return { folder, script, isInstalled: content === script, state };
}

function scriptOf(name: DropInName, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? `@echo off\r\ndiscuss --as ${name} %*\r\n`
    : `#!/bin/sh\nexec discuss --as ${name} "$@"\n`;
}

function contentOf(path: string): string | undefined {
  try {
    return readOwnFile(path).toString();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function firstProgram(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isProgram = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isProgram) return path;
  }
  return undefined;
}

async function guarded(
  { name }: DropInLocation,
  work: () => Promise<DropInState | Refusal>,
): Promise<DropInState | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    return refuse('file_unwritable', `the script ${name} cannot be written: ${reason}`);
  }
}
