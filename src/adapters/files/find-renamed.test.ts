import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { compareTraces, traceOf } from '../../core/review/file-trace.ts';
import { openRenameSearch } from './find-renamed.ts';
import { walkNeighbourhood } from './walk-neighbourhood.ts';

const text = 'A text that is long enough to tell something.\n';

let root: string;
const at = (path: string): string => join(root, path);

function write(path: string, content = text): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'renamed-')));
  const folder = root;
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  write('work/plan.md');
});

/** Looks at plan.md, lets something happen, and searches for it. */
async function search(happens: () => void, more: { taken?: string[]; directory?: string } = {}) {
  const path = at('work/plan.md');
  const trace = traceOf(statSync(path, { bigint: true }));
  const seenAt = Date.now();
  happens();
  const where = { taken: [], directory: at('work'), ...more };
  return openRenameSearch(process.env).find({ path, trace, seenAt, text, ...where });
}

describe('a file that is not where it was', () => {
  it('is found below, beside and above by what the file system knows of it, whatever it holds now', async () => {
    for (const to of ['work/a/b/new.md', 'work/new.txt', 'new.md', 'elsewhere/new.md']) {
      const found = await search(() => {
        mkdirSync(dirname(at(to)), { recursive: true });
        renameSync(at('work/plan.md'), at(to));
        writeFileSync(at(to), 'Something else.\n');
      });
      expect(found).toEqual({ kind: 'renamed', path: at(to) });
      rmSync(at(to));
      write('work/plan.md');
    }
  });

  it('is found when its folder was renamed', async () => {
    expect(await search(() => renameSync(at('work'), at('other')))).toEqual({
      kind: 'renamed',
      path: at('other/plan.md'),
    });
  });

  it('is found by its text when it was copied over, and not in what was there before', async () => {
    const copied = await search(() => {
      copyFileSync(at('work/plan.md'), at('work/new.md'));
      unlinkSync(at('work/plan.md'));
    });
    expect(copied).toEqual({ kind: 'renamed', path: at('work/new.md') });
    const path = at('work/plan.md');
    const later = { path, seenAt: Date.now() + 60_000, text, taken: [], directory: root };
    expect(await openRenameSearch({}).find(later)).toEqual({ kind: 'none' });
  });

  it('is not a file that got its number, nor one that is hidden, put aside, a link or reviewed', async () => {
    const rows: ReadonlyArray<readonly [string, () => void]> = [
      ['number', () => write('work/unrelated.md', 'Quite another text, as long.\n')],
      ['hidden', () => write('work/.new.md')],
      ['in a hidden folder', () => write('work/.trash/new.md')],
      ['put aside', () => write('work/plan.md~')],
      ['a link', () => symlinkSync(at('work/taken.md'), at('work/link.md'))],
      ['reviewed', () => write('work/taken.md')],
      ['shorter', () => write('work/new.md', text.slice(1))],
    ];
    for (const [what, happens] of rows) {
      const found = await search(
        () => {
          unlinkSync(at('work/plan.md'));
          happens();
        },
        { taken: [at('work/taken.md')] },
      );
      expect([what, found]).toEqual([what, { kind: 'none' }]);
      write('work/plan.md');
      rmSync(at('work/new.md'), { force: true });
    }
  });

  it('is unclear when it stands at two places', async () => {
    const found = await search(() => {
      linkSync(at('work/plan.md'), at('work/one.md'));
      linkSync(at('work/plan.md'), at('work/two.md'));
      unlinkSync(at('work/plan.md'));
    });
    expect(found).toEqual({ kind: 'unclear', paths: [at('work/one.md'), at('work/two.md')] });
  });
});

describe('traces', () => {
  it('tell a file from another one that got its number, where times of birth are kept', () => {
    const trace = { device: '1', inode: '2', bornAt: '3' };
    expect(compareTraces(trace, { ...trace })).toBe('same');
    expect(compareTraces(trace, { ...trace, bornAt: '4' })).toBe('different');
    expect(compareTraces(trace, { ...trace, inode: '4' })).toBe('different');
    expect(compareTraces(trace, { device: '1', inode: '2' })).toBe('maybe');
  });
});

describe('a walk', () => {
  it('comes by each file once, the nearer ones first, and by nothing of installed packages', async () => {
    write('work/deep/er/a.md');
    write('work/node_modules/b.md');
    write('c.md');
    const found: string[] = [];
    for await (const path of walkNeighbourhood([at('work'), root, at('work'), at('gone')])) {
      found.push(path.slice(root.length + 1));
    }
    expect(found).toEqual(['work/plan.md', 'c.md', 'work/deep/er/a.md']);
  });
});
