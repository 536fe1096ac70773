import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { type Scratch, type ScratchLaunch, scratchOfTest } from '../support/scratch.ts';

/** A scratch folder with a plan, and configuration files at home and in the working directory. */
function scratchWith(files: { readonly home?: string; readonly here?: string }): Scratch {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  const { home, here } = files;
  if (home !== undefined) scratch.write(homeFile(scratch), home);
  if (here !== undefined) scratch.write('discuss.config.toml', here);
  return scratch;
}

function homeFile({ home }: Scratch): string {
  return join(home, '.discuss', 'discuss.config.toml');
}

/** The folder for transcripts and the reviewer's name, as a review says that it has them. */
async function facts(scratch: Scratch, words: readonly string[], options: ScratchLaunch = {}) {
  const review = await scratch.review(['plan.md', ...words], options);
  const { transcriptFolder, reviewerName } = (await review.state()).review;
  return { transcriptFolder, reviewerName };
}

async function refusal(scratch: Scratch, environment: Readonly<Record<string, string>> = {}) {
  const launched = scratch.launch(['plan.md', '--no-open', '--port', '0'], { environment });
  const { code } = await launched.exit;
  return { code, stdout: launched.stdout(), stderr: launched.stderr() };
}

describe('review 1, config layers, later wins', () => {
  it('without any layer, transcripts go to ~/.discuss/history', async () => {
    const scratch = scratchWith({});
    expect(await facts(scratch, [])).toEqual({
      transcriptFolder: join(scratch.home, '.discuss/history/plan'),
      reviewerName: undefined,
    });
  });

  it('~/.discuss/discuss.config.toml wins over the defaults', async () => {
    const scratch = scratchWith({ home: "history_dir = 'kept'\nreviewer_name = 'Ada'\n" });
    expect(await facts(scratch, [])).toEqual({
      transcriptFolder: join(scratch.home, '.discuss/kept/plan'),
      reviewerName: 'Ada',
    });
  });

  it('./discuss.config.toml wins over the one at home, which keeps the keys that it omits', async () => {
    const scratch = scratchWith({
      home: "history_dir = 'kept'\nreviewer_name = 'Ada'\n",
      here: "history_dir = 'here'\n",
    });
    expect(await facts(scratch, [])).toEqual({
      transcriptFolder: join(scratch.directory, 'here/plan'),
      reviewerName: 'Ada',
    });
  });

  it('the environment wins over both files', async () => {
    const scratch = scratchWith({ home: "history_dir = 'kept'\n", here: "history_dir = 'here'\n" });
    const environment = { DISCUSS_HISTORY_DIR: '/tmp/by-environment' };
    expect(await facts(scratch, [], { environment })).toMatchObject({
      transcriptFolder: '/tmp/by-environment/plan',
    });
  });

  it('a flag wins over the environment', async () => {
    const scratch = scratchWith({ home: "reviewer_name = 'Ada'\n" });
    const environment = { DISCUSS_HISTORY_DIR: '/tmp/by-environment' };
    expect(
      await facts(scratch, ['--history-dir', 'flagged', '--as', 'Grace'], { environment }),
    ).toEqual({
      transcriptFolder: join(scratch.directory, 'flagged/plan'),
      reviewerName: 'Grace',
    });
  });

  it('no_save and DISCUSS_NO_SAVE keep no transcript', async () => {
    const scratch = scratchWith({ here: 'no_save = true\n' });
    expect((await facts(scratch, [])).transcriptFolder).toBeUndefined();
    const environment = { DISCUSS_NO_SAVE: 'false' };
    expect((await facts(scratch, [], { environment })).transcriptFolder).toBeDefined();
  });

  it('port in a file is the port that is listened on', async () => {
    const scratch = scratchWith({ here: 'port = 70000\n' });
    expect(await refusal(scratch)).toMatchObject({ code: 2 });
    scratch.write('discuss.config.toml', 'port = 0\nauto_open = false\n');
    const launched = scratch.launch(['plan.md']);
    expect((await launched.events.next()).kind).toBe('session.started');
  });

  it('store in the file at home says where reviews are kept', async () => {
    const scratch = scratchWith({ home: "store = 'own/reviews.db'\n" });
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    await review.kill('SIGKILL');
    scratch.write(homeFile(scratch), '');
    const other = await scratch.review(['plan.md']);
    expect((await other.state()).threads).toEqual([]);
  });

  it('safety 4: what is not for a project to say is a warning and does not count', async () => {
    const here = "store = '/tmp/taken.db'\nreviewer_name = 'Mallory'\nwrite_back = true\n";
    const scratch = scratchWith({ here });
    const review = await scratch.review(['plan.md']);
    expect((await review.state()).review).not.toHaveProperty('reviewerName');
    for (const [line, key] of ['store', 'reviewer_name', 'write_back'].entries()) {
      expect(review.stderr()).toContain(`discuss.config.toml:${line + 1}:1: ${key} does not count`);
    }
  });
});

