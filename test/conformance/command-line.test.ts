import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { launchDiscuss, program } from '../support/launch-discuss.ts';
import { noteText, planText } from '../support/reviewed-plan.ts';
import { runningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

function scratchWithFiles(): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  return scratch;
}

/** Runs a command line that ends by itself and says what the user got. */
async function run(scratch: Scratch, words: readonly string[], input?: string) {
  const launched = scratch.launch(words, input === undefined ? {} : { input });
  const { code } = await launched.exit;
  return { code, stdout: launched.stdout(), stderr: launched.stderr() };
}

/** Takes a free port and keeps it until the work is done. */
async function withTakenPort<Result>(wanted: number, work: (port: number) => Promise<Result>) {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    // A port that somebody else has taken is as good.
    server.once('error', () => resolve(wanted));
    server.listen(wanted, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  try {
    return await work(port);
  } finally {
    server.close();
  }
}

describe('review 1, forms of the command line', () => {
  it('FILE… reviews Markdown and .diff and .patch files together', async () => {
    const scratch = scratchWithFiles();
    const patch = '--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-one\n+two\n';
    scratch.write('change.diff', patch);
    scratch.write('other.patch', patch.replaceAll('x.txt', 'y.txt'));
    const review = await scratch.review(['plan.md', 'change.diff', 'other.patch']);
    expect(review.started.payload).toMatchObject({
      mode: 'mixed',
      source_file: 'multi-3-files',
      files_count: 3,
    });
    expect((await review.state()).files).toEqual([
      { id: 'f-1', path: 'plan.md', kind: 'markdown' },
      { id: 'f-2', path: 'x.txt', kind: 'diff' },
      { id: 'f-3', path: 'y.txt', kind: 'diff' },
    ]);
  });

  it('- reads Markdown from standard input', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['-'], { input: planText });
    expect(review.started.payload).toMatchObject({
      mode: 'markdown',
      source_file: '<stdin>',
      files_count: 1,
    });
    expect((await review.state()).files).toEqual([
      { id: 'f-1', path: '<stdin>', kind: 'markdown' },
    ]);
  });

  it('- may stand anywhere among the files', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md', '-', 'notes.md'], { input: '# Piped\n' });
    expect((await review.state()).files.map(({ path }) => path)).toEqual([
      'plan.md',
      '<stdin>',
      'notes.md',
    ]);
  });

  it('- may stand once: twice is exit 2', async () => {
    expect(await run(scratchWithFiles(), ['-', '-'], planText)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('"-"'),
    });
  });

  it('COMMAND | discuss reads standard input when there is no FILE', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review([], { input: planText });
    expect(review.started.payload['source_file']).toBe('<stdin>');
  });

  it('standard input is left alone when a FILE is named', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md'], { keepInputOpen: true });
    expect((await review.state()).files.map(({ path }) => path)).toEqual(['plan.md']);
  });

  it('empty standard input is exit 1 and says what to do', async () => {
    const { code, stdout, stderr } = await run(scratchWithFiles(), [
      '--no-open',
      '--port',
      '0',
      '-',
    ]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/standard input is empty\n {2}\S/);
  });

  it('options may stand before and after files', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md', '--history-dir', 'kept', 'notes.md']);
    const { files, review: facts } = await review.state();
    expect(files.map(({ path }) => path)).toEqual(['plan.md', 'notes.md']);
    expect(facts.transcriptFolder).toBe(join(scratch.directory, 'kept', 'multi-2-files'));
  });

  it('a file named like a command is given as ./diff', async () => {
    const scratch = scratchWithFiles();
    scratch.write('diff', '# A file called diff\n');
    const review = await scratch.review(['./diff']);
    expect(review.started.payload).toMatchObject({ mode: 'markdown', files_count: 1 });
  });

  it.skipIf(spawnSync('script', ['--version']).status !== 0)(
    'bare discuss in a terminal prints help on stderr and exits 2',
    () => {
      const scratch = scratchWithFiles();
      const errors = join(scratch.directory, 'errors');
      const output = join(scratch.directory, 'output');
      const command = `'${process.execPath}' '${program}' >'${output}' 2>'${errors}'`;
      const { status } = spawnSync('script', ['-qec', command, '/dev/null'], {
        env: { PATH: process.env['PATH'], HOME: scratch.home },
        stdio: ['ignore', 'ignore', 'ignore'],
      });
      expect(status).toBe(2);
      expect(readFileSync(errors, 'utf8')).toContain('discuss [OPTIONS] [FILE…]');
      expect(readFileSync(output, 'utf8')).toBe('');
    },
  );

  it.each(['--help', '-h'])('%s prints help on stdout and exits 0', async (word) => {
    const { code, stdout } = await runPlain([word]);
    expect(code).toBe(0);
    expect(stdout).toContain('discuss [OPTIONS] [FILE…]');
  });

  it.each(['--version', '-V'])('%s prints the version and exits 0', async (word) => {
    const { code, stdout } = await runPlain([word]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^discuss \d+\.\d+\.\d+\n$/);
  });
});

