import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleScript } from '../support/bundle-script.ts';
import { planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';

const run = promisify(execFile);
let scripts: { readonly write: string; readonly finish: string };

beforeAll(async () => {
  scripts = {
    write: await bundleScript('take-writer-script'),
    finish: await bundleScript('finish-review-script'),
  };
});
afterAll(() => {
  for (const script of Object.values(scripts)) rmSync(dirname(script), { recursive: true });
});

/** What a process that writes takes has to say. */
interface Report {
  readonly acknowledged: readonly string[];
  readonly seen: readonly string[];
}

describe('several processes that write into one review through the store', () => {
  it.each([1, 3])(
    'lose nothing and see each other’s events: the server and %i more',
    async (others) => {
      const scratch = scratchOfTest();
      scratch.write('plan.md', planText);
      const review = await scratch.review(['plan.md']);
      const stream = await review.stream();
      const threadId = await review.openThread();
      const store = join(scratch.home, '.discuss', 'user.db');
      const [takes, replies] = [30, 40];
      const reports = Promise.all(
        Array.from({ length: others }, async (): Promise<Report> => {
          const words = [scripts.write, store, review.id, threadId, String(takes), String(replies)];
          return JSON.parse((await run(process.execPath, words)).stdout) as Report;
        }),
      );
      const posts: string[] = [];
      for (let count = 0; count < replies; count += 4) {
        const answers = await Promise.all(
          Array.from({ length: 4 }, (_, index) =>
            review.post(`/api/threads/${threadId}/replies`, { text: `reply ${count + index}` }),
          ),
        );
        for (const { status, body } of answers) {
          expect([status, body]).toMatchObject([200, { threadId }]);
          posts.push(String(body['id']));
        }
      }
      const written = await reports;
      const state = await review.state();
      expect(state.replies[threadId]?.map(({ id }) => id).sort()).toEqual([...posts].sort());
      const kept = state.takes[threadId] ?? [];
      expect(kept.map(({ text }) => text).sort()).toEqual(
        written.flatMap(({ acknowledged }) => acknowledged).sort(),
      );
      expect(kept.map(({ id }) => id)).toEqual(kept.map((_, index) => `t-${index + 1}`));
      for (const { seen } of written) {
        expect(seen).toEqual(Array.from({ length: replies }, (_, index) => `r-${index + 1}`));
      }
      const last = kept.at(-1)?.id ?? '';
      await stream.events.nextWhere(
        ({ name, data }) => name === 'take.added' && data['id'] === last,
        last,
      );
      const heard = stream.events.all.filter(({ name }) => name === 'take.added');
      expect(heard.map(({ data }) => data['id'])).toEqual(kept.map(({ id }) => id));
    },
  );

  it('the end that another process writes ends the server, as if the page had asked for it', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', planText);
    const review = await scratch.review(['plan.md']);
    const stream = await review.stream();
    const id = await review.openThread();
    const store = join(scratch.home, '.discuss', 'user.db');
    await run(process.execPath, [scripts.finish, store, review.id]);
    expect((await stream.nextEvent('session.done')).data).toMatchObject({
      threads: [{ id }],
      transcriptPath: expect.stringContaining(scratch.home),
    });
    await stream.ended;
    expect((await review.nextEvent('session.done')).payload).toMatchObject({ threads: [{ id }] });
    expect(await review.exit).toEqual({ code: 0, signal: null });
  });
});
