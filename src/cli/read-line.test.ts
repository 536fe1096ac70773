import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readLine } from './read-line.ts';

const never = new AbortController().signal;

describe('a line of a terminal', () => {
  it('ends where the person ends it, whatever comes in pieces', async () => {
    const input = new PassThrough();
    const line = readLine(input, never);
    input.write('2, but ');
    input.write('only the parser\nmore');
    expect(await line).toBe('2, but only the parser');
  });

  it('is nothing when the input ends, or is not wanted any more', async () => {
    const ended = new PassThrough();
    const line = readLine(ended, never);
    ended.end();
    expect(await line).toBeUndefined();
    const stop = new AbortController();
    const unwanted = readLine(new PassThrough(), stop.signal);
    stop.abort();
    expect(await unwanted).toBeUndefined();
    expect(await readLine(new PassThrough(), stop.signal)).toBeUndefined();
  });
});
