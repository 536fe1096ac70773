import { describe, expect, it } from 'vitest';
import { pathArguments } from './path-arguments.ts';

describe('the paths among arguments of git diff', () => {
  const exists = (path: string) => ['src', 'HEAD.md', '-x'].includes(path);
  it.each([
    [
      ['HEAD', '--', 'a', '--b'],
      ['a', '--b'],
    ],
    [
      ['HEAD', 'src', '-w', 'HEAD.md'],
      ['src', 'HEAD.md'],
    ],
    [['main..x', '*.ts', '-x'], ['*.ts']],
    [['--cached'], []],
    [['src', '--'], []],
  ])('of %j are %j', (args, paths) => {
    expect(pathArguments(args, exists)).toEqual(paths);
  });
});
