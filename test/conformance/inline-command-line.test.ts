import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../support/launch-discuss.ts';
import { type Ran, runDiscuss } from '../support/run-discuss.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const spec = [
  '# Depth',
  '',
  'What counts as depth.',
  '',
  '> **Sage:** What should happen when depth is zero?',
  ">> **Maestro:** I don't know, need @Aaron's input.",
  '',
  'More text.',
  '',
].join('\n');

interface InlineFixture extends Scratch {
  readonly file: string;
  text(): string;
  inline(...words: readonly string[]): Promise<Ran>;
}

function fixture(content: string = spec): InlineFixture {
  const scratch = scratchOfTest();
  const file = scratch.write('spec.md', content);
  return {
    ...scratch,
    file,
    text: () => readFileSync(file, 'utf8'),
    inline: (...words) => runDiscuss(scratch, ['inline', ...words]),
  };
}

const json = ({ stdout }: Ran) => JSON.parse(stdout);

describe('inline 2, query', () => {
  it('prints a JSON array of all threads', async () => {
    const { inline } = fixture();
    const ran = await inline('query', '--file', 'spec.md');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(json(ran)).toMatchObject([
      {
        thread_id: 'T-001',
        initiator: 'Sage',
        status: 'OPEN',
        last_speaker: 'Maestro',
        reply_count: 1,
        snippet: 'What should happen when depth is zero?',
        total_lines: 8,
        anchor_line: 3,
        anchor_text: 'What counts as depth.',
        root_line: 5,
        root_text: 'Sage: What should happen when depth is zero?',
        mentioned_agents: ['Aaron'],
      },
    ]);
  });

  it('prints [] where there is none', async () => {
    expect(await fixture('text\n').inline('query', '--file', 'spec.md')).toMatchObject({
      code: 0,
      stdout: '[]\n',
    });
  });

  it('filters', async () => {
    const { inline } = fixture();
    const ids = async (...words: readonly string[]) =>
      json(await inline('query', '--file', 'spec.md', ...words)).map(
        ({ category }: { category?: string }) => category ?? 'listed',
      );
    expect(await ids('--initiator', 'sage', '--status', 'OPEN')).toEqual(['listed']);
    expect(await ids('--status', 'resolved')).toEqual([]);
    expect(await ids('--blocker', 'Sage', '--status', 'open')).toEqual(['unresolved']);
    expect(await ids('--blocker', 'Bob')).toEqual([]);
  });

  it('says of each entry which file it is from, for several files and folders', async () => {
    const { inline, write } = fixture();
    write('docs/b.md', '> **Bob:** x\n');
    write('docs/a.md', '> **Ann:** x\n');
    const files = async (...words: readonly string[]) =>
      json(await inline('query', ...words)).map(({ file }: { file?: string }) => file);
    expect(await files('--file', 'docs/b.md', '--file', 'spec.md')).toEqual([
      'docs/b.md',
      'spec.md',
    ]);
    expect(await files('docs')).toEqual(['docs/a.md', 'docs/b.md']);
    expect(await files('spec.md')).toEqual([undefined]);
  });

  it('says whether all is settled, by exit status 0 or 4', async () => {
    const { inline, write } = fixture();
    const open = await inline('query', '--file', 'spec.md', '--check-ready');
    expect(open.code).toBe(4);
    expect(json(open)).toEqual({
      is_ready: false,
      ready_blockers: [{ thread_id: 'T-001', root_line: 5, reason: 'the thread is open' }],
    });
    write('done.md', '> **Ann [RESOLVED]:** x\n');
    expect(await inline('query', '--check-ready', 'done.md')).toMatchObject({
      code: 0,
      stdout: '{"is_ready":true,"ready_blockers":[]}\n',
    });
  });

  it('is not ready when something was not looked at, or nothing was, unless --ignore names it', async () => {
    const { inline, write, directory } = fixture();
    const done = '> **Ann [RESOLVED]:** x\n';
    write('plans/a.md', done);
    expect(await inline('query', '--check-ready', 'plans')).toMatchObject({ code: 0 });
    write('plans/.draft/b.md', '> **Ann:** open\n');
    expect(json(await inline('query', '--check-ready', 'plans')).ready_blockers).toMatchObject([
      { file: 'plans/.draft/b.md', thread_id: 'T-001' },
    ]);
    write('plans/.draft/b.md', done);
    symlinkSync('/nowhere/at/all.md', join(directory, 'plans/lost.md'));
    const lost = await inline('query', '--check-ready', 'plans');
    expect(lost.code).toBe(4);
    expect(json(lost)).toMatchObject({ is_ready: false, skipped: [{ file: 'plans/lost.md' }] });
    writeFileSync(join(directory, 'plans/latin.md'), Buffer.from([0x61, 0xe9, 0x0a]));
    expect(json(await inline('query', '--check-ready', 'plans')).skipped).toHaveLength(2);
    const ignored = ['--ignore', 'lost.md', '--ignore', 'plans/l*.md'];
    expect(await inline('query', '--check-ready', 'plans', ...ignored)).toMatchObject({ code: 0 });
    mkdirSync(join(directory, 'empty'));
    expect(await inline('query', '--check-ready', 'empty')).toMatchObject({ code: 4 });
  });

  it('prints text for people', async () => {
    const { inline } = fixture();
    const { stdout } = await inline('query', 'spec.md', '--text');
    expect(stdout).toContain('T-001  OPEN  line 5: Sage: What should happen');
    expect((await inline('query', 'spec.md', '--check-ready', '--text')).stdout).toContain(
      'Not ready:',
    );
  });

  it('lints', async () => {
    const { inline, write } = fixture();
    write('odd.md', '> **Ann [WONTFIX]:** x\n\np\n\n>> **Bob:** y\n');
    const rules = (ran: Ran) => json(ran).map(({ rule }: { rule: string }) => rule);
    expect(rules(await inline('query', '--lint', 'odd.md'))).toEqual([
      'unknown-marker',
      'orphan-reply',
    ]);
    const own = await inline('lint', '--file', 'odd.md');
    expect(own.code).toBe(4);
    expect(rules(own)).toEqual(['unknown-marker', 'orphan-reply']);
    expect(await inline('lint', 'spec.md')).toMatchObject({ code: 0, stdout: '[]\n' });
  });

  it('goes by the speakers that the configuration names', async () => {
    const { inline, write } = fixture('> **Input:** x\n\n> **Sage:** y\n');
    write('discuss.config.toml', 'speakers = ["Sage"]\n');
    const listed = json(await inline('query', 'spec.md'));
    expect(listed).toMatchObject([{ thread_id: 'T-001', initiator: 'Sage' }]);
    expect(
      await inline('start', '--file', 'spec.md', '--anchor-line', '1', '--speaker', 'Eve', 'x'),
    ).toMatchObject({ code: 2 });
    write('discuss.config.toml', 'speakers = 3\n');
    expect(await inline('query', 'spec.md')).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    ['no file', ['query'], 2],
    ['a file that is not there', ['query', 'none.md'], 1],
    ['an unknown status', ['query', 'spec.md', '--status', 'done'], 2],
    ['two questions at once', ['query', 'spec.md', '--lint', '--check-ready'], 2],
    ['an unknown option', ['query', 'spec.md', '--colour'], 2],
  ] as const)('refuses %s', async (...[, words, code]) => {
    const ran = await fixture().inline(...words);
    expect(ran).toMatchObject({ code, stdout: '' });
    expect(ran.stderr).not.toBe('');
  });
});