/** Runs a command line whose standard output is words and no events. */
async function runPlain(words: readonly string[]) {
  const scratch = scratchOfTest();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], HOME: scratch.home },
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

describe('review 1, options', () => {
  it('--port N listens on 127.0.0.1:N', async () => {
    const scratch = scratchWithFiles();
    const free = await withTakenPort(0, async (port) => port);
    const review = await runningReview(
      scratch.launch(['plan.md', '--no-open', '--port', String(free)]),
    );
    expect(review.url).toBe(`http://127.0.0.1:${free}`);
  });

  it('--port N that is in use is exit 3, names the port, and takes no other', async () => {
    await withTakenPort(0, async (port) => {
      const words = ['plan.md', '--no-open', '--port', String(port)];
      expect(await run(scratchWithFiles(), words)).toMatchObject({
        code: 3,
        stdout: '',
        stderr: expect.stringContaining(`port ${port} is in use`),
      });
    });
  });

  it('the port is 7777 when none is given', async () => {
    await withTakenPort(7777, async () => {
      expect(await run(scratchWithFiles(), ['plan.md', '--no-open'])).toMatchObject({
        code: 3,
        stdout: '',
        stderr: expect.stringContaining('port 7777 is in use'),
      });
    });
  });

  it('--port 0 takes a free port', async () => {
    const scratch = scratchWithFiles();
    const first = await scratch.review(['plan.md']);
    const second = await scratch.review(['notes.md']);
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(second.url).not.toBe(first.url);
  });

  it.each([['-1'], ['65536'], ['x'], ['']])('--port "%s" is exit 2', async (port) => {
    const answer = await run(scratchWithFiles(), ['plan.md', `--port=${port}`]);
    expect(answer).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--port'),
    });
  });

  it('the browser is opened with the address of the page', async () => {
    const scratch = scratchWithFiles();
    const launched = launchDiscuss(['plan.md', '--port', '0'], {
      ...scratch,
      environment: { BROWSER: browserThatTells(scratch) },
    });
    const review = await runningReview(launched);
    const request = await withinPatience(() => readOptional(join(scratch.directory, 'opened')));
    expect(request).toBe(`${review.url}/\n`);
    await review.kill('SIGKILL');
  });

  it('--no-open opens no browser', async () => {
    const scratch = scratchWithFiles();
    const environment = { BROWSER: browserThatTells(scratch) };
    const review = await scratch.review(['plan.md', '--no-save'], { environment });
    await review.post('/api/done');
    expect((await review.exit).code).toBe(0);
    expect(readOptional(join(scratch.directory, 'opened'))).toBeUndefined();
  });

  it('a browser that cannot be opened is a warning that names the address', async () => {
    const scratch = scratchWithFiles();
    const launched = scratch.launch(['plan.md', '--port', '0'], {
      environment: { BROWSER: '/nowhere/browser' },
    });
    const review = await runningReview(launched);
    expect(await review.nextWords(/browser/i)).toContain(review.url);
    await review.post('/api/done');
    expect((await review.exit).code).toBe(0);
  });

  it('--verdict-prompt without --verdict-options warns on stderr and does nothing else', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md', '--verdict-prompt', 'Well?']);
    expect(review.stderr()).toContain('--verdict-prompt has no effect without --verdict-options');
    expect(await review.state()).not.toHaveProperty('verdictConfig');
  });

  it('a typo in an option is exit 2 and names the option that was meant', async () => {
    expect(await run(scratchWithFiles(), ['plan.md', '--no-opne'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/--no-opne"[\s\S]*--no-open/),
    });
  });

  it('--resume together with --fresh is exit 2', async () => {
    const answer = await run(scratchWithFiles(), ['plan.md', '--resume', '--fresh']);
    expect(answer).toMatchObject({ code: 2, stdout: '' });
  });
});

/** A browser for `BROWSER` that writes the address it is given to the file `opened`. */
function browserThatTells(scratch: Scratch): string {
  const file = scratch.write(
    'browser.sh',
    `#!/bin/sh\necho "$1" > '${scratch.directory}/opened'\n`,
  );
  return `/bin/sh ${file}`;
}

function readOptional(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch {
    return undefined;
  }
}

/** Asks until there is an answer; for what another process does without saying so. */
async function withinPatience<Value>(look: () => Value | undefined): Promise<Value> {
  for (let tries = 0; tries < 1000; tries++) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not happen');
}

