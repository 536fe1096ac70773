import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as source from '../../src/index.ts';
import { scratchOfTest } from '../support/scratch.ts';

const root = resolve(import.meta.dirname, '../..');

const values = [
  'changedFiles',
  'diffBlocks',
  'isRefusal',
  'markdownBlocks',
  'openDiscuss',
  'parseDiscussions',
  'parseVerdictSpec',
];

const types = [
  'ActionInput',
  'ActionName',
  'ActionOutput',
  'Author',
  'Block',
  'BlockKind',
  'ChangedFile',
  'Delivery',
  'Discuss',
  'DiscussSettings',
  'Discussions',
  'Intent',
  'LineRange',
  'ListedAction',
  'OpenReview',
  'PerformOptions',
  'Quote',
  'Refusal',
  'ReviewMessage',
  'ReviewRequest',
  'ReviewedDiff',
  'TextRange',
  'Transcript',
  'VerdictConfig',
  'VerdictOption',
  'WireDraft',
  'WireFile',
  'WireMessage',
  'WireResolution',
  'WireState',
  'WireThread',
  'WireVerdict',
];

/** The names that a module exports as types alone. */
function exportedTypes(text: string): string[] {
  const lists = [...text.matchAll(/^export type \{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(','),
  );
  const interfaces = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(
    ([, name = '']) => name,
  );
  const names = [...lists, ...interfaces].map((name) => name.trim().replace(/^.* as /, ''));
  return names.filter((name) => name !== '');
}

describe('the public API', () => {
  it('exports these values and no others', () => {
    expect(Object.keys(source).sort()).toEqual(values);
  });

  it('exports these types and no others', () => {
    const text = readFileSync(join(root, 'src/index.ts'), 'utf8');
    expect(exportedTypes(text).sort()).toEqual(types);
  });

  it('exports nothing by a star', () => {
    expect(readFileSync(join(root, 'src/index.ts'), 'utf8')).not.toMatch(/export \*/);
  });

  it('is what the package offers, and all that it offers', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: unknown;
      bin: unknown;
    };
    expect(bin).toEqual({ discuss: 'dist/discuss.cjs' });
    expect(exports).toEqual({
      '.': { types: './dist/types/index.d.ts', default: './dist/parts/index.mjs' },
      './package.json': './package.json',
    });
  });

  it('is built with the same exports, and works where the package is installed', () => {
    const scratch = scratchOfTest();
    mkdirSync(join(scratch.directory, 'node_modules'));
    symlinkSync(root, join(scratch.directory, 'node_modules/discuss'));
    scratch.write('use.mjs', useOfPackage);
    const { stdout, stderr } = spawnSync(process.execPath, ['use.mjs'], {
      cwd: scratch.directory,
      env: { HOME: scratch.home },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      exports: values,
      blocks: ['heading', 'paragraph'],
      hasSessions: true,
      sessions: { sessions: [], more: 0 },
      codes: ['invalid_input', 'unknown_action'],
    });
  });
});

const useOfPackage = `
import * as discuss from 'discuss';
const { actions, perform } = discuss.openDiscuss({ directory: process.cwd() });
const refused = [await perform('review-sessions', { limit: 'x' }), await perform('nothing', {})];
console.log(JSON.stringify({
  exports: Object.keys(discuss).sort(),
  blocks: discuss.markdownBlocks('# A\\n\\nb\\n').map(({ kind }) => kind),
  hasSessions: actions.some(({ name }) => name === 'review-sessions'),
  sessions: await perform('review-sessions', {}),
  codes: refused.filter(discuss.isRefusal).map(({ code }) => code),
}));
`;
