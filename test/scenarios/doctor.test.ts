import { chmodSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

function openScratch(): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  // As home folders are on most machines.
  for (const folder of [dirname(scratch.home), scratch.home]) chmodSync(folder, 0o755);
  return scratch;
}

async function doctor(scratch: Scratch) {
  const { code, stdout } = await runDiscuss(scratch, ['doctor', '--json']);
  return { code, ...(JSON.parse(stdout) as { servers: unknown; files: unknown }) };
}

describe.skipIf(process.platform === 'win32')('safety 5, discuss doctor', () => {
  it('says that nothing can be reached where it is so, and makes nothing', async () => {
    const scratch = openScratch();
    expect(await doctor(scratch)).toEqual({ code: 0, servers: [], files: [] });
    const { stdout } = await runDiscuss(scratch, ['doctor']);
    expect(stdout).toBe('Other users of this machine reach nothing of discuss.\n');
  });

  it('names pages that are open and not private, for as long as they are', async () => {
    const scratch = openScratch();
    const open = await scratch.review(['plan.md']);
    await scratch.review(['plan.md', '--private', '--fresh']);
    expect(await doctor(scratch)).toEqual({
      code: 1,
      servers: [{ url: open.url, room: `review:${open.id}` }],
      files: [],
    });
    const { stdout } = await runDiscuss(scratch, ['doctor']);
    expect(stdout).toContain(`${open.url} shows review:${open.id}; start it with --private`);
    await open.kill('SIGKILL');
    expect(await doctor(scratch)).toMatchObject({ code: 0, servers: [] });
  });

  it('what a whole review leaves behind is its owner’s alone', async () => {
    const scratch = openScratch();
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    await review.post('/api/done');
    await review.exit;
    await runDiscuss(scratch, ['init']);
    chmodSync(join(scratch.home, '.discuss'), 0o755);
    expect(await doctor(scratch)).toEqual({ code: 0, servers: [], files: [] });
  });

  it('names stores, logs and transcripts whose modes let others in', async () => {
    const scratch = openScratch();
    await runDiscuss(scratch, ['init']);
    const kept = scratch.write(join(scratch.home, '.discuss', 'history', 'plan.json'), '{}');
    const store = join(scratch.directory, '.discuss', 'discuss.db');
    for (const folder of [dirname(kept), dirname(dirname(kept)), dirname(store)]) {
      chmodSync(folder, 0o755);
    }
    chmodSync(kept, 0o644);
    chmodSync(store, 0o646);
    expect(await doctor(scratch)).toMatchObject({
      code: 1,
      files: [
        { path: store, mode: '0646' },
        { path: kept, mode: '0644' },
      ],
    });
    const { stdout } = await runDiscuss(scratch, ['doctor']);
    expect(stdout).toContain(`${store} has mode 0646; chmod go= '${store}'`);
  });
});
