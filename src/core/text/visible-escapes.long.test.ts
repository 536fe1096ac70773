import { expect, it } from 'vitest';
import { terminalTextLaws } from './terminal-text.contract.ts';

it('safety 6, 200,000 generated terminal texts steer and hide nothing', () => {
  expect(() => terminalTextLaws({ numRuns: 200_000 })).not.toThrow();
});
