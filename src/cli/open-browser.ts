import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Terminal } from './terminal.ts';

/** The machine that a browser is opened on. */
export interface BrowserMachine {
  readonly platform: NodeJS.Platform;
  /** How long a launcher may take before it is left to itself. */
  readonly timeoutMs: number;
  /** Opens a URL the way this system does; returns the launcher. */
  openByDefault(url: string): Promise<ChildProcess>;
}

const thisMachine: BrowserMachine = {
  platform: process.platform,
  timeoutMs: 5000,
  openByDefault: async (url) => (await import('open')).default(url),
};

type Environment = Terminal['environment'];

/**
 * Opens a page in the user's browser, and returns a warning when that has not worked or cannot work here. Never
 * fails, and never takes longer than the machine's timeout.
 */
export async function openBrowser(
  url: string,
  { environment }: Pick<Terminal, 'environment'>,
  machine: BrowserMachine = thisMachine,
): Promise<string | undefined> {
  const named = environment['BROWSER'] ?? '';
  const isUnix = machine.platform !== 'win32' && machine.platform !== 'darwin';
  if (named.toLowerCase() === 'none') return undefined;
  if (isUnix && named !== '') return openByName(url, environment, machine);
  const obstacle = findObstacle(url, environment, isUnix);
  if (obstacle !== undefined) return obstacle;
  const fault = await bounded(machine, async () => watchLauncher(await machine.openByDefault(url)));
  return fault === undefined
    ? undefined
    : `the browser could not be opened (${fault}); open ${url}`;
}

function findObstacle(url: string, environment: Environment, isUnix: boolean): string | undefined {
  const has = (name: string) => (environment[name] ?? '') !== '';
  if (has('DISPLAY') || has('WAYLAND_DISPLAY')) return undefined;
  if (has('SSH_CONNECTION') || has('SSH_TTY') || has('SSH_CLIENT')) {
    const { port } = new URL(url);
    return `no browser is opened over SSH: forward the port (ssh -L ${port}:127.0.0.1:${port} HOST) and open ${url}`;
  }
  const isWindowsBelow = has('WSL_DISTRO_NAME') || has('WSL_INTEROP');
  return isUnix && !isWindowsBelow ? `there is no display here; open ${url}` : undefined;
}

/** `BROWSER` may name several commands, joined by colons, each with `%s` where the URL goes. */
async function openByName(
  url: string,
  environment: Environment,
  machine: BrowserMachine,
): Promise<string | undefined> {
  const named = environment['BROWSER'] ?? '';
  const commands = existsSync(named)
    ? [[named]]
    : named.split(':').map((command) => command.trim().split(/\s+/));
  const faults: string[] = [];
  for (const [program = '', ...args] of commands) {
    if (program === '') continue;
    const filled = args.map((arg) => arg.replaceAll('%s', url));
    if (!args.some((arg) => arg.includes('%s'))) filled.push(url);
    const fault = await bounded(machine, async () => {
      const { spawn } = await import('node:child_process');
      const child = spawn(program, filled, { env: environment, stdio: 'ignore', detached: true });
      return watchLauncher(child);
    });
    if (fault === undefined) return undefined;
    faults.push(`${program}: ${fault}`);
  }
  return `BROWSER could not be opened (${faults.join('; ')}); open ${url}`;
}

/** What is wrong with a launcher that ends at once; one that goes on may well be the browser itself. */
function watchLauncher(child: ChildProcess): Promise<string | undefined> {
  child.unref();
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (status) => resolve(status === 0 ? undefined : `it ended with ${status}`));
    if (child.exitCode !== null) resolve(child.exitCode === 0 ? undefined : 'it ended at once');
  });
}

async function bounded(
  { timeoutMs }: BrowserMachine,
  launch: () => Promise<string | undefined>,
): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
    timer.unref();
  });
  try {
    return await Promise.race([launch(), timeout]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
