import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { program } from '../support/launch-discuss.ts';
import { planText } from '../support/reviewed-plan.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';
import { runInShell } from '../support/shell-agent.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = makeScratch();
  scratch.write('plan.md', planText);
  return () => scratch.close();
});

/** Runs a command that prints words and not JSON. */
function textOf(words: readonly string[]): string {
  const { stdout } = spawnSync(process.execPath, [program, ...words], {
    cwd: scratch.directory,
    env: { PATH: process.env['PATH'], HOME: scratch.home },
    encoding: 'utf8',
  });
  return stdout;
}

describe('agents 1, take', () => {
  it('adds a take in the name of an agent and prints it; the page hears it', async () => {
    const review = await scratch.review(['plan.md']);
    const thread = await review.openThread();
    const page = await review.stream();
    const { code, lines } = await runInShell(scratch, ['take', thread, 'Because it is **safe**.']);
    expect(code).toBe(0);
    expect(lines).toEqual([
      {
        id: 't-1',
        threadId: 'u-1',
        text: 'Because it is **safe**.',
        createdAt: expect.stringMatching(/Z$/),
        author: { name: 'Agent', kind: 'agent' },
      },
    ]);
    expect((await page.nextEvent('take.added')).data).toEqual(lines[0]);
    expect((await review.state()).takes['u-1']).toHaveLength(1);
    page.close();
  });

  it('takes the text of standard input as it is, past any shell', async () => {
    const review = await scratch.review(['plan.md']);
    const thread = await review.openThread();
    const input = '- `$(rm -rf x)` "quoted" \'single\' $HOME\n\n  indented\t\u{1f600}\n';
    const { code } = await runInShell(scratch, ['take', thread, '-'], { input });
    expect(code).toBe(0);
    expect((await review.state()).takes['u-1']?.[0]?.text).toBe(input.replace(/\n$/, ''));
  });

  it('is named by --as, else by DISCUSS_AGENT', async () => {
    const review = await scratch.review(['plan.md']);
    const thread = await review.openThread();
    const environment = { DISCUSS_AGENT: 'critic' };
    await runInShell(scratch, ['take', thread, 'one'], { environment });
    await runInShell(scratch, ['take', thread, 'two', '--as', 'planner'], { environment });
    const takes = (await review.state()).takes['u-1'] ?? [];
    expect(takes.map(({ author }) => author?.name)).toEqual(['critic', 'planner']);
  });

  it('is refused for an unknown thread and a blank text, and nothing is added', async () => {
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    const unknown = await runInShell(scratch, ['take', 'u-9', 'text']);
    const blank = await runInShell(scratch, ['take', 'u-1', '-'], { input: ' \n' });
    expect([unknown.code, blank.code]).toEqual([1, 1]);
    expect(unknown.stderr).toContain('u-9');
    expect((await review.state()).takes).toEqual({ 'u-1': [] });
  });

  it('says how to give a text that begins with a dash', async () => {
    await scratch.review(['plan.md']);
    const { code, stderr } = await runInShell(scratch, ['take', 'u-1', '- one point']);
    expect(code).toBe(2);
    expect(stderr).toContain('standard input');
  });

  it('of a review whose server has died is refused, and taken where its id is given', async () => {
    const review = await scratch.review(['plan.md']);
    const thread = await review.openThread();
    await review.kill('SIGKILL');
    for (const command of ['take', 'resolve']) {
      const words = command === 'take' ? [thread, 'late'] : [thread];
      for (const named of [[], ['--url', review.url]]) {
        const refused = await runInShell(scratch, [command, ...words, ...named]);
        expect(refused).toMatchObject({ code: 1, stdout: '' });
        expect(refused.stderr).toContain(`--review ${review.id}`);
      }
    }
    const taken = await runInShell(scratch, ['take', thread, 'late', '--review', review.id]);
    expect(taken.code).toBe(0);
    const resumed = await scratch.review(['plan.md']);
    const { takes, resolutions } = await resumed.state();
    expect(takes['u-1']?.map(({ text }) => text)).toEqual(['late']);
    expect(resolutions).toEqual({});
  });

  it('is refused once the review is finished', async () => {
    const review = await scratch.review(['plan.md']);
    const thread = await review.openThread();
    await review.post('/api/done');
    await review.exit;
    const late = await runInShell(scratch, ['take', thread, 'late', '--url', review.url]);
    expect(late).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('review 9, a review that has ended', () => {
  it('is not acted on, and its threads are read as those of the last one', async () => {
    const review = await scratch.review(['plan.md']);
    const thread = await review.openThread();
    await review.post('/api/done');
    await review.exit;
    expect((await runInShell(scratch, ['take', thread, 'late'])).code).toBe(1);
    expect((await runInShell(scratch, ['resolve', thread, '--review', review.id])).code).toBe(1);
    const { code, lines, stderr } = await runInShell(scratch, ['threads']);
    expect({ code, lines }).toMatchObject({
      code: 0,
      lines: [{ review: { id: review.id, status: 'finished' }, threads: [{ id: thread }] }],
    });
    expect(stderr).toMatch(/no review runs here; .* the last one, finished: .*plan\.md/);
    const named = await runInShell(scratch, ['threads', '--review', review.id]);
    expect(named.lines).toMatchObject([{ review: { id: review.id, status: 'finished' } }]);
  });

  it('and is unfinished is told as that', async () => {
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    await review.kill('SIGKILL');
    const { lines, stderr } = await runInShell(scratch, ['threads']);
    expect(lines).toMatchObject([{ review: { id: review.id, status: 'unfinished' } }]);
    expect(stderr).toContain('unfinished');
  });

  it.each([
    ['plan.md', 'the command that began it goes on with it'],
    ['-', 'it came from standard input and does not come back'],
  ])('wait says whether %s comes back', async (word, note) => {
    const review = await scratch.review([word], word === '-' ? { input: '# From a pipe\n' } : {});
    await review.kill('SIGKILL');
    const { code, stderr } = await runInShell(scratch, ['wait', '--url', review.url]);
    expect(code).toBe(1);
    expect(stderr).toContain(`the review is not finished; ${note}`);
  });

  it('and is named by an id that there is not is not found', async () => {
    const refused = await runInShell(scratch, ['threads', '--review', 'none']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('no review none');
  });
});

describe('agents 1, threads and resolve', () => {
  it('prints every thread with its replies, takes and resolution as JSON', async () => {
    const review = await scratch.review(['plan.md']);
    await review.openThread({ text: 'First?' });
    await review.openThread({ text: 'Second?' });
    await review.post('/api/threads/u-1/replies', { text: 'More.' });
    await runInShell(scratch, ['take', 'u-1', 'Answer.']);
    const { code, lines } = await runInShell(scratch, ['resolve', 'u-2', '--decision', 'Later']);
    expect({ code, lines }).toEqual({
      code: 0,
      lines: [{ decision: 'Later', resolvedAt: expect.any(String) }],
    });
    const [answer] = (await runInShell(scratch, ['threads'])).lines;
    expect(answer).toMatchObject({
      review: { id: review.id, url: review.url, sourceFile: `${scratch.directory}/plan.md` },
      threads: [
        {
          id: 'u-1',
          path: 'plan.md',
          text: 'First?',
          replies: [{ id: 'r-1', text: 'More.' }],
          takes: [{ id: 't-1', text: 'Answer.' }],
          resolution: null,
        },
        { id: 'u-2', resolution: { decision: 'Later' } },
      ],
    });
  });

  it('lists the open ones alone, or one', async () => {
    const review = await scratch.review(['plan.md']);
    for (const text of ['First?', 'Second?', 'Third?']) await review.openThread({ text });
    await runInShell(scratch, ['resolve', 'u-2']);
    await review.delete('/api/threads/u-3');
    const ids = async (...words: readonly string[]) => {
      const [answer] = (await runInShell(scratch, ['threads', ...words])).lines;
      const threads = (answer?.['threads'] ?? []) as readonly { id: string }[];
      return threads.map(({ id }) => id);
    };
    expect(await ids()).toEqual(['u-1', 'u-2']);
    expect(await ids('--open')).toEqual(['u-1']);
    expect(await ids('u-2')).toEqual(['u-2']);
    expect((await runInShell(scratch, ['threads', 'u-3'])).code).toBe(1);
  });

  it('is readable as text, in which no message can pass for another', async () => {
    const review = await scratch.review(['plan.md']);
    const text = 'Why?\n    Agent, t-1: forged\u001b[31m red';
    await review.openThread({ text, author: { name: 'Ada', kind: 'person' } });
    await runInShell(scratch, ['take', 'u-1', 'Because.']);
    expect(textOf(['threads', '--text'])).toBe(
      [
        'u-1  plan.md, block 2, in Release plan  (open)',
        '    Ada, comment: Why?',
        '          Agent, t-1: forged\\u001b[31m red',
        '    Agent, t-1: Because.',
        '',
      ].join('\n'),
    );
  });
});

describe('review 8, discuss sessions', () => {
  it('lists running reviews with their url, unfinished and finished ones', async () => {
    for (const name of ['one.md', 'two.md', 'three.md']) scratch.write(name, planText);
    const finished = await scratch.review(['one.md']);
    await finished.post('/api/done');
    await finished.exit;
    const killed = await scratch.review(['two.md']);
    await killed.kill('SIGKILL');
    const running = await scratch.review(['three.md']);
    const [answer] = (await runInShell(scratch, ['sessions'])).lines;
    const facts = { mode: 'markdown', round: 1, startedAt: expect.any(String) };
    const file = (name: string) => `${scratch.directory}/${name}`;
    expect(answer).toEqual({
      sessions: [
        {
          ...facts,
          id: running.id,
          sourceFile: file('three.md'),
          status: 'running',
          url: running.url,
          directory: scratch.directory,
        },
        { ...facts, id: killed.id, sourceFile: file('two.md'), status: 'unfinished' },
        {
          ...facts,
          id: finished.id,
          sourceFile: file('one.md'),
          status: 'finished',
          finishedAt: expect.any(String),
        },
      ],
      more: 0,
    });
    const lines = textOf(['sessions', '--text']).split('\n');
    expect(lines[0]).toMatch(/^running +\d{4}-\d\d-\d\d \d\d:\d\dZ +\S+\/three\.md +http:/);
    expect(lines[1]).toMatch(/^unfinished .*two\.md$/);
    expect(lines[2]).toMatch(/^finished .*one\.md$/);
    const [limited] = (await runInShell(scratch, ['sessions', '--unfinished', '--limit', '1']))
      .lines;
    expect(limited).toMatchObject({ sessions: [{ id: running.id }], more: 1 });
  });

  it('says so when there are none', () => {
    expect(textOf(['sessions', '--text'])).toBe('No reviews.\n');
  });
});

describe('done in a shell', () => {
  it('finishes the review with a verdict, which is checked as in the page', async () => {
    const review = await scratch.review(['--verdict-options', 'approve|decline!', 'plan.md']);
    for (const words of [[], ['--feedback', 'x'], ['--verdict', 'maybe'], ['--verdict', 'decline']])
      expect((await runInShell(scratch, ['done', ...words])).code).not.toBe(0);
    const { code } = await runInShell(scratch, [
      'done',
      '--verdict',
      'decline',
      '--feedback',
      ' No. ',
    ]);
    expect(code).toBe(0);
    expect((await review.nextEvent('session.done')).payload['verdict']).toMatchObject({
      optionId: 'decline',
      feedback: 'No.',
    });
    expect(await review.exit).toEqual({ code: 0, signal: null });
  });

  it('ends no review whose server has died, since nobody would file the transcript', async () => {
    const review = await scratch.review(['plan.md']);
    await review.kill('SIGKILL');
    const { code, stderr } = await runInShell(scratch, ['done']);
    expect(code).toBe(1);
    expect(stderr).toContain('does not run');
  });
});
