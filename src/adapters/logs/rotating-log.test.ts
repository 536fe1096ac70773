import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LogSettings, openRotatingLog } from './rotating-log.ts';

let root = '';
let folder = '';
let now = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'log-'));
  folder = join(root, 'logs');
  now = '2026-11-30T10:42:07.123Z';
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(more: Partial<LogSettings> = {}) {
  return openRotatingLog({ folder, level: 'info', clock: { now: () => now }, ...more });
}
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('review contract 1: the log', () => {
  it('makes no file before there is something to say', () => {
    open().note('debug', 'nothing');
    open({ level: 'off' }).note('error', 'nothing');
    expect(readdirSync(root)).toEqual([]);
  });

  it('writes lines of the wanted levels', () => {
    const log = open({ level: 'warn' });
    log.note('error', 'listening failed', { port: 7777 });
    log.note('warn', 'two\nlines');
    log.note('info', 'too much');
    expect(read('discuss-2026-11-30.log')).toBe(
      `${now} ERROR ${process.pid} listening failed {"port":7777}\n${now} WARN ${process.pid} two lines\n`,
    );
  });

  it('writes an error with its stack and cause', () => {
    const error = new Error('outer', { cause: new Error('inner') });
    open().note('error', 'unexpected', { error, large: 10n });
    const text = read('discuss-2026-11-30.log');
    expect(text).toMatch(/"message":"outer","stack":"Error: outer.*"cause":\{"message":"inner"/);
    expect(text.trimEnd()).not.toContain('\n');
  });

  it('goes on in a new file every day and after every so many bytes', () => {
    const log = open({ maxBytes: 90 });
    for (let line = 0; line < 4; line++) log.note('info', 'x'.repeat(60));
    now = '2026-12-01T00:00:00.000Z';
    log.note('info', 'new day');
    expect(readdirSync(folder).sort()).toEqual([
      'discuss-2026-11-30-2.log',
      'discuss-2026-11-30-3.log',
      'discuss-2026-11-30-4.log',
      'discuss-2026-11-30.log',
      'discuss-2026-12-01.log',
    ]);
  });

  it('keeps the newest files, and foreign ones', () => {
    const log = open({ maxBytes: 1, maxFiles: 3 });
    writeFileSync(join(root, 'note'), '');
    for (let line = 0; line < 12; line++) log.note('info', `line ${line}`);
    writeFileSync(join(folder, 'discuss.log'), 'not ours');
    now = '2026-12-01T00:00:00.000Z';
    log.note('info', 'new day');
    expect(readdirSync(folder).sort()).toEqual([
      'discuss-2026-11-30-11.log',
      'discuss-2026-11-30-12.log',
      'discuss-2026-12-01.log',
      'discuss.log',
    ]);
  });

  it('is shared by processes: each appends to the file that is current', () => {
    const [one, other] = [open({ maxBytes: 100 }), open({ maxBytes: 100 })];
    one.note('info', 'x'.repeat(120));
    other.note('info', 'other');
    one.note('info', 'one');
    expect(read('discuss-2026-11-30-2.log').split('\n')).toHaveLength(3);
  });

  it.skipIf(process.platform === 'win32')('is for the user alone', () => {
    open().note('info', 'x');
    expect(statSync(join(folder, 'discuss-2026-11-30.log')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('goes on when somebody has removed its folder', () => {
    const log = open();
    log.note('info', 'one');
    rmSync(folder, { recursive: true });
    log.note('info', 'lost');
    log.note('info', 'three');
    expect(read('discuss-2026-11-30.log')).toContain('three');
  });

  it('is silent when it cannot be written', () => {
    writeFileSync(folder, 'a file where the folder should be');
    expect(() => open().note('error', 'x')).not.toThrow();
  });
});
