import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTestTerminal } from '../../../test/support/test-terminal.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { PreparedThread } from '../../core/review/prepared-threads.ts';
import { openPorts } from '../../open-discuss.ts';
import type { ReviewInputs } from '../../session/review-inputs.ts';
import { readThreads } from './read-threads.ts';
import { parseReviewArgs } from './review-args.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'threads-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const inputs: ReviewInputs = {
  mode: 'markdown',
  sourceFile: 'multi-2-files',
  historyName: 'multi-2-files',
  files: [
    { path: 'a.md', kind: 'markdown', text: '# A' },
    { path: 'b.md', kind: 'markdown', text: '# B' },
  ],
};
const json = '[{"path": "b.md", "anchorStart": 1, "text": "Why?"}]';

async function read(line: string, piped = ''): Promise<readonly PreparedThread[] | Refusal> {
  const args = parseReviewArgs(line.split(' '));
  if (isRefusal(args)) return args;
  const terminal = makeTestTerminal(root, { readInput: async () => piped });
  const ports = openPorts(terminal);
  return readThreads({ args, inputs, ports, terminal });
}

describe('review contract 8: --threads', () => {
  it('names a file with threads', async () => {
    writeFileSync(join(root, 't.json'), json);
    expect(await read('a.md b.md --threads t.json')).toMatchObject([{ fileId: 'f-2' }]);
    expect(await read('a.md b.md')).toEqual([]);
  });

  it('may name standard input, unless that is reviewed', async () => {
    expect(await read('a.md b.md --threads -', json)).toMatchObject([{ fileId: 'f-2' }]);
    expect(await read('--threads - diff', json)).toMatchObject([{ fileId: 'f-2' }]);
    expect(await read('a.md - --threads -', json)).toMatchObject({ code: 'usage' });
    expect(await read('--threads -', json)).toMatchObject({ code: 'usage' });
  });

  it('is refused when there is no such file, and when it holds something else', async () => {
    writeFileSync(join(root, 't.json'), '[{"text": ""}]');
    writeFileSync(join(root, 'latin.json'), Buffer.from('["\xe9"]', 'latin1'));
    expect(await read('a.md --threads none.json')).toMatchObject({ code: 'file_missing' });
    expect(await read('a.md --threads t.json')).toMatchObject({ code: 'bad_threads' });
    expect(await read('a.md --threads latin.json')).toMatchObject({ code: 'not_utf8' });
  });
});
