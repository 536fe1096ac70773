import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LongLine, limitLines } from './limit-lines.ts';

async function pass(limit: number, chunks: readonly Buffer[]) {
  const tooLong: LongLine[] = [];
  const passed: string[] = [];
  const lines = Readable.from(chunks).pipe(
    limitLines(limit, { onLongLine: (line) => void tooLong.push(line), accepts: () => true }),
  );
  for await (const line of lines) passed.push(String(line));
  return { passed: passed.join(''), tooLong };
}

describe('limiting lines', () => {
  it('passes whole lines on and leaves out those over the limit, however they are cut up', async () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\n', ''));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(80)), async (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const at = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b)];
        const chunks = at.map((from, index) => bytes.subarray(from, at[index + 1]));
        const { passed, tooLong } = await pass(8, chunks);
        const isShort = (text: string) => Buffer.byteLength(text) < 8;
        expect(passed).toBe(
          lines
            .filter(isShort)
            .map((text) => `${text}\n`)
            .join(''),
        );
        expect(tooLong).toHaveLength(lines.filter((text) => !isShort(text)).length);
      }),
    );
  });

  it('tells both ends of a line that is too long, and keeps no more of it', async () => {
    const middle = Array.from({ length: 50 }, () => Buffer.alloc(1000, 'x'));
    const { tooLong } = await pass(100, [Buffer.from('head'), ...middle, Buffer.from('tail\n')]);
    expect(tooLong).toEqual([
      { head: `head${'x'.repeat(1000)}`, tail: `${'x'.repeat(1019)}tail\n` },
    ]);
  });
});