describe('inline 3, writing', () => {
  it('starts, answers, edits, resolves and reopens', async () => {
    const { inline, text } = fixture('p\n\nq\n');
    const file = ['--file', 'spec.md'];
    const started = await inline(
      'start',
      ...file,
      '--anchor-line',
      '1',
      '--speaker',
      'Sage',
      'Why?',
    );
    expect(started).toMatchObject({ code: 0, stderr: '' });
    expect(json(started)).toMatchObject({
      ok: true,
      level: 0,
      thread: { thread_id: 'T-001', root_line: 3 },
    });
    await inline('reply', ...file, '--thread-id', 'T-001', '--speaker', 'Bob', 'So.');
    await inline(
      'edit',
      ...file,
      '--thread-id',
      'T-001',
      '--comment',
      '2',
      '--speaker',
      'bob',
      'Because.',
    );
    const resolve = [
      'set-status',
      ...file,
      '--thread-id',
      'T-001',
      '--status',
      'resolved',
      '--operator',
      'Sage',
    ];
    await inline(...resolve);
    expect(text()).toBe('p\n\n> **Sage [RESOLVED]:** Why?\n>> **Bob:** Because.\n\nq\n');
    const again = await inline(...resolve);
    expect(again).toMatchObject({
      code: 0,
      stderr: 'discuss inline set-status: T-001 is resolved already\n',
    });
    expect(json(again)).toMatchObject({ ok: true, unchanged: true });
    await inline(
      'set-status',
      ...file,
      '--thread-id',
      'T-001',
      '--status',
      'reopen',
      '--operator',
      'Eve',
    );
    expect(text()).toBe('p\n\n> **Sage [REOPEN]:** Why?\n>> **Bob:** Because.\n\nq\n');
  });

  it('reads a message from standard input', async () => {
    const scratch = fixture();
    const words = [
      'inline',
      'reply',
      '--file',
      'spec.md',
      '--thread-id',
      'T-001',
      '--speaker',
      'Aaron',
      '-',
    ];
    const ran = await runDiscuss(scratch, words, 'Two lines:\n**Eve:** and "$(quotes)"\n');
    expect(ran.code).toBe(0);
    expect(scratch.text()).toContain(
      '>>> **Aaron:** Two lines:\n>>> \\*\\*Eve:** and "$(quotes)"\n\nMore',
    );
  });

  it('follows the tuple where the number is out of date, and says so', async () => {
    const { inline, write, text } = fixture();
    const [thread] = json(await inline('query', 'spec.md'));
    write('spec.md', `New.\n\n> **Kim:** earlier\n\n${spec}`);
    const tuple = [
      ...['--thread-id', thread.thread_id, '--anchor-line', String(thread.anchor_line)],
      ...['--anchor-text', thread.anchor_text, '--root-line', String(thread.root_line)],
      ...['--root-text', thread.root_text, '--total-lines', String(thread.total_lines)],
    ];
    const ran = await inline(
      'reply',
      '--file',
      'spec.md',
      ...tuple,
      '--speaker',
      'Aaron',
      'Invalid.',
    );
    expect(json(ran)).toMatchObject({
      level: 0,
      thread: { thread_id: 'T-002' },
      thread_id_given: 'T-001',
    });
    expect(ran.stderr).toContain('T-001 is another thread by now');
    expect(text()).toContain('>>> **Aaron:** Invalid.\n\nMore text.');
  });

  it('answers candidates and "run query again" where a thread is not found or ambiguous', async () => {
    const { inline } = fixture('a\n\n> **Ann:** typo\n\nb\n\n> **Ann:** typo\n');
    const reply = (root: string) =>
      inline('reply', '--file', 'spec.md', '--root-text', root, '--speaker', 'Bob', 'x');
    const ambiguous = await reply('Ann: typo');
    expect(ambiguous.code).toBe(1);
    expect(ambiguous.stderr).toContain('run query again');
    expect(json(ambiguous)).toMatchObject({
      ok: false,
      error: {
        code: 'thread_ambiguous',
        message: expect.stringContaining('run query again'),
        details: {
          candidates: [
            {
              thread_id: 'T-001',
              root_line: 3,
              root_text: 'Ann: typo',
              anchor_line: 1,
              anchor_text: 'a',
              total_lines: 7,
            },
            { thread_id: 'T-002', root_line: 7 },
          ],
        },
      },
    });
    expect(json(await reply('Ann: nothing like it'))).toMatchObject({
      error: { code: 'thread_not_found' },
    });
  });

  it.each([
    ['a line outside of the file', 2, ['start', '--anchor-line', '99', '--speaker', 'Ann', 'x']],
    ['a line in a thread', 2, ['start', '--anchor-line', '5', '--speaker', 'Ann', 'x']],
    ['an empty message', 2, ['start', '--anchor-line', '3', '--speaker', 'Ann', '']],
    ['a name that is none', 2, ['start', '--anchor-line', '3', '--speaker', 'A*n', 'x']],
    ['no message', 2, ['reply', '--thread-id', 'T-001', '--speaker', 'Ann']],
    ['no thread', 2, ['reply', '--speaker', 'Ann', 'x']],
    [
      'an unknown status',
      2,
      ['set-status', '--thread-id', 'T-001', '--status', 'open', '--operator', 'Sage'],
    ],
    ['another thread', 1, ['reply', '--thread-id', 'T-009', '--speaker', 'Ann', 'x']],
    [
      'a comment that is not there',
      1,
      ['edit', '--thread-id', 'T-001', '--comment', '9', '--speaker', 'Ann', 'x'],
    ],
    [
      "somebody else's comment",
      3,
      ['edit', '--thread-id', 'T-001', '--comment', '2', '--speaker', 'Ann', 'x'],
    ],
    [
      "somebody else's thread",
      3,
      ['set-status', '--thread-id', 'T-001', '--status', 'resolved', '--operator', 'Ann'],
    ],
    [
      'another file than was read',
      5,
      ['reply', '--thread-id', 'T-001', '--if-hash', 'ab', '--speaker', 'Ann', 'x'],
    ],
  ] as const)('refuses %s with exit status %i, and writes nothing', async (...[, code, words]) => {
    const { inline, text } = fixture();
    const [command, ...rest] = words;
    const ran = await inline(command, '--file', 'spec.md', ...rest);
    expect(ran.code).toBe(code);
    expect(ran.stderr).not.toBe('');
    expect(text()).toBe(spec);
  });

  it('writes only what was read when the hash says so', async () => {
    const { inline, text } = fixture();
    const hash = createHash('sha256').update(spec).digest('hex');
    const [listed] = json(await inline('query', 'spec.md', '--with-hash'));
    expect(listed.file_hash).toBe(hash);
    const words = ['--file', 'spec.md', '--thread-id', 'T-001', '--speaker', 'Ann', 'x'];
    const ran = await inline('reply', '--if-hash', hash.toUpperCase(), ...words);
    expect(ran.code).toBe(0);
    expect(json(ran).hash).toBe(createHash('sha256').update(text()).digest('hex'));
    expect((await inline('reply', '--if-hash', hash, ...words)).code).toBe(5);
  });

  it('keeps mode, link, byte order mark and line ends, and leaves nothing beside the file', async () => {
    const { inline, directory, file } = fixture(`\ufeff${spec.replaceAll('\n', '\r\n')}`);
    chmodSync(file, 0o604);
    symlinkSync('spec.md', join(directory, 'link.md'));
    const before = readFileSync(file);
    const ran = await inline(
      'reply',
      '--file',
      'link.md',
      '--thread-id',
      'T-001',
      '--speaker',
      'Ann',
      'a\nb',
    );
    expect(ran.code).toBe(0);
    const inserted = '>>> **Ann:** a\r\n>>> b\r\n';
    const at = before.indexOf('\r\nMore text.');
    expect(readFileSync(file)).toEqual(
      Buffer.concat([before.subarray(0, at), Buffer.from(inserted), before.subarray(at)]),
    );
    expect(statSync(file).mode & 0o777).toBe(0o604);
    expect(lstatSync(join(directory, 'link.md')).isSymbolicLink()).toBe(true);
    expect(readdirSync(directory).sort()).toEqual(['link.md', 'spec.md']);
  });
});

