import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

function scratchWithPlan(): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  return scratch;
}

const words = ['plan.md', '--no-open', '--port', '0'];

describe('a home that cannot be written', () => {
  it('is exit 1 and names DISCUSS_STORE; nothing is kept in memory silently', async () => {
    const launched = scratchWithPlan().launch(words, { home: '/dev/null/home' });
    expect((await launched.exit).code).toBe(1);
    expect(launched.stdout()).toBe('');
    expect(launched.stderr()).toContain('/dev/null/home');
    expect(launched.stderr()).toContain('DISCUSS_STORE');
  });

  it('is no obstacle when DISCUSS_STORE names a place that can be written', async () => {
    const scratch = scratchWithPlan();
    const environment = { DISCUSS_STORE: join(scratch.directory, 'own', 'reviews.db') };
    const review = await scratch.review(['plan.md'], { home: '/dev/null/home', environment });
    await review.openThread();
    await review.kill('SIGKILL');
    const again = await scratch.review(['plan.md'], { home: '/dev/null/home', environment });
    expect((await again.state()).threads).toHaveLength(1);
    await again.post('/api/done');
    expect((await again.exit).code).toBe(0);
    expect(again.stderr()).toContain('the transcript could not be written');
  });

  it('and a store that is a folder is exit 1 too', async () => {
    const scratch = scratchWithPlan();
    const launched = scratch.launch(words, {
      environment: { DISCUSS_STORE: scratch.directory },
    });
    expect((await launched.exit).code).toBe(1);
    expect(launched.stderr()).toContain('DISCUSS_STORE');
  });

  it('a relative DISCUSS_STORE is meant from the working directory', async () => {
    const scratch = scratchWithPlan();
    await scratch.review(['plan.md'], { environment: { DISCUSS_STORE: 'here.db' } });
    expect(existsSync(join(scratch.directory, 'here.db'))).toBe(true);
  });
});
