import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localTime } from '../../src/adapters/files/open-bundles.ts';
import { journalName } from '../../src/core/bundle/journal.ts';
import { type BundleShell, openShell, scopeOptions } from '../support/bundle-shell.ts';
import { makeScratchRepository, type ScratchRepository } from '../support/scratch-repository.ts';

let repository: ScratchRepository;
let shell: BundleShell;
beforeEach(() => {
  repository = makeScratchRepository();
  shell = openShell(repository.root, {
    ...repository.environment,
    DISCUSS_CONTEXT: `ctx-v1-${'a'.repeat(64)}`,
  });
});
afterEach(() => repository.remove());

const ignored = (): string => readFileSync(join(repository.root, '.gitignore'), 'utf8');
const status = (directory = repository.root): string =>
  repository.git(['status', '--porcelain', '-uall'], directory);

describe('bundle new (bundle contract 1, 2)', () => {
  it('creates and verifies the initial files in a folder of today’s local date', async () => {
    const made = await shell.ok('new', 'Parser', 'fix:', 'v2', '--goal', 'A right parser');
    const date = localTime(new Date().toISOString()).slice(0, 10);
    expect(made).toMatchObject({
      root: join(repository.root, 'discussion', `${date}-no1-parser-fix-v2`),
      files: ['index.md', 'context.md', 'decisions.md', 'actions.md', 'evidence.md'],
      bound: `ctx-v1-${'a'.repeat(64)}`,
      warnings: [],
    });
    expect(made['tracker_id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    const index = shell.read('index.md');
    expect(index.split('\n').slice(0, 3)).toEqual([
      '# Discussion Record',
      '',
      `<!-- workflow-record version:4 kind:discuss tracker-id:${made['tracker_id']} -->`,
    ]);
    expect(index).toMatch(/\nCreated: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d\n/);
    expect(index).toContain(`\nRepository: ${repository.root}, main, None\n`);
    expect(index).toContain(`\nWorkspace: ${repository.root}\n`);
    expect(index).toContain('\nProfile: Lightweight\n');
    expect(await shell.ok('validate')).toMatchObject({ findings: [], warnings: [] });
  });

  it('makes a new one each time, and never takes one over', async () => {
    const one = await shell.ok('new', 'Topic');
    const two = await shell.ok('new', 'Topic');
    expect(String(two['root'])).toMatch(/-no2-topic$/);
    expect(two['tracker_id']).not.toBe(one['tracker_id']);
  });

  it('names a topic without words "discussion", and wants a topic', async () => {
    expect(String((await shell.ok('new', '日本'))['root'])).toMatch(/-no1-discussion$/);
    expect((await shell.run('new', ' ')).code).toBe('invalid_input');
    expect((await shell.tell('new')).status).toBe(2);
  });

  it('appends one rule for exactly this bundle, and leaves the index alone', async () => {
    repository.commit({ '.gitignore': '*.log' });
    const { root, git } = await shell.ok('new', 'Topic');
    const rule = `/discussion/${String(root).split('/').at(-1)}/`;
    expect(git).toEqual({ ignore: 'added', rule, tracked: [] });
    expect(ignored()).toBe(`*.log\n${rule}\n`);
    expect(status()).toBe(' M .gitignore\n');
    await shell.ok('new', 'Topic');
    expect(ignored().trim().split('\n')).toHaveLength(3);
  });

  it('writes no rule with --commit-record, nor where one covers the bundle', async () => {
    expect(await shell.ok('new', 'Topic', '--commit-record')).toMatchObject({
      git: { ignore: 'not_asked' },
    });
    expect(existsSync(join(repository.root, '.gitignore'))).toBe(false);
    repository.write({ '.gitignore': 'discussion/\n' });
    expect(await shell.ok('new', 'Topic')).toMatchObject({ git: { ignore: 'covered' } });
    expect(ignored()).toBe('discussion/\n');
  });

  it('anchors the rule at the root of the work tree it is in: a folder below, a nested repository, a linked work tree', async () => {
    repository.commit({ 'a.ts': '1' });
    const below = shell.at(join(repository.root, 'packages', 'a [b]'));
    expect(await below.ok('new', 'Topic')).toMatchObject({
      git: {
        ignore: 'added',
        rule: expect.stringMatching(/^\/packages\/a \\\[b\\\]\/discussion\//),
      },
    });
    const nested = join(repository.root, 'nested');
    mkdirSync(nested);
    repository.git(['init', '--quiet'], nested);
    await shell.at(nested).ok('new', 'Topic');
    expect(status(nested)).toBe('?? .gitignore\n');
    const linked = join(repository.folder, 'linked');
    repository.git(['worktree', 'add', '--quiet', '-b', 'other', linked]);
    const made = await shell.at(linked).ok('new', 'Topic');
    expect(status(linked)).toBe('?? .gitignore\n');
    const index = readFileSync(String(made['index']), 'utf8');
    expect(index).toContain(`\nRepository: ${linked}, other, `);
    expect(ignored().trim().split('\n')).toHaveLength(1);
  });

  it('reports a path that is tracked already', async () => {
    const date = localTime(new Date().toISOString()).slice(0, 10);
    const path = `discussion/${date}-no1-topic`;
    repository.commit({ [`${path}/index.md`]: 'old' });
    rmSync(join(repository.root, 'discussion'), { recursive: true });
    expect(await shell.ok('new', 'Topic')).toMatchObject({
      git: { tracked: [`${path}/index.md`] },
      warnings: [{ rule: 'tracked_path' }],
    });
  });

  it('keeps the bundle when the rule cannot be written, and says so', async () => {
    symlinkSync('elsewhere', join(repository.root, '.gitignore'));
    const made = await shell.ok('new', 'Topic');
    expect(made).toMatchObject({ git: { ignore: 'failed' }, warnings: [{ rule: 'not_ignored' }] });
    expect(await shell.ok('validate')).toMatchObject({ findings: [] });
  });

  it('a bundle that git neither ignores nor tracks is told by doctor, and ignored when that is asked for', async () => {
    const { root } = await shell.ok('new', 'Topic', '--commit-record');
    const told = { ok: true, findings: [], warnings: [{ rule: 'not_ignored' }] };
    expect(await shell.ok('doctor')).toMatchObject(told);
    expect(await shell.ok('doctor', '--repair')).toMatchObject({ ...told, repaired: [] });
    expect(existsSync(join(repository.root, '.gitignore'))).toBe(false);
    const rule = `/discussion/${String(root).split('/').at(-1)}/`;
    expect(await shell.ok('doctor', '--ignore')).toMatchObject({
      warnings: [],
      repaired: [expect.stringContaining(rule)],
    });
    expect(ignored()).toBe(`${rule}\n`);
    expect(await shell.ok('doctor', '--ignore')).toMatchObject({ warnings: [], repaired: [] });
    repository.write({ '.gitignore': '' });
    repository.git(['add', '.']);
    expect(await shell.ok('doctor')).toMatchObject({ warnings: [] });
    repository.git(['rm', '-r', '--quiet', '--cached', 'discussion']);
    rmSync(join(repository.root, '.gitignore'));
    symlinkSync('elsewhere', join(repository.root, '.gitignore'));
    expect(await shell.ok('doctor', '--ignore')).toMatchObject({
      warnings: [{ rule: 'not_ignored', detail: expect.stringContaining('no regular file') }],
    });
  });

  it('works without a repository and without git', async () => {
    const plain = shell.at(join(repository.folder, 'plain'));
    expect(await plain.ok('new', 'Topic')).toMatchObject({ git: { ignore: 'no_repository' } });
    expect(plain.read('index.md')).toContain('\nRepository: None\n');
    const bare = shell.at(repository.root, { PATH: join(repository.folder, 'plain') });
    expect(await bare.ok('new', 'Topic')).toMatchObject({ git: { ignore: 'no_repository' } });
  });

  it('refuses the metadata of git and a discussion folder that leads outside', async () => {
    expect((await shell.at(join(repository.root, '.git', 'hooks')).run('new', 'Topic')).code).toBe(
      'unsafe_path',
    );
    const bare = join(repository.folder, 'bare');
    repository.git(['init', '--quiet', '--bare', bare]);
    expect((await shell.at(bare).run('new', 'Topic')).code).toBe('unsafe_path');
    symlinkSync(repository.folder, join(repository.root, 'discussion'));
    expect((await shell.run('new', 'Topic')).code).toBe('unsafe_path');
  });

  it('refuses the folder of another bundle, whose files are its own', async () => {
    const { root } = await shell.ok('new', 'Topic');
    expect((await shell.at(String(root)).run('new', 'Other')).code).toBe('unsafe_path');
    expect((await shell.at(join(String(root), 'phases')).run('new', 'Other')).code).toBe(
      'unsafe_path',
    );
    expect(await shell.ok('validate')).toMatchObject({ findings: [] });
  });
});

describe('which bundle is meant (bundle contract 1)', () => {
  it('is told by --root, then DISCUSS_BUNDLE, then the binding of the context', async () => {
    const [one, two, three] = [
      await shell.ok('new', 'a'),
      await shell.ok('new', 'b'),
      await shell.ok('new', 'c'),
    ];
    expect(await shell.ok('status')).toMatchObject({ root: three['root'] });
    const named = shell.at(shell.directory, { DISCUSS_BUNDLE: String(two['root']) });
    expect(await named.ok('status')).toMatchObject({ root: two['root'] });
    expect(await named.ok('status', '--root', String(one['index']))).toMatchObject({
      root: one['root'],
    });
    expect(await shell.ok('status', '--context', `ctx-v1-${'a'.repeat(64)}`)).toMatchObject({
      root: three['root'],
    });
    const relative = String(one['root']).slice(repository.root.length + 1);
    expect(await shell.ok('status', '--root', relative)).toMatchObject({ root: one['root'] });
  });

  it('is warned of when the environment will name another than the one that is begun or continued', async () => {
    const one = await shell.ok('new', 'a');
    const named = shell.at(shell.directory, { DISCUSS_BUNDLE: String(one['root']) });
    const two = await named.ok('new', 'b');
    expect(two).toMatchObject({ warnings: [{ rule: 'named_elsewhere' }] });
    expect(await named.ok('resume', String(two['root']))).toMatchObject({
      warnings: [{ rule: 'named_elsewhere' }],
    });
    expect(await named.ok('resume', String(one['root']))).toMatchObject({ warnings: [] });
  });

  it('is never guessed from the newest folder', async () => {
    await shell.ok('new', 'a');
    const stranger = shell.at(shell.directory, { DISCUSS_CONTEXT: '' });
    for (const words of [
      ['status'],
      ['next'],
      ['validate'],
      ['checkpoint'],
      ['exit', 'plan'],
      ['doctor'],
    ]) {
      const { code, json } = await stranger.run(...words);
      expect(code).toBe('ambiguous_root');
      expect(json).toMatchObject({
        error: { details: { candidates: shell.roots() }, next: expect.stringContaining('--root') },
      });
    }
  });

  it('is refused when its folder holds none, another version, or is gone', async () => {
    const empty = join(repository.root, 'empty');
    mkdirSync(empty);
    expect((await shell.run('status', '--root', empty)).code).toBe('not_a_bundle');
    writeFileSync(
      join(empty, 'index.md'),
      '<!-- workflow-record version:3 kind:discuss tracker-id:x -->\n',
    );
    const old = await shell.run('resume', empty);
    expect(old).toMatchObject({
      code: 'wrong_version',
      json: { error: { details: { version: '3' } } },
    });
    expect((await shell.run('resume', join(repository.root, 'nowhere'))).code).toBe('not_found');
    expect((await shell.run('resume', join(repository.root, '.git'))).code).toBe('unsafe_path');
  });
});

describe('answers and exit statuses (bundle contract 1, 7)', () => {
  it('are one object with --json, and words without', async () => {
    const { status: made, printed, told } = await shell.tell('new', 'Topic');
    expect([made, told]).toEqual([0, '']);
    expect(printed).toContain('New bundle ');
    const refused = await shell.tell('decide', '--accept', 'D009', '--words', 'x');
    expect([refused.status, refused.printed]).toEqual([1, '']);
    expect(refused.told).toMatch(/^not_found: no entry "D009"/);
    const { json } = await shell.run('decide', '--accept', 'D009', '--words', 'x');
    expect(json).toEqual({
      ok: false,
      error: {
        code: 'not_found',
        message: 'no entry "D009" is in the record',
        details: { named: 'D009', known: [] },
        next: 'nothing of that kind is recorded yet',
      },
    });
  });

  it('steer no terminal by what a file holds', async () => {
    await shell.ok('new', 'Topic');
    shell.edit('index.md', /^Goal: .*$/m, 'Goal: a \u001b[31mred\u009b0m\u0007 end');
    const { printed } = await shell.tell('status');
    expect(printed).toContain('\nGoal: a \\u001b[31mred\\u009b0m\\u0007 end\n');
    const { json } = await shell.run('status');
    expect(json['goal']).toBe('a \u001b[31mred\u009b0m\u0007 end');
  });

  it('are 2 for a command line that cannot be understood', async () => {
    for (const words of [
      ['answer', '--nothing'],
      ['resume'],
      ['context'],
      ['action', 'finish'],
      ['nonsense'],
      [],
    ]) {
      expect((await shell.tell(...words)).status).toBe(2);
    }
  });

  it('are one object for a command line at fault too', async () => {
    for (const words of [['answer', '--nothing'], ['resume'], ['context'], ['status', 'x', 'y']]) {
      expect(await shell.run(...words)).toMatchObject({
        code: 'invalid_input',
        status: 2,
        json: { error: { details: {}, next: expect.stringContaining('--help') } },
      });
    }
    expect(await shell.run('ask', '--question', '{')).toMatchObject({ code: 'invalid_input' });
    const asWords = await shell.tell('answer', '--nothing', '--', '--json');
    expect([asWords.status, asWords.printed]).toEqual([2, '']);
  });

  it('name the fault in a value', async () => {
    await shell.ok('new', 'Topic');
    const source = ['context', 'source', 'c', '--source', 's', '--classification'];
    for (const words of [
      ['answer', '1', '--via', 'guessed'],
      ['context', 'mood', 'x'],
      [...source, 'sure'],
      ['evidence', 'x', '--kind', 'rumour'],
      ['action', 'finish', '--result', 'done', '--checks', 'x'],
      ['checkpoint', '--profile', 'Huge'],
      ['checkpoint', '--requires', 'sleep'],
      ['handoff', 'poem', 'x'],
      ['ask', '--question', '{"options":[{"label":1}]}'],
      ['ask', '--question', '[]'],
      ['decide', ' '],
      ['decide', 'x', '--accept', 'D001', '--words', 'yes'],
    ]) {
      expect(await shell.run(...words)).toMatchObject({ code: 'invalid_input', status: 1 });
    }
    expect((await shell.run('can-exit', 'home')).code).toBe('exit_blocked');
  });

  it('are 1 for findings, which are all there with rule, ids, path, detail and next', async () => {
    await shell.ok('new', 'Topic');
    shell.edit('index.md', /^Goal: .*\n/m, '');
    const { status: code, json } = await shell.run('validate');
    expect(code).toBe(1);
    expect(json).toMatchObject({
      ok: false,
      findings: [
        {
          rule: 'field_missing',
          ids: [],
          path: 'index.md',
          detail: expect.any(String),
          next: expect.any(String),
        },
      ],
    });
    expect(await shell.ok('status')).toMatchObject({ valid: false, next: { kind: 'repair' } });
  });

  it('are interrupted_write for every read while a journal is there, until a doctor came', async () => {
    const { root } = await shell.ok('new', 'Topic');
    writeFileSync(join(String(root), journalName), '{}');
    for (const words of [
      ['status'],
      ['next'],
      ['validate'],
      ['checkpoint'],
      ['can-exit', 'plan'],
      ['resume', String(root)],
    ]) {
      expect((await shell.run(...words)).code).toBe('interrupted_write');
    }
    const found = await shell.run('doctor');
    expect([found.status, found.json]).toMatchObject([
      1,
      { findings: [{ rule: 'interrupted_write' }] },
    ]);
    expect(await shell.ok('doctor', '--repair')).toMatchObject({
      repaired: [expect.stringContaining('Took the files as they are')],
    });
    expect(await shell.ok('status')).toMatchObject({ valid: true });
  });
});

describe('asking from the command line (bundle contract 4)', () => {
  beforeEach(async () => {
    await shell.ok('new', 'Topic');
  });

  it('takes a whole question as JSON, with text from standard input', async () => {
    const question = {
      header: 'Name',
      prompt: 'Which name?',
      options: [
        { label: 'one', description: 'short' },
        { label: 'two', description: 'shorter' },
      ],
      material: false,
      default: 'two',
    };
    const asked = await shell.ok('ask', '--question', '-', '<<', JSON.stringify(question));
    expect(asked).toMatchObject({
      status: 'pending',
      mode_status: 'Active',
      question: { default: '2. two', material: false },
    });
    expect(await shell.ok('answer', 'Q001', '--via', 'timed_out')).toMatchObject({
      status: 'assumed',
      assumption: 'A001',
    });
  });

  it('lists every broken rule, and hints at what is against the skill', async () => {
    const { json } = await shell.run(
      'ask',
      '--option',
      'Other: x',
      'Where do we store the record?',
    );
    expect(json).toMatchObject({
      error: {
        code: 'bad_question',
        details: {
          rules: [{ rule: 'header_blank' }, { rule: 'too_few_options' }, { rule: 'other_by_hand' }],
        },
      },
    });
    const asked = await shell.ok(
      'ask',
      ...scopeOptions,
      'Where do we store the discussion record?',
    );
    expect(asked).toMatchObject({ hints: [{ rule: 'storage_question' }] });
  });

  it('holds back, raises, repeats and revises', async () => {
    await shell.ok('ask', ...scopeOptions, '--defer', 'Later?');
    expect(await shell.ok('ask', '--raise', 'Q001')).toMatchObject({
      id: 'Q001',
      status: 'pending',
    });
    expect(await shell.ok('ask', '--raise', 'Q001')).toMatchObject({ repeated: true });
    expect(await shell.ok('ask', ...scopeOptions, '--revises', 'q1', 'Now?')).toMatchObject({
      id: 'Q002',
    });
  });

  it('is answered with the words alone when one question waits', async () => {
    await shell.ok('ask', ...scopeOptions, 'Which?');
    expect(await shell.ok('answer', 'broader cleanup')).toMatchObject({ id: 'Q001', number: 2 });
    expect((await shell.run('answer', '1')).code).toBe('not_found');
  });
});

describe('files of a bundle', () => {
  it('keep their permissions through a command', async () => {
    const { root } = await shell.ok('new', 'Topic');
    const path = join(String(root), 'evidence.md');
    const { mode } = statSync(path);
    await shell.ok('evidence', 'x');
    expect(statSync(path).mode).toBe(mode);
  });

  it('keep their Windows line ends through every command', async () => {
    const { root } = await shell.ok('new', 'Topic');
    for (const name of ['index.md', 'context.md', 'decisions.md', 'actions.md', 'evidence.md']) {
      const path = join(String(root), name);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));
    }
    await shell.ok('ask', ...scopeOptions, 'Which?');
    await shell.ok('answer', '1');
    await shell.ok('decide', 'x', '--from', 'Q001');
    await shell.ok('context', 'risks', '-', '<<', '- one\n- two');
    await shell.ok('action', 'start', 'Notes', '--unneeded', 'asked for');
    await shell.ok('action', 'finish', '--result', 'completed', '--checks', 'read');
    for (const name of ['index.md', 'context.md', 'decisions.md', 'actions.md', 'evidence.md']) {
      expect(shell.read(name).replaceAll('\r\n', '')).not.toContain('\n');
    }
    expect(await shell.ok('validate')).toMatchObject({ findings: [] });
  });
});