describe('agents 4, drop-in scripts', () => {
  it('make the command lines of the source work word for word', async () => {
    const { directory, home, text } = fixture();
    const scratch = { home, directory };
    const ran = await runDiscuss(scratch, ['drop-in', 'install', 'lk', '--dir', 'bin']);
    expect(ran.code).toBe(0);
    const script = join(directory, 'bin', 'lk');
    expect(readFileSync(script, 'utf8').split('\n')).toHaveLength(3);
    expect(statSync(script).mode & 0o111).toBe(0o111);
    // The package's own `discuss`, as npm would link it.
    const own = join(directory, 'own');
    spawnSync('mkdir', [own]);
    spawnSync('sh', [
      '-c',
      `printf '#!/bin/sh\\nexec "${process.execPath}" "${program}" "$@"\\n' > "${own}/discuss" && chmod +x "${own}/discuss"`,
    ]);
    const lk = (command: string) =>
      spawnSync('sh', ['-c', command], {
        cwd: directory,
        encoding: 'utf8',
        env: { HOME: home, PATH: `${join(directory, 'bin')}:${own}:${process.env['PATH']}` },
      });
    const query = lk('lk discuss query --file spec.md --blocker Sage --status open');
    expect(JSON.parse(query.stdout)).toMatchObject([
      { thread_id: 'T-001', category: 'unresolved' },
    ]);
    const reply = lk(
      'lk discuss reply --file spec.md --thread-id T-001 --anchor-line 3 --anchor-text "What counts as depth." --root-line 5 --root-text "Sage: What should happen when depth is zero?" --speaker Aaron "Return -1."',
    );
    expect(JSON.parse(reply.stdout)).toMatchObject({ ok: true, level: 0 });
    lk('lk discuss start --file spec.md --anchor-line 1 --speaker Kim "A title?"');
    expect(text()).toContain('>>> **Aaron:** Return -1.\n');
    expect(text()).toContain('# Depth\n\n> **Kim:** A title?\n\nWhat counts');
  });

  it('are written once, taken back whole, and never in the place of something else', async () => {
    const { directory, home, write } = fixture();
    const drop = (...words: readonly string[]) =>
      runDiscuss({ home, directory }, ['drop-in', ...words]);
    expect(json(await drop('install', 'lwc', '--dir', 'bin'))).toMatchObject({ changed: true });
    expect(json(await drop('install', 'lwc', '--dir', 'bin'))).toMatchObject({ changed: false });
    expect(json(await drop('uninstall', 'lwc', '--dir', 'bin'))).toMatchObject({ changed: true });
    expect(existsSync(join(directory, 'bin', 'lwc'))).toBe(false);
    expect(json(await drop('uninstall', 'lwc', '--dir', 'bin'))).toMatchObject({ changed: false });
    write('bin/lk', '#!/bin/sh\necho mine\n');
    for (const command of ['install', 'uninstall']) {
      expect(await drop(command, 'lk', '--dir', 'bin')).toMatchObject({ code: 1, stdout: '' });
    }
    expect(readFileSync(join(directory, 'bin', 'lk'), 'utf8')).toContain('mine');
    expect(await drop('install', 'npm')).toMatchObject({ code: 2 });
    await drop('install', 'lk');
    expect(existsSync(join(home, '.local', 'bin', 'lk'))).toBe(true);
  });
});
