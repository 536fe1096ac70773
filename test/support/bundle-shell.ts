import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { actions } from '../../src/actions/index.ts';
import * as z from '../../src/actions/kit/zod-subset.ts';
import { commandContext } from '../../src/cli/command-context.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { makeTestTerminal } from './test-terminal.ts';

/** What a command with `--json` has answered. */
export interface ShellAnswer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  /** The code of the refusal, if it was one. */
  readonly code: string | undefined;
}

/** Somebody who runs bundle commands in a folder. */
export interface BundleShell {
  readonly directory: string;
  /** Runs a command with `--json`. */
  run(...words: readonly string[]): Promise<ShellAnswer>;
  /** Runs a command that must succeed; answers its JSON. */
  ok(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Runs a command as it is, for a person. */
  tell(...words: readonly string[]): Promise<{ status: number; printed: string; told: string }>;
  /** The same person or agent elsewhere, or with other variables. */
  at(directory: string, environment?: Readonly<Record<string, string>>): BundleShell;
  /** The bundles below the folder, oldest first. */
  roots(): string[];
  read(path: string): string;
  /** A person edits a file of the only bundle; the words must be there. */
  edit(path: string, from: string | RegExp, to: string): void;
}

/** Makes a shell in a folder, with a home of its own and these variables. */
export function openShell(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): BundleShell {
  const terminalRun = async (words: readonly string[]) => {
    const [first = '', ...rest] = words;
    const stdin = rest.indexOf('<<') < 0 ? undefined : rest.splice(rest.indexOf('<<'), 2)[1];
    const terminal = makeTestTerminal(directory, {
      environment: { PATH: process.env['PATH'], ...environment },
      ...(stdin === undefined ? {} : { readInput: async () => stdin }),
    });
    const status = await runCommandLine(['bundle', first, ...rest], commandContext(terminal));
    return { status, printed: terminal.printed.join(''), told: terminal.notices.join('\n') };
  };
  const roots = (): string[] => {
    const base = join(directory, 'discussion');
    return existsSync(base)
      ? readdirSync(base)
          .sort()
          .map((name) => join(base, name))
      : [];
  };
  const only = (): string => {
    const [root = '', ...others] = roots();
    if (others.length > 0) throw new Error('more than one bundle');
    return root;
  };
  const shell: BundleShell = {
    directory,
    async run(...words) {
      const { status, printed, told } = await terminalRun([...words, '--json']);
      expect([told, printed.trim().split('\n').length]).toEqual(['', 1]);
      const json = JSON.parse(printed) as Record<string, unknown>;
      expect(json['ok']).toBe(status === 0);
      const error = json['error'] as { code: string } | undefined;
      if (error === undefined) await expectDeclared(words, json);
      return { status, json, code: error?.code };
    },
    async ok(...words) {
      const { status, json } = await shell.run(...words);
      if (status !== 0) throw new Error(`${words.join(' ')}: ${JSON.stringify(json)}`);
      return json;
    },
    tell: (...words) => terminalRun(words),
    at(where, more = {}) {
      mkdirSync(where, { recursive: true });
      return openShell(realpathSync(where), { ...environment, ...more });
    },
    roots,
    read: (path) => readFileSync(join(only(), path), 'utf8'),
    edit(path, from, to) {
      const text = shell.read(path);
      const edited = text.replace(from, () => to);
      if (edited === text) throw new Error(`${path} has no ${String(from)}`);
      writeFileSync(join(only(), path), edited);
    },
  };
  return shell;
}

/** An answer is exactly what its action's output schema declares. */
async function expectDeclared(words: readonly string[], json: unknown): Promise<void> {
  const line = ['bundle', ...words];
  const entry = actions.find(({ bindings }) =>
    bindings.cli?.command.every((word, index) => line[index] === word),
  );
  const action = await entry?.load();
  const parsed = action?.output(z).safeParse(json);
  expect(parsed?.error).toBeUndefined();
  expect(parsed?.data).toEqual(json);
}

/** Options of `ask` for a question with three sound options. */
export const scopeOptions = [
  '--header',
  'Scope',
  '--option',
  'Minimal fix (Recommended): One file; the old path stays.',
  '--option',
  'Broader cleanup: Ten files; the old path goes.',
  '--option',
  'Planning only: No file changes yet.',
] as const;
