import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseDiscussions } from '../../src/core/inline/parse-discussions.ts';
import { launchDiscuss } from '../support/launch-discuss.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { scratchOfTest } from '../support/scratch.ts';

const spec = '# T\n\nA paragraph.\n\n> **Sage:** What now?\n\n- one\n- two\n\nThe end.\n';

describe('inline 3, parallel writers on one file', () => {
  it('every one of 32 from four homes that exits 0 is in the file, and nothing else has changed', async () => {
    const { home, directory, write } = scratchOfTest();
    const file = write('spec.md', spec);
    const homes = [home, ...Array.from({ length: 3 }, () => scratchOfTest().home)];
    const words = (number: number): readonly string[] => {
      const speaker = ['--speaker', `Agent ${number}`, `message ${number}`];
      return number % 2 === 0
        ? ['reply', '--thread-id', 'T-001', '--root-text', 'Sage: What now?', ...speaker]
        : ['start', '--anchor-line', '3', ...speaker];
    };
    const runs = await Promise.all(
      Array.from({ length: 32 }, (_, number) =>
        runDiscuss({ home: homes[number % 4] ?? home, directory }, [
          'inline',
          ...words(number),
          '--file',
          'spec.md',
        ]),
      ),
    );
    const text = readFileSync(file, 'utf8');
    const said = parseDiscussions(text).threads.flatMap(({ comments }) =>
      comments.map(({ speaker, text: message }) => `${speaker}: ${message}`),
    );
    const kept = runs.flatMap(({ code }, number) =>
      code === 0 ? [`Agent ${number}: message ${number}`] : [],
    );
    expect(said.toSorted()).toEqual(['Sage: What now?', ...kept].toSorted());
    expect(runs.map(({ code }) => code).filter((code) => code !== 0 && code !== 5)).toEqual([]);
    expect(kept.length).toBeGreaterThan(0);
    const old = text
      .split('\n')
      .filter((line) => line !== '' && !/^>+(?: \*\*Agent.*)?$/.test(line));
    expect(old).toEqual(spec.split('\n').filter((line) => line !== ''));
    expect(readdirSync(directory)).toEqual(['spec.md']);
  }, 120_000);
});

describe('inline 3, a writer that is killed', () => {
  it('leaves the old or the new file, 20 times, and never stands in the way of the next', async () => {
    const { home, directory, write } = scratchOfTest();
    const file = write('spec.md', spec);
    const words = ['inline', 'reply', '--file', 'spec.md', '--thread-id', 'T-001'];
    for (let round = 0; round < 20; round++) {
      const before = readFileSync(file, 'utf8');
      const count = parseDiscussions(before).threads[0]?.comments.length ?? 0;
      const { child, exit } = launchDiscuss([...words, '--speaker', 'Bob', `round ${round}`], {
        home,
        directory,
      });
      // Spread over the time that a command takes, from its start to its end.
      const timer = setTimeout(() => child.kill('SIGKILL'), 60 + round * 15);
      await exit;
      clearTimeout(timer);
      const after = readFileSync(file, 'utf8');
      if (after !== before) {
        const { threads } = parseDiscussions(after);
        expect(threads).toHaveLength(1);
        expect(threads[0]?.comments).toHaveLength(count + 1);
      }
    }
    const last = await runDiscuss({ home, directory }, [...words, '--speaker', 'Bob', 'the last']);
    expect(last).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain('**Bob:** the last');
  }, 120_000);
});