describe('review 1, config errors are exit 2 and name file, line and column', () => {
  it.each([
    ['an unknown key', 'port = 0\n  prot = 1\n', ':2:3: unknown key "prot"'],
    ['a bad value', 'port = "many"\n', ':1:8: port must be '],
    ['a value of another type', '\nno_save = "yes"\n', ':2:11: no_save must be true or false'],
    ['a number out of range', 'idle_timeout_secs = -1\n', ':1:21: idle_timeout_secs must be '],
    ['broken TOML', 'port = 0\nport = 1\n', ':2:'],
    ['an unfinished text', 'history_dir = "x\n', ':1:'],
  ])('%s', async (_fault, toml, words) => {
    const scratch = scratchWith({ here: toml });
    const { code, stdout, stderr } = await refusal(scratch);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`discuss: ${join(scratch.directory, 'discuss.config.toml')}${words}`);
  });

  it('in the file at home too', async () => {
    const scratch = scratchWith({ home: 'color = "red"\n' });
    const { code, stderr } = await refusal(scratch);
    expect(code).toBe(2);
    expect(stderr).toContain(`${homeFile(scratch)}:1:1: unknown key "color"`);
  });

  it.each([
    ['DISCUSS_PORT', 'http'],
    ['DISCUSS_AUTO_OPEN', 'perhaps'],
    ['DISCUSS_IDLE_TIMEOUT_SECS', '1.5'],
    ['DISCUSS_NO_SAVE', '2'],
    ['DISCUSS_LOG', 'loud'],
    ['DISCUSS_MAX_DIFF_BYTES', '5MB'],
  ])('%s=%s is exit 2 and names the variable', async (variable, value) => {
    const { code, stdout, stderr } = await refusal(scratchWith({}), { [variable]: value });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(variable);
    expect(stderr).toContain(`"${value}"`);
  });
});

describe('review 1, logs', () => {
  const logsOf = ({ home }: Scratch) => join(home, '.discuss', 'logs');

  it('go to a file under ~/.discuss/logs, and nothing of them to stdout', async () => {
    const scratch = scratchWith({});
    const review = await scratch.review(['plan.md']);
    await review.openThread({ text: 'A remark that is nobody’s business' });
    await review.post('/api/done');
    await review.exit;
    const [file, ...others] = readdirSync(logsOf(scratch));
    expect(others).toEqual([]);
    const log = readFileSync(join(logsOf(scratch), String(file)), 'utf8');
    expect(log).toContain(review.id);
    expect(log).not.toContain('nobody’s business');
    expect(review.events.all.map(({ kind }) => kind)).toEqual([
      'session.started',
      'thread.created',
      'session.done',
    ]);
  });

  it('DISCUSS_LOG=off writes none', async () => {
    const scratch = scratchWith({});
    const review = await scratch.review(['plan.md'], { environment: { DISCUSS_LOG: 'off' } });
    await review.post('/api/done');
    await review.exit;
    expect(existsSync(logsOf(scratch))).toBe(false);
  });
});