describe('review 1, exit codes', () => {
  it('0: done', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md']);
    expect((await review.post('/api/done')).status).toBe(200);
    expect(await review.exit).toEqual({ code: 0, signal: null });
  });

  it('1: a missing file, with the name that was meant', async () => {
    expect(await run(scratchWithFiles(), ['plna.md'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'discuss: plna.md does not exist\n  did you mean plan.md?\n',
    });
  });

  it('1: a folder, with what to name in its place', async () => {
    const scratch = scratchWithFiles();
    mkdirSync(join(scratch.directory, 'docs'));
    const { code, stdout, stderr } = await run(scratch, ['docs']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/docs is a folder\n {2}.*docs\/\*\.md/);
  });

  it.each([
    ['binary.md', Buffer.from([35, 0, 10])],
    ['latin.md', Buffer.from('# caf\xe9\n', 'latin1')],
    ['empty.patch', Buffer.from('no patch\n')],
  ])('1: %s, which is no such text', async (name, content) => {
    const scratch = scratchWithFiles();
    scratch.write(name, content);
    const { code, stdout, stderr } = await run(scratch, [name]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^discuss: ${name} .*\n {2}\\S`));
  });

  it.each([
    ['as given', ['plan.md', 'plan.md']],
    ['spelled otherwise', ['plan.md', './plan.md']],
    ['through a link', ['plan.md', 'link.md']],
  ])('2: the same file twice, %s', async (_how, words) => {
    const scratch = scratchWithFiles();
    symlinkSync('plan.md', join(scratch.directory, 'link.md'));
    const { code, stdout, stderr } = await run(scratch, words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('plan.md');
  });

  it('2: a bad verdict spec', async () => {
    expect(await run(scratchWithFiles(), ['--verdict-options', 'yes', 'plan.md'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--verdict-options'),
    });
  });
});

describe('review 1, the two outputs', () => {
  it('stderr says where it listens before stdout says session.started', async () => {
    const scratch = scratchWithFiles();
    const file = join(scratch.directory, 'both');
    const descriptor = openSync(file, 'a');
    const command = `exec '${process.execPath}' '${program}' plan.md --port 0 --no-open --no-save`;
    const child = spawnSync(
      'sh',
      [
        '-c',
        `${command} & pid=$!; while ! grep -q session.started both; do sleep 0.05; done; kill $pid; wait $pid`,
      ],
      {
        cwd: scratch.directory,
        env: { PATH: process.env['PATH'], HOME: scratch.home },
        stdio: ['ignore', descriptor, descriptor],
      },
    );
    closeSync(descriptor);
    expect(child.status).toBe(5);
    const [first, second] = readFileSync(file, 'utf8').split('\n');
    expect(first).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(JSON.parse(second ?? '')).toMatchObject({ kind: 'session.started' });
  });

  it('the address is the first line of stderr, whatever there is to warn of', async () => {
    const scratch = scratchWithFiles();
    const patch = '--- a/latin.txt\n+++ b/latin.txt\n@@ -1,1 +1,1 @@\n-Cafe\n+Caf\xe9\n';
    scratch.write('latin.patch', Buffer.from(patch, 'latin1'));
    const words = ['latin.patch', '--verdict-prompt', 'Ready?', '--carry', 'open'];
    const first = await scratch.review(words);
    await first.kill('SIGKILL');
    const review = await scratch.review(words);
    await review.post('/api/done');
    await review.exit;
    const [address, ...warnings] = review.stderr().trimEnd().split('\n');
    expect(address).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
    for (const warning of [/--verdict-prompt/, /not all UTF-8/, /latin\.patch/]) {
      expect(warnings.join('\n')).toMatch(warning);
    }
  });

  it('a warning comes before what is refused', async () => {
    const scratch = scratchWithFiles();
    const ran = scratch.launch(['none.md', '--no-open', '--verdict-prompt', 'Ready?']);
    expect((await ran.exit).code).toBe(1);
    const [warning, refusal] = ran.stderr().trimEnd().split('\n');
    expect(warning).toContain('--verdict-prompt');
    expect(refusal).toContain('none.md');
  });

  it('a closed stdout is no reason to stop', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md']);
    review.child.stdout?.destroy();
    const id = await review.openThread();
    expect((await review.post(`/api/threads/${id}/replies`, { text: 'Still there?' })).status).toBe(
      200,
    );
    expect((await review.state()).replies[id]).toHaveLength(1);
    expect((await review.post('/api/done')).status).toBe(200);
    expect(await review.exit).toEqual({ code: 0, signal: null });
  });

  it('a closed stderr is no reason to stop', async () => {
    const scratch = scratchWithFiles();
    const review = await scratch.review(['plan.md']);
    review.child.stderr?.destroy();
    await review.openThread();
    await review.post('/api/done');
    expect(await review.exit).toEqual({ code: 0, signal: null });
  });
});
