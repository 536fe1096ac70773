import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeScratchRepository,
  type ScratchRepository,
} from '../../../test/support/scratch-repository.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { GitDiffRequest } from '../../core/review/ports/git-diff.ts';
import { openGitDiff } from './git-diff.ts';
import { openGitFacts } from './git-facts.ts';
import { gitRenames } from './git-renames.ts';

let scratch: ScratchRepository;
let ran: string;
beforeEach(() => {
  scratch = makeScratchRepository();
  ran = join(scratch.folder, 'ran');
  scratch.commit({ 'a.txt': 'one\n', 'b.bin': 'one\n' });
});
afterEach(() => scratch.remove());

/** A command that leaves a trace and passes its input on. */
const trace = (): string => `touch ${ran}; cat`;

async function diff(request: Partial<GitDiffRequest> = {}) {
  const read = { directory: scratch.root, args: [], untracked: false, maxBytes: 0, ...request };
  const found = await openGitDiff(scratch.environment).read(read);
  if (isRefusal(found)) throw new Error(found.message);
  return found;
}

describe('safety 1: the configuration of a repository runs nothing', () => {
  const settings: Record<string, () => [string, string]> = {
    'core.fsmonitor': () => ['core.fsmonitor', trace()],
    'diff.external': () => ['diff.external', `touch ${ran}; true`],
    'a diff driver': () => ['diff.own.command', `touch ${ran}; true`],
    textconv: () => ['diff.own.textconv', trace()],
    'a clean filter': () => ['filter.own.clean', trace()],
    'a filter process': () => ['filter.own.process', trace()],
    'core.pager': () => ['core.pager', trace()],
  };
  it.each(Object.keys(settings))('%s', async (name) => {
    scratch.git(['config', '--local', ...(settings[name]?.() ?? [])]);
    scratch.write({
      '.gitattributes': '*.bin diff=own filter=own\n',
      'a.txt': 'two\n',
      'b.bin': 'two\n',
      'c.bin': 'new\n',
    });
    const { patch } = await diff({ untracked: true });
    expect(patch).toContain('+two');
    const facts = openGitFacts(scratch.environment);
    const since = '2000-01-01T00:00:00Z';
    const commit = scratch.git(['rev-parse', 'HEAD']).trim();
    await facts.changedSince(scratch.root, { commit, since, except: join(scratch.root, 'x') });
    await gitRenames(scratch.root, since, scratch.environment);
    expect(existsSync(ran)).toBe(false);
  });

  it('nor do its hooks', async () => {
    const hooks = join(scratch.root, '.git/hooks');
    mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-auto-gc'])
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${ran}\n`, { mode: 0o755 });
    scratch.write({ 'a.txt': 'two\n' });
    await diff({ untracked: true });
    expect(existsSync(ran)).toBe(false);
  });

  it('and what its own filter would change is listed as not compared', async () => {
    scratch.git(['config', '--local', 'filter.own.clean', trace()]);
    scratch.write({ '.gitattributes': '*.bin filter=own\n', 'a.txt': 'two\n', 'b.bin': 'two\n' });
    const { patch, warnings } = await diff();
    expect(patch).not.toContain('b.bin');
    expect(patch).toContain('a/a.txt');
    expect(warnings).toEqual(['b.bin is not compared: the repository itself defines its filter']);
    expect((await diff({ args: ['b.bin', 'a.txt'] })).patch).not.toContain('b.bin');
  });

  it('while a filter of the user runs', async () => {
    scratch.git(['config', '--global', 'filter.mine.clean', trace()]);
    scratch.write({ '.gitattributes': '*.bin filter=mine\n', 'b.bin': 'two\n' });
    expect((await diff()).patch).toContain('b.bin');
    expect(existsSync(ran)).toBe(true);
  });

  it('and variables that run programs are left out', async () => {
    scratch.write({ 'a.txt': 'two\n' });
    const environment = {
      ...scratch.environment,
      GIT_EXTERNAL_DIFF: `touch ${ran}`,
      GIT_SSH_COMMAND: `touch ${ran}`,
      GIT_PAGER: `touch ${ran}`,
    };
    const request = { directory: scratch.root, args: [], untracked: false, maxBytes: 0 };
    expect(await openGitDiff(environment).read(request)).toHaveProperty('patch');
    expect(existsSync(ran)).toBe(false);
  });

  it('and missing objects of a partial clone are named, not fetched', async () => {
    scratch.commit({ 'a.txt': 'two\n' });
    scratch.git(['config', 'uploadpack.allowFilter', 'true']);
    const partial = join(scratch.folder, 'partial');
    const source = `file://${scratch.root}`;
    scratch.git(['clone', '--quiet', '--bare', '--filter=blob:none', source, partial]);
    const refused = await openGitDiff(scratch.environment).read({
      directory: partial,
      args: ['HEAD~1', 'HEAD'],
      untracked: false,
      maxBytes: 0,
    });
    expect(refused).toMatchObject({ code: 'git_failed' });
    expect(JSON.stringify(refused)).toMatch(/partial clone are not here.*fetch them first/s);
  });
});
