import { expect, it } from 'vitest';
import { privatePath } from './private-path.ts';

function atClock() {
  let time = 0;
  let made = 0;
  const path = privatePath(
    () => `key${made++}`,
    () => time,
  );
  const pass = (ms: number): void => {
    time += ms;
  };
  return { path, pass };
}

it('safety 5: a ticket is good once', () => {
  const { path } = atClock();
  expect([path.prefix, path.issueTicket()]).toEqual(['/key0', '/open/key1']);
  expect(['key1', 'key1', 'key0', ''].map(path.redeem)).toEqual([true, false, false, false]);
});

it('safety 5: a ticket is good for 30 seconds', () => {
  const { path, pass } = atClock();
  for (let count = 0; count < 2; count++) path.issueTicket();
  pass(30_000);
  expect(path.redeem('key1')).toBe(true);
  pass(1);
  expect(path.redeem('key2')).toBe(false);
});
