import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dateOf,
  folderName,
  ignoreAddition,
  ignoreRule,
  isInsideGitMetadata,
  nextNumber,
  slugOf,
} from './folder-name.ts';

describe('the name of a bundle’s folder (bundle contract 2)', () => {
  it.each([
    ['Parser fix', 'parser-fix'],
    ['  The  "new" Parser: v2!  ', 'the-new-parser-v2'],
    ['../../etc/passwd', 'etc-passwd'],
    ['Überprüfung des Cafés', 'uberprufung-des-cafes'],
    ['日本語', 'discussion'],
    ['', 'discussion'],
    ['---', 'discussion'],
    ['.git', 'git'],
  ])('turns the topic %j into %j', (topic, slug) => {
    expect(slugOf(topic)).toBe(slug);
  });

  it('is lower-case ASCII words joined by hyphens, never longer than a folder may be', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (topic) => {
        expect(slugOf(topic)).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slugOf(topic).length).toBeLessThanOrEqual(60);
      }),
    );
    expect(slugOf('word '.repeat(40))).toBe(Array(12).fill('word').join('-'));
  });

  it('carries the local date and the number after the greatest of that date', () => {
    expect(dateOf('2026-12-01T00:30:00+01:00')).toBe('2026-12-01');
    expect(nextNumber('2026-11-30', [])).toBe(1);
    const names = ['2026-11-30-no1-a', '2026-11-30-no4-b-c', '2026-11-29-no9-a'];
    expect(nextNumber('2026-11-30', names)).toBe(5);
    expect(folderName('2026-11-30', 5, 'parser')).toBe('2026-11-30-no5-parser');
  });

  it('ignores malformed names when it counts', () => {
    const malformed = [
      '2026-11-30-no0-a',
      '2026-11-30-no07-a',
      '2026-11-30-no9',
      '2026-11-30-no9-',
      '2026-11-30-no9-A',
      '2026-11-30-no9-a_b',
      '2026-11-30-no-9-a',
      '2026-11-30-9-a',
      'x2026-11-30-no9-a',
      '2026-11-30-no9-a.md',
    ];
    expect(nextNumber('2026-11-30', malformed)).toBe(1);
  });

  it('never stands in the metadata of git', () => {
    expect(isInsideGitMetadata('/work/.git/hooks')).toBe(true);
    expect(isInsideGitMetadata('/work/.Git')).toBe(true);
    expect(isInsideGitMetadata('/work/.github/x')).toBe(false);
  });
});

describe('the ignore rule (bundle contract 3)', () => {
  it('names exactly one folder, anchored at the root of the work tree', () => {
    expect(ignoreRule('discussion/2026-11-30-no1-topic')).toBe('/discussion/2026-11-30-no1-topic/');
  });

  it('takes the meaning from characters that have one', () => {
    expect(ignoreRule('a*b/[v1]?/c\\d/!x/#y')).toBe('/a\\*b/\\[v1\\]\\?/c\\\\d/!x/#y/');
  });

  it('is not written for a path that no rule can name', () => {
    expect(ignoreRule('a\nb')).toBeUndefined();
  });

  it.each([
    ['', '/x/\n'],
    ['*.log\n', '/x/\n'],
    ['*.log', '\n/x/\n'],
    ['*.log\r\n', '/x/\r\n'],
    ['a\r\nb', '\r\n/x/\r\n'],
  ])('is appended to %j as %j, after a missing final newline', (existing, addition) => {
    expect(ignoreAddition(existing, '/x/')).toBe(addition);
  });
});
