import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { program } from '../support/launch-discuss.ts';
import { noteText, planText } from '../support/reviewed-plan.ts';
import { type ReviewClient, reviewClient } from '../support/running-review.ts';
import { makeScratch, type Scratch } from '../support/scratch.ts';
import { subjectOf, waitInShell } from '../support/shell-agent.ts';

let scratch: Scratch;

beforeEach(() => {
  scratch = makeScratch();
  scratch.write('plan.md', planText);
  scratch.write('notes.md', noteText);
  return () => scratch.close();
});

/** Starts a review whose events nobody reads, so that an agent can be heard of by its waiting alone. */
async function unreadReview(): Promise<ReviewClient & { readonly child: ChildProcess }> {
  const child = spawn(process.execPath, [program, '--port', '0', '--no-open', 'plan.md'], {
    cwd: scratch.directory,
    env: { PATH: process.env['PATH'], HOME: scratch.home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [words] = (await once(child.stderr, 'data')) as [Buffer];
  return { ...reviewClient(/http:\S+/.exec(words.toString())?.[0] ?? ''), child };
}

async function presence(review: ReviewClient, wanted: boolean): Promise<void> {
  const stream = await review.stream();
  const { review: facts } = await review.state();
  if (facts.agentListening !== wanted) {
    const { data } = await stream.nextEvent('agent.presence');
    expect(data).toEqual({ listening: wanted });
  }
  stream.close();
}

describe('agents 1, wait', () => {
  it('prints what has happened since the session began, then a cursor, and exits 0', async () => {
    const review = await scratch.review(['plan.md']);
    const thread = await review.openThread();
    await review.post(`/api/threads/${thread}/replies`, { text: 'And how?' });
    const { code, lines, events, cursor, stderr } = await waitInShell(scratch);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(events.map(subjectOf)).toEqual(['thread.created u-1', 'reply.added r-1']);
    expect(lines.at(-1)).toEqual({ kind: 'cursor', cursor });
    expect(cursor).toMatch(/^\S+$/);
  });

  it('prints the same lines as standard output of the review', async () => {
    const review = await scratch.review(['plan.md']);
    await review.openThread({ text: 'Is "this" so?\n𝄞' });
    await review.post('/api/threads/u-1/resolve', { decision: 'yes' });
    await review.post('/api/threads/u-1/unresolve');
    await review.delete('/api/threads/u-1');
    await review.nextEvent('thread.deleted');
    const { events } = await waitInShell(scratch);
    expect(events).toEqual(review.events.all.slice(1));
  });

  it('prints only the cursor when nothing happens in time', async () => {
    await scratch.review(['plan.md']);
    const { code, events, cursor } = await waitInShell(scratch, ['--timeout', '0.2']);
    expect({ code, events }).toEqual({ code: 0, events: [] });
    expect(cursor).toBeDefined();
  });

  it('blocks until something happens; meanwhile the page shows that an agent listens', async () => {
    const review = await unreadReview();
    await presence(review, false);
    const waiting = waitInShell(scratch);
    await presence(review, true);
    await review.openThread();
    const { code, events } = await waiting;
    expect(code).toBe(0);
    expect(events.map(subjectOf)).toEqual(['thread.created u-1']);
    await presence(review, false);
  });

  it('marks what it has told as delivered', async () => {
    const review = await unreadReview();
    await review.openThread();
    expect((await review.state()).threads[0]?.delivery).toBe('saved');
    await waitInShell(scratch);
    expect((await review.state()).threads[0]?.delivery).toBe('delivered');
  });

  it('loses and repeats nothing from one call to the next', async () => {
    const review = await scratch.review(['plan.md']);
    const wanted = 12;
    const writing = (async () => {
      for (let count = 0; count < wanted; count++) await review.openThread();
    })();
    const heard: string[] = [];
    let since: string | undefined;
    while (heard.length < wanted) {
      const waited = await waitInShell(scratch, since === undefined ? [] : ['--since', since]);
      expect(waited.code).toBe(0);
      heard.push(...waited.events.map(subjectOf));
      since = waited.cursor;
    }
    await writing;
    expect(heard).toEqual(
      Array.from({ length: wanted }, (_, index) => `thread.created u-${index + 1}`),
    );
  });

  it("never tells a caller of its own takes and threads, and tells it of other agents'", async () => {
    const review = await scratch.review(['plan.md']);
    const by = (name: string) => ({ author: { name, kind: 'agent' } });
    await review.openThread({ text: 'mine', ...by('planner') });
    await review.openThread({ text: 'theirs', ...by('critic') });
    await review.openThread({
      text: 'a person with my name',
      author: { name: 'planner', kind: 'person' },
    });
    await review.post('/api/threads/u-2/takes', { text: 'a take', ...by('critic') });
    const asPlanner = await waitInShell(scratch, ['--as', 'planner']);
    expect(asPlanner.events.map(subjectOf)).toEqual(['thread.created u-2', 'thread.created u-3']);
    const asCritic = await waitInShell(scratch, [], { environment: { DISCUSS_AGENT: 'critic' } });
    expect(asCritic.events.map(subjectOf)).toEqual(['thread.created u-1', 'thread.created u-3']);
  });

  it('exits 2 with session.done as its last line when the review is finished', async () => {
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    const { cursor = '' } = await waitInShell(scratch);
    const waiting = waitInShell(scratch, ['--since', cursor]);
    await review.post('/api/done');
    const done = await waiting;
    expect(done.code).toBe(2);
    expect(done.lines.map(({ kind }) => kind)).toEqual(['session.done']);
    await review.exit;
    expect(done.lines).toEqual([review.events.all.at(-1)]);
  });

  it('reads the log of a review that is finished and gone, by cursor or url', async () => {
    const review = await scratch.review(['plan.md']);
    const { cursor = '' } = await waitInShell(scratch, ['--timeout', '0']);
    await review.openThread();
    await review.post('/api/done');
    await review.exit;
    for (const words of [
      ['--since', cursor],
      ['--url', review.url],
      ['--url', `${review.url.replace('127.0.0.1', 'localhost')}/#u-1`],
    ]) {
      const { code, lines } = await waitInShell(scratch, words);
      expect(code).toBe(2);
      expect(lines.map(subjectOf)).toEqual(['thread.created u-1', 'session.done']);
    }
  });

  it('exits 1 when the server is gone and the review is not finished, and goes on after a resume', async () => {
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    await review.kill('SIGKILL');
    const gone = await waitInShell(scratch);
    expect(gone.code).toBe(1);
    expect(gone.events.map(subjectOf)).toEqual(['thread.created u-1']);
    expect(gone.stderr).toMatch(/server .* gone.*not finished/);
    const resumed = await scratch.review(['plan.md']);
    await resumed.openThread();
    const { code, events } = await waitInShell(scratch, ['--since', gone.cursor ?? '']);
    expect(code).toBe(0);
    expect(events.map(subjectOf)).toEqual(['thread.created u-2']);
  });

  it('starts at the present session when a review goes on, not at what an earlier one told', async () => {
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    await review.kill('SIGTERM');
    const resumed = await scratch.review(['plan.md']);
    await resumed.openThread();
    expect((await waitInShell(scratch)).events.map(subjectOf)).toEqual(['thread.created u-2']);
  });

  it('ends with 1 when the server dies while it waits', async () => {
    const review = await unreadReview();
    const waiting = waitInShell(scratch);
    await presence(review, true);
    review.child.kill('SIGKILL');
    const { code, events, cursor } = await waiting;
    expect({ code, events }).toEqual({ code: 1, events: [] });
    expect(cursor).toBeDefined();
  });

  it('finds the review of its folder, and lists them when there are several', async () => {
    const none = await waitInShell(scratch);
    expect(none).toMatchObject({ code: 1, stdout: '' });
    const one = await scratch.review(['plan.md']);
    const elsewhere = await waitInShell(scratch, [], { directory: scratch.home });
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stderr).toContain(one.url);
    const other = await scratch.review(['notes.md']);
    const several = await waitInShell(scratch, ['--timeout', '0']);
    expect(several).toMatchObject({ code: 1, stdout: '' });
    for (const words of [one.url, other.url, 'plan.md', 'notes.md'])
      expect(several.stderr).toContain(words);
    const named = await waitInShell(scratch, ['--timeout', '0', '--url', other.url]);
    expect(named.code).toBe(0);
  });

  it('passes over a review of its folder whose server has died', async () => {
    const dead = await scratch.review(['notes.md']);
    await dead.kill('SIGKILL');
    const review = await scratch.review(['plan.md']);
    await review.openThread();
    expect((await waitInShell(scratch)).events).toHaveLength(1);
  });

  it.each([
    ['an unknown option', ['--bogus']],
    ['an argument', ['u-1']],
    ['a timeout that is no number', ['--timeout', 'soon']],
    ['a negative timeout', ['--timeout=-1']],
    ['a cursor that is none', ['--since', 'abc']],
    ['a name that is none', ['--as', ' ']],
  ])('exits 1 at %s, so that 2 always means ended', async (_, words) => {
    await scratch.review(['plan.md']);
    const { code, stdout, stderr } = await waitInShell(scratch, words);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^discuss wait: /);
  });
});
