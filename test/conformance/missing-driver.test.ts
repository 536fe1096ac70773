import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const hasBuiltIn = process.getBuiltinModule?.('node:sqlite') !== undefined;

/** A Node without SQLite of its own, and an installation that left the packaged driver out. */
describe.skipIf(hasBuiltIn)('safety 10: a missing SQLite driver', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'discuss-no-driver-'));
    const dist = resolve(import.meta.dirname, '../../dist');
    for (const part of ['discuss.cjs', 'hot', 'parts'])
      cpSync(join(dist, part), join(folder, 'dist', part), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"version":"0.0.0"}');
    writeFileSync(join(folder, 'plan.md'), '# Plan\n\n> **Ada:** Why?\n');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    [['sessions']],
    [['plan.md', '--port', '0', '--no-open']],
    [['init']],
    [['inline', 'reply', '--file', 'plan.md', '--thread-id', 'T-001', '--speaker', 'Bo', 'So']],
    [['questions']],
  ])('is one sentence with its cure for %j', (args) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'dist/discuss.cjs'), ...args],
      { cwd: folder, env: { HOME: folder }, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('has no SQLite of its own');
    expect(stderr).toContain(
      'use Node 22.13 or newer, or install discuss again without --omit=optional',
    );
    expect(stderr).not.toContain('unexpected failure');
  });
});
