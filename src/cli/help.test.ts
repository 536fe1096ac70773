import { describe, expect, it } from 'vitest';
import { helpText } from './help.ts';
import { diffArgs, reviewArgs } from './review/review-options.ts';
import { settingKeys } from './settings/setting-keys.ts';

describe('the help page', () => {
  it('fits a terminal of 80 columns', () => {
    expect(helpText.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    expect(helpText.endsWith('\n')).toBe(true);
  });

  it('begins with the main job', () => {
    expect(helpText.split('\n').slice(0, 3).join('\n')).toMatch(
      /^discuss: review .*\n\n {2}discuss \[OPTIONS\] FILE…/,
    );
  });

  const options = [reviewArgs, diffArgs].flatMap((args) => Object.keys(args.options ?? {}));
  it.each(options)('names the option --%s', (name) => {
    expect(helpText).toContain(`--${name}`);
  });

  it.each(settingKeys.map(({ key }) => key))('names the key %s', (key) => {
    expect(helpText).toMatch(new RegExp(`\\b${key}\\b`));
  });
});
