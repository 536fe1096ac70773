import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPipe, readStream } from './read-pipe.ts';

let folder = '';
let pipe = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipe-'));
  pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(command: string): void {
  spawn('sh', ['-c', `{ ${command}; } > "$1"`, 'sh', pipe], { stdio: 'ignore' });
}

describe.skipIf(process.platform === 'win32')('safety 2, a pipe', () => {
  it('is read to its end, also by a writer that comes later', async () => {
    const read = readPipe(pipe, { name: 'the pipe' });
    write('printf one; printf two');
    expect((await read).toString()).toBe('onetwo');
  });

  it('without a writer ends after its silence', async () => {
    const read = readPipe(pipe, { name: 'the pipe', silenceMs: 20 });
    await expect(read).rejects.toMatchObject({
      code: 'ETIMEDOUT',
      message: 'nothing has come from the pipe for 1 seconds',
    });
  });

  it('that never ends is read up to the limit', async () => {
    write('cat /dev/zero');
    const read = readPipe(pipe, { name: 'the pipe', maxBytes: 100_000 });
    await expect(read).rejects.toMatchObject({
      code: 'EFBIG',
      message: expect.stringMatching(/^the pipe has .* the limit is 98 KiB$/),
    });
  });
});

describe('safety 2, a stream', () => {
  it('that falls silent in the middle is left', async () => {
    const stream = new PassThrough();
    stream.write('half');
    const read = readStream(stream, { name: 'standard input', silenceMs: 20 });
    await expect(read).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(stream.destroyed).toBe(true);
  });
});
