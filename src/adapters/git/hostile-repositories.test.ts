import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  makeScratchRepository,
  type ScratchRepository,
} from '../../../test/support/scratch-repository.ts';
import { openGitDiff } from './git-diff.ts';
import { openGitFacts } from './git-facts.ts';
import { gitRenames } from './git-renames.ts';

/** Settings of git that name a command, as sections of a configuration file. */
const settings: Readonly<Record<string, (command: string) => string>> = {
  'core.fsmonitor': (command) => `[core]\nfsmonitor = "${command}"`,
  'core.hooksPath': () => '[core]\nhooksPath = hooks',
  'core.pager': (command) => `[core]\npager = "${command}"`,
  'core.editor': (command) => `[core]\neditor = "${command}"`,
  'core.sshCommand': (command) => `[core]\nsshCommand = "${command}"`,
  'core.askPass': (command) => `[core]\naskPass = "${command}"`,
  'core.gitProxy': (command) => `[core]\ngitProxy = "${command}"`,
  'core.alternateRefsCommand': (command) => `[core]\nalternateRefsCommand = "${command}"`,
  'pager.diff': (command) => `[pager]\ndiff = "${command}"\nstatus = "${command}"`,
  'diff.external': (command) => `[diff]\nexternal = "${command.replace('cat', 'true')}"`,
  'a diff driver': (command) => `[diff "own"]\ncommand = "${command}"`,
  textconv: (command) => `[diff "own"]\ntextconv = "${command}"\ncachetextconv = true`,
  'filter.clean': (command) => `[filter "own"]\nclean = "${command}"\nrequired = true`,
  'filter.smudge': (command) => `[filter "own"]\nsmudge = "${command}"`,
  'filter.process': (command) => `[filter "own"]\nprocess = "${command}"`,
  'a merge driver': (command) => `[merge "own"]\ndriver = "${command}"`,
  'alias.diff': (command) => `[alias]\ndiff = "!${command}"\nstatus = "!${command}"`,
  'interactive.diffFilter': (command) => `[interactive]\ndiffFilter = "${command}"`,
  'credential.helper': (command) => `[credential]\nhelper = "!${command}"`,
  'gpg.program': (command) => `[gpg]\nprogram = "${command}"\n[log]\nshowSignature = true`,
  'a promisor by ext': (command) =>
    `[remote "o"]\nurl = "ext::sh -c '${command}'"\npromisor = true\n[protocol "ext"]\nallow = always`,
  'uploadpack.packObjectsHook': (command) => `[uploadpack]\npackObjectsHook = "${command}"`,
  'sequence.editor': (command) => `[sequence]\neditor = "${command}"`,
  'trailer.command': (command) => `[trailer "own"]\ncommand = "${command}"`,
  'difftool.cmd': (command) => `[difftool "own"]\ncmd = "${command}"\n[diff]\ntool = own`,
};

/** Where a clone, or an archive of one, keeps such a setting. */
const places: Readonly<Record<string, (root: string, section: string) => void>> = {
  'its own configuration': (root, section) => appendFileSync(join(root, '.git/config'), section),
  'a file that it includes': (root, section) => {
    writeFileSync(join(root, 'own.config'), section);
    appendFileSync(join(root, '.git/config'), '[include]\npath = ../own.config\n');
  },
  'the configuration of a work tree': (root, section) => {
    appendFileSync(join(root, '.git/config'), '[extensions]\nworktreeConfig = true\n');
    writeFileSync(join(root, '.git/config.worktree'), section);
  },
  'a folder that looks like a bare repository': (root, section) => {
    cpSync(join(root, '.git'), join(root, 'docs'), { recursive: true });
    const path = join(root, 'docs/config');
    const workTree = `[core]\nbare = false\nworktree = ${join(root, 'docs')}\n`;
    writeFileSync(path, `${readFileSync(path, 'utf8')}${workTree}${section}`);
  },
};

let scratch: ScratchRepository;
beforeAll(() => {
  scratch = makeScratchRepository();
  scratch.commit({
    '.gitattributes': '*.bin diff=own filter=own merge=own\n',
    'a.txt': 'one\n',
    'b.bin': 'one\n',
    'docs/plan.md': '# Plan\n',
  });
});
afterAll(() => scratch.remove());

/** A repository with a hostile setting in one place, and hooks for everything; answers its root and the trace's path. */
function makeHostile(index: number, setting: string, place: string) {
  const root = join(scratch.folder, `hostile-${index}`);
  const trace = join(scratch.folder, `ran-${index}`);
  cpSync(scratch.root, root, { recursive: true });
  for (const hooks of [join(root, '.git/hooks'), join(root, 'hooks')]) {
    mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-auto-gc', 'post-checkout'])
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
  }
  places[place]?.(root, `\n${settings[setting]?.(`touch ${trace}; cat`)}\n`);
  for (const path of ['a.txt', 'b.bin', 'c.bin', 'docs/plan.md'])
    writeFileSync(join(root, path), 'two\n');
  return { root, trace };
}

/** Everything that is asked of git, in the repository and in its folder of documents. */
async function askEverything(root: string): Promise<void> {
  const { environment } = scratch;
  const since = '2000-01-01T00:00:00Z';
  for (const directory of [root, join(root, 'docs')]) {
    const request = { directory, args: [], untracked: true, maxBytes: 1_000_000 };
    await openGitDiff(environment).read(request);
    const facts = openGitFacts(environment);
    const except = join(root, 'x');
    await facts.changedSince(directory, { commit: 'HEAD', since, except });
    await gitRenames(directory, since, environment);
  }
}

const all = Object.keys(settings).flatMap((setting) =>
  Object.keys(places).map((place) => [setting, place] as const),
);
const isLong = process.env['DISCUSS_LONG_TESTS'] === '1';
// In the short suite every setting stands in one place, and every place holds settings.
const chosen = all.filter((_, index) => isLong || index % 4 === Math.floor(index / 4) % 4);

describe('safety 1: hostile repositories', () => {
  it('are at least a hundred', () => {
    expect(all.length).toBeGreaterThanOrEqual(100);
  });

  it.each([
    ['core.fsmonitor', ['status']],
    ['diff.external', ['diff']],
    ['textconv', ['diff']],
    ['filter.clean', ['diff']],
  ] as const)('would run %s if git were asked plainly', (setting, args) => {
    const index = 1000 + all.findIndex(([name]) => name === setting);
    const { root, trace } = makeHostile(index, setting, 'its own configuration');
    scratch.git(args, root);
    expect(existsSync(trace)).toBe(true);
  });

  it.each(chosen)('run nothing: %s in %s', async (setting, place) => {
    const index = all.findIndex((pair) => pair[0] === setting && pair[1] === place);
    const { root, trace } = makeHostile(index, setting, place);
    await askEverything(root);
    expect(existsSync(trace)).toBe(false);
  });
});
