import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  createReadStream,
  readdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite } from '../../src/adapters/sqlite/database.ts';
import { program } from '../support/launch-discuss.ts';
import { planText } from '../support/reviewed-plan.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

/** Far below the time that the waits themselves would take. */
const patience = 20_000;

function pipe({ directory }: Scratch, name: string): string {
  const path = join(directory, name);
  execFileSync('mkfifo', [path]);
  return path;
}

/** Opens a pipe to be written to, which succeeds once somebody reads it, and keeps it open. */
async function untilRead(path: string): Promise<void> {
  const writer = await open(path, 'w');
  onTestFinished(() => writer.close());
}

/** A program `git` that never ends, and a pipe that it keeps open for as long as it lives. */
function hangingGit(scratch: Scratch): { readonly PATH: string; readonly told: string } {
  const told = pipe(scratch, 'told');
  const git = scratch.write(
    'bin/git',
    `#!/bin/sh\nexec 3>${told}\necho here >&3\nexec sleep 1000\n`,
  );
  chmodSync(git, 0o755);
  return { PATH: `${join(scratch.directory, 'bin')}:${process.env['PATH']}`, told };
}

describe.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  'safety 2, %s ends the program',
  (signal) => {
    it('while it reads a pipe that stays silent', { timeout: patience }, async () => {
      const scratch = scratchOfTest();
      const path = pipe(scratch, 'plan.md');
      const launched = scratch.launch(['plan.md', '--no-open', '--port', '0']);
      await untilRead(path);
      expect(await launched.kill(signal)).toEqual({ code: 5, signal: null });
    });

    it('while it waits for git, which it takes along', { timeout: patience }, async () => {
      const scratch = scratchOfTest();
      const { PATH, told } = hangingGit(scratch);
      for (const words of [
        ['--no-open', 'diff'],
        ['bundle', 'new', 'hang'],
      ]) {
        const launched = scratch.launch(words, { environment: { PATH } });
        const git = createReadStream(told);
        await once(git, 'data');
        const ended = once(git.resume(), 'end');
        const { code } = await launched.kill(signal);
        expect(code).toBeGreaterThan(0);
        await ended;
      }
    });

    it.runIf(process.platform === 'linux')(
      'while another process holds the store',
      { timeout: patience },
      async () => {
        const scratch = scratchOfTest();
        expect((await runDiscuss(scratch, ['sessions'])).code).toBe(0);
        const path = join(scratch.home, '.discuss', 'user.db');
        const rival = openSqlite(path);
        onTestFinished(() => rival.close());
        rival.exec('BEGIN IMMEDIATE');
        onTestFinished(() => rival.exec('ROLLBACK'));
        const waiting = scratch.launch(['mcp', '--show-token']);
        await expect.poll(() => openFiles(waiting.child.pid)).toContain(path);
        expect(await waiting.kill(signal)).toEqual({ code: 5, signal: null });
      },
    );

    it('while a client keeps its request open', { timeout: patience }, async () => {
      const scratch = scratchOfTest();
      scratch.write('plan.md', planText);
      const review = await scratch.review(['plan.md']);
      const { port } = new URL(review.url);
      const client = connect(Number(port), '127.0.0.1');
      client.on('error', () => undefined);
      onTestFinished(() => void client.destroy());
      const headers = 'Content-Type: application/json\r\nContent-Length: 1000';
      client.write(`POST /api/threads HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}\r\n\r\n{`);
      await review.state();
      expect(await review.kill(signal)).toEqual({ code: 5, signal: null });
    });
  },
);

function openFiles(pid = 0): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      return '';
    }
  });
}

describe.skipIf(process.platform !== 'linux')('safety 2, nothing is waited for', () => {
  it('when a picture beside the document is a pipe', { timeout: patience }, async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', `${planText}\n![](pipe.png) ![](zero.png)\n`);
    pipe(scratch, 'pipe.png');
    symlinkSync('/dev/zero', join(scratch.directory, 'zero.png'));
    const review = await scratch.review(['plan.md']);
    for (const name of ['pipe.png', 'zero.png']) {
      const { status } = await fetch(`${review.url}/api/files/f-1/image?src=${name}`);
      expect(status).toBe(404);
    }
    expect(await review.kill('SIGTERM')).toEqual({ code: 5, signal: null });
  });

  it('when a pipe takes the place of the document', { timeout: patience }, async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    renameSync(pipe(scratch, 'pipe'), join(scratch.directory, 'plan.md'));
    await review.nextWords('plan.md is a pipe now; the review keeps the text that it had');
  });

  it.each([
    ['discuss.config.toml leads to an endless device', '/dev/zero', 'discuss.config.toml'],
    ['the document leads to an endless device', '/dev/zero', 'plan.md'],
    ['the document leads to a file of /proc', '/proc/self/environ', 'plan.md'],
  ])('when %s', { timeout: patience }, async (_what, target, name) => {
    const scratch = scratchOfTest();
    if (name !== 'plan.md') scratch.write('plan.md', planText);
    symlinkSync(target, join(scratch.directory, name));
    const launched = scratch.launch(['plan.md', '--no-open', '--port', '0']);
    expect(await launched.exit).toEqual({ code: name === 'plan.md' ? 1 : 2, signal: null });
    expect(launched.stderr()).toMatch(/is a device|made up by the system/);
  });

  it('and a process substitution is read to its end', { timeout: patience }, () => {
    const scratch = scratchOfTest();
    const shell = (command: string) =>
      spawnSync('bash', ['-c', command], {
        cwd: scratch.directory,
        env: { HOME: scratch.home, PATH: process.env['PATH'], NODE: process.execPath, program },
        encoding: 'utf8',
      });
    const applied = shell('"$NODE" "$program" ledger apply --json @<(printf "{}")');
    expect(applied.stderr).not.toContain('cannot be read');
    expect(JSON.parse(applied.stderr)).toMatchObject({ error: { code: 'invalid_input' } });
    const reviewed = shell('"$NODE" "$program" --no-open <(printf "text") --threads <(printf "[")');
    expect(reviewed.stderr).toContain('are not JSON');
  });

  it('and an endless standard input is read up to its limit', { timeout: patience }, () => {
    const scratch = scratchOfTest();
    const run = (words: string) =>
      spawnSync('bash', ['-c', `"$NODE" "$program" ${words} < /dev/zero`], {
        cwd: scratch.directory,
        env: { HOME: scratch.home, PATH: process.env['PATH'], NODE: process.execPath, program },
        encoding: 'utf8',
      });
    const reviewed = run('--no-open -');
    expect(reviewed.status).toBe(1);
    expect(reviewed.stderr).toContain('standard input has 65 MiB; the limit is 64 MiB');
    expect(run('hook claude')).toMatchObject({ status: 0, stdout: '{}\n' });
  });
});
