import { describe, expect, it } from 'vitest';
import { refuseArguments } from './git-arguments.ts';

describe('review contract 1: arguments whose output is no patch', () => {
  it.each([
    '--stat',
    '--stat=80',
    '--stat-width=3',
    '--shortstat',
    '--numstat',
    '--dirstat',
    '--dirstat=lines',
    '-X',
    '-Xlines',
    '--summary',
    '--compact-summary',
    '--name-only',
    '--name-status',
    '--raw',
    '--patch-with-stat',
    '--patch-with-raw',
    '-s',
    '--no-patch',
    '--quiet',
    '--check',
    '--word-diff',
    '--word-diff=porcelain',
    '--word-diff-regex=.',
    '--color-words',
    '--color',
    '--color=always',
    '--line-prefix=>',
    '--output-indicator-new=>',
    '--output=out.txt',
    '--output',
  ])('are refused by name: %s', (word) => {
    expect(refuseArguments(['HEAD', word])).toMatchObject({
      code: 'usage',
      message: `with "${word}", git diff prints no patch`,
    });
    expect(refuseArguments(['HEAD', '--', word])).toBeUndefined();
  });

  it.each([
    '--staged',
    '-U10',
    '-w',
    '-M',
    '-S--stat',
    '--no-color',
    '--color-moved',
    '-Sx',
    '--submodule',
    '--summary-of-nothing',
    'stat',
  ])('do not include %s', (word) => {
    expect(refuseArguments([word])).toBeUndefined();
  });
});

describe('safety 1: arguments that run programs of the repository', () => {
  it.each(['--ext-diff', '--textconv', '--submodule=diff'])('are refused by name: %s', (word) => {
    expect(refuseArguments(['HEAD', word])).toMatchObject({
      code: 'usage',
      message: `"${word}" would run programs that the repository's configuration names`,
    });
    expect(refuseArguments(['--', word])).toBeUndefined();
  });

  it.each(['--submodule', '--submodule=log', '--no-ext-diff', '--no-textconv'])(
    'do not include %s',
    (word) => {
      expect(refuseArguments([word])).toBeUndefined();
    },
  );
});
