import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserMachine, openBrowser } from './open-browser.ts';

const url = 'http://127.0.0.1:7777/';
let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'browser-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function script(name: string, body: string): string {
  const path = join(root, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

function open(
  environment: Readonly<Record<string, string>>,
  machine: Partial<BrowserMachine> = {},
): Promise<string | undefined> {
  return openBrowser(
    url,
    { environment: { PATH: process.env['PATH'], ...environment } },
    {
      platform: 'linux',
      timeoutMs: 20_000,
      openByDefault: () => Promise.reject(new Error('was asked')),
      ...machine,
    },
  );
}

const ending = (status: number) => async () =>
  spawn(process.execPath, ['-e', `process.exit(${status})`], { stdio: 'ignore' });

describe.skipIf(process.platform === 'win32')('the browser named by BROWSER', () => {
  it('is given the URL', async () => {
    const program = script('my browser', `echo "$@" > "${join(root, 'opened')}"`);
    expect(await open({ BROWSER: program })).toBeUndefined();
    expect(readFileSync(join(root, 'opened'), 'utf8')).toBe(`${url}\n`);
  });

  it('may be one of several, with the URL where %s stands', async () => {
    const program = script('ok', `echo "$@" > "${join(root, 'opened')}"`);
    const failing = script('failing', 'exit 3');
    const named = `${join(root, 'absent')}:${failing}:${program} --new %s --end`;
    expect(await open({ BROWSER: named })).toBeUndefined();
    expect(readFileSync(join(root, 'opened'), 'utf8')).toBe(`--new ${url} --end\n`);
  });

  it('is warned of when it cannot be opened', async () => {
    const failing = script('failing', 'exit 3');
    expect(await open({ BROWSER: `${failing}:${join(root, 'absent')}` })).toMatch(
      /^BROWSER could not be opened \(.*failing: it ended with 3; .*absent: .*ENOENT\); open http:/,
    );
  });

  it('is left to itself when it does not end', async () => {
    const program = script('slow', 'exec sleep 2');
    expect(await open({ BROWSER: program }, { timeoutMs: 50 })).toBeUndefined();
  });

  it('is obeyed over SSH and without a display', async () => {
    const program = script('ok', 'exit 0');
    expect(await open({ BROWSER: program, SSH_CONNECTION: 'x' })).toBeUndefined();
  });

  it('may be none', async () => {
    expect(await open({ BROWSER: 'none' })).toBeUndefined();
  });
});

describe('review contract 1: a browser that cannot be opened is a warning', () => {
  it('when there is no display', async () => {
    expect(await open({})).toBe(`there is no display here; open ${url}`);
  });

  it.each(['SSH_CONNECTION', 'SSH_TTY', 'SSH_CLIENT'])('over SSH: %s', async (name) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(await open({ [name]: 'x' }, { platform })).toBe(
        `no browser is opened over SSH: forward the port (ssh -L 7777:127.0.0.1:7777 HOST) and open ${url}`,
      );
    }
  });

  it('when the launcher fails, at once or a little later', async () => {
    expect(await open({ DISPLAY: ':0' })).toBe(
      `the browser could not be opened (was asked); open ${url}`,
    );
    expect(await open({ DISPLAY: ':0' }, { openByDefault: ending(3) })).toBe(
      `the browser could not be opened (it ended with 3); open ${url}`,
    );
  });
});

describe('the browser of the system', () => {
  it.each([
    [{ DISPLAY: ':0' }, 'linux'],
    [{ WAYLAND_DISPLAY: 'w' }, 'linux'],
    [{ DISPLAY: 'localhost:10', SSH_CONNECTION: 'x' }, 'linux'],
    [{ WSL_DISTRO_NAME: 'Debian' }, 'linux'],
    [{}, 'darwin'],
    [{ BROWSER: 'ignored' }, 'win32'],
  ] as const)('is opened for %j on %s', async (environment, platform) => {
    const machine = { platform, openByDefault: ending(0) };
    expect(await open(environment, machine)).toBeUndefined();
  });

  it('is left to itself when its launcher hangs', async () => {
    const hanging = { timeoutMs: 50, openByDefault: () => new Promise<never>(() => undefined) };
    expect(await open({ WSL_INTEROP: 'x' }, hanging)).toBeUndefined();
  });
});
