import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { actions } from '../../src/actions/index.ts';
import type { ActionContext } from '../../src/actions/kit/action.ts';
import type { FileOperations } from '../../src/adapters/files/file-operations.ts';
import { openBundles } from '../../src/adapters/files/open-bundles.ts';
import type { BundleBinding } from '../../src/core/bundle/ports/bundle-bindings.ts';
import type { Bundles } from '../../src/core/bundle/ports/bundles.ts';
import type { Ports } from '../../src/core/ports.ts';
import { isRefusal, type Refusal } from '../../src/core/refusal.ts';
import { openPorts } from '../../src/open-discuss.ts';
import { unsyncedFiles } from './failing-files.ts';
import { memoryFileLock } from './memory-file-lock.ts';

/** A call of a bundle action: its name and its input. */
export interface BundleStep {
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A folder where bundle actions run with a clock and keys of the test, and without git. */
export interface BundleFixture {
  readonly directory: string;
  /** Runs a step at a minute of the day; the same minute always makes the same times and keys. */
  run(step: BundleStep, minute: number, files?: FileOperations): Promise<unknown>;
  /** As `run`, for a step that must succeed. */
  do(step: BundleStep, minute: number): Promise<Record<string, unknown>>;
  /** The roots of the bundles that are there. */
  roots(): string[];
  /** The files of a bundle, hidden ones too. */
  files(root: string): ReadonlyMap<string, string>;
  /** Saves the whole state, and restores it. */
  save(): void;
  restore(): void;
}

/** Makes a fixture in an existing folder; saved states go to `savedFolder`. */
export function makeBundleFixture(directory: string, savedFolder: string): BundleFixture {
  const bindings = new Map<string, BundleBinding>();
  const base = openPorts({ environment: { HOME: savedFolder }, directory });
  const context = (minute: number, files: FileOperations): ActionContext => ({
    signal: new AbortController().signal,
    caller: 'cli',
    directory,
    ports: portsAt(base, { minute, files, bindings }),
  });
  const run = async ({ action, input }: BundleStep, minute: number, files = unsyncedFiles) => {
    const entry = actions.find(({ name }) => name === action);
    if (entry === undefined) throw new Error(`no action ${action}`);
    return (await entry.load()).run(input, context(minute, files));
  };
  const discussion = join(directory, 'discussion');
  const saved = join(savedFolder, 'saved');
  return {
    directory,
    run,
    async do(step, minute) {
      const output = await run(step, minute);
      if (isRefusal(output)) throw new Error(`${step.action}: ${refusalText(output)}`);
      return output as Record<string, unknown>;
    },
    roots: () =>
      existsSync(discussion) ? readdirSync(discussion).map((name) => join(discussion, name)) : [],
    files: (root) => readTree(root),
    save() {
      rmSync(saved, { recursive: true, force: true });
      if (existsSync(discussion)) cpSync(discussion, saved, { recursive: true });
    },
    restore() {
      rmSync(discussion, { recursive: true, force: true });
      if (existsSync(saved)) cpSync(saved, discussion, { recursive: true });
    },
  };
}

function refusalText({ code, message, details }: Refusal): string {
  return `${code}: ${message} ${JSON.stringify(details)}`;
}

function readTree(root: string): ReadonlyMap<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(files.map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]));
}

interface StepPorts {
  readonly minute: number;
  readonly files: FileOperations;
  readonly bindings: Map<string, BundleBinding>;
}

function portsAt(base: Ports, { minute, files, bindings }: StepPorts): Ports {
  let made = 0;
  const next = (text: string): string => {
    made += 1;
    return createHash('sha256').update(`${text} ${minute} ${made}`).digest('hex');
  };
  const bundles: Bundles = {
    ...openBundles({
      environment: {},
      files,
      lock: memoryFileLock(),
      bindings: async () => ({
        bind: async (binding) => void bindings.set(binding.context, binding),
        find: async (token) => bindings.get(token),
        list: async () => [...bindings.values()],
        release: async (token) => void bindings.delete(token),
      }),
    }),
    git: {
      repository: async () => undefined,
      isMetadata: async () => false,
      changedSince: async () => undefined,
      trackedBelow: async () => [],
      isIgnored: async () => true,
      ignore: async () => ({ kind: 'covered' }),
    },
  };
  return {
    ...base,
    clock: { now: () => new Date(Date.UTC(2026, 10, 30, 9, minute)).toISOString() },
    ids: {
      uuid: () => `0193a4f0-0000-7000-8000-${next('uuid').slice(0, 12)}`,
      key: (length) => next('key').slice(0, length),
    },
    bundles: async () => bundles,
  };
}
