import { describe, expect, it } from 'vitest';
import { scratchOfTest } from '../support/scratch.ts';

describe('text that is kept', () => {
  it('is refused when it is no UTF-8, and never guessed at', async () => {
    const scratch = scratchOfTest();
    const latin1 = Buffer.from('{"id":"é"}', 'latin1');
    const file = scratch.write('batch.json', latin1);
    for (const [word, input] of [
      ['-', latin1],
      [`@${file}`, ''],
    ] as const) {
      const run = scratch.launch(['ledger', 'apply', '--json', word], { input });
      expect(await run.exit).toMatchObject({ code: 1 });
      expect(JSON.parse(run.stderr())).toMatchObject({
        error: { code: 'invalid_input', message: expect.stringMatching(/is not UTF-8$/) },
      });
    }
  });
});
