import { readdirSync, watch } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openShell } from '../support/bundle-shell.ts';
import { scratchOfTest } from '../support/scratch.ts';

const kills = process.env['DISCUSS_LONG_TESTS'] === '1' ? 500 : 20;

describe('a process that is killed while it writes a bundle (bundle contract 3)', () => {
  it(`loses nothing that it has confirmed, and leaves a bundle that a doctor makes whole (${kills} times)`, async () => {
    const scratch = scratchOfTest();
    const { directory, home } = scratch;
    const shell = openShell(directory, { HOME: home });
    await shell.ok('new', 'Topic');
    const [root = ''] = shell.roots();
    const named = shell.at(directory, { DISCUSS_BUNDLE: root });
    const confirmed: number[] = [];
    let interrupted = 0;
    for (let round = 1; round <= kills; round += 1) {
      const writer = scratch.launch([
        'bundle',
        'evidence',
        `observation ${round}.`,
        '--root',
        root,
        '--json',
      ]);
      // The first trace of the write starts a short, random time to live.
      const watcher = watch(root, () => {
        watcher.close();
        setTimeout(() => writer.child.kill('SIGKILL'), Math.random() * 12);
      });
      const { code } = await writer.exit.catch(() => ({ code: null }));
      watcher.close();
      if (code === 0) confirmed.push(round);
      const found = await named.run('status');
      if (found.code !== undefined) {
        expect(found.code).toBe('interrupted_write');
        interrupted += 1;
      }
      await named.ok('doctor', '--repair');
      expect(await named.ok('validate')).toMatchObject({ findings: [], warnings: [] });
      expect(readdirSync(root).filter((name) => !name.endsWith('.md'))).toEqual([]);
    }
    const kept = [...named.read('evidence.md').matchAll(/Evidence: observation (\d+)\./g)].map(
      ([, number]) => Number(number),
    );
    expect(kept).toEqual([...new Set(kept)].sort((one, other) => one - other));
    expect(kept).toEqual(expect.arrayContaining(confirmed));
    expect(interrupted).toBeLessThanOrEqual(kills);
  });
});
