import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTestTerminal } from '../../../test/support/test-terminal.ts';
import { commandContext } from '../../cli/command-context.ts';
import { runCommandLine } from '../../cli/command-line.ts';
import { isRefusal } from '../../core/refusal.ts';
import type { Servers } from '../../core/review/ports/servers.ts';
import { openPorts } from '../../open-discuss.ts';
import { performAction } from '../kit/perform-action.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'discuss-ask-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;

/** A shell of a user's own; `lines` are what is typed at its terminal, which is none without them. */
function shell(lines?: (string | undefined)[]) {
  made += 1;
  const home = join(folder, String(made));
  return async (...words: string[]) => {
    const terminal = makeTestTerminal(folder, {
      environment: { HOME: home, PATH: process.env['PATH'] },
      inputIsTerminal: lines !== undefined,
      readLine: async () => lines?.shift(),
    });
    const status = await runCommandLine(words, commandContext(terminal));
    const printed = terminal.printed.join('');
    // biome-ignore lint/suspicious/noExplicitAny: the object that a command printed.
    const json: any = printed.startsWith('{') ? JSON.parse(printed) : undefined;
    return { status, printed, told: terminal.notices.join('\n'), json };
  };
}

const options = [
  '--option',
  'Minimal fix (Recommended): One file',
  '--option',
  'Cleanup: Ten files',
];
const ask = ['ask', '--header', 'Scope', ...options, 'Which scope?'];

describe('discuss ask at a terminal', () => {
  it('puts the numbered text, reads one line, and prints the result', async () => {
    const { status, told, json } = await shell(['2, but only the parser'])(...ask);
    expect(told).toBe(
      'Scope: Which scope?\n1. Minimal fix (Recommended) — One file\n2. Cleanup — Ten files\nOther: say what you want instead',
    );
    expect(json).toMatchObject({
      status: 'answered',
      choice: { number: 2, label: 'Cleanup' },
      qualification: 'but only the parser',
      words: '2, but only the parser',
      via: 'typed',
    });
    expect(status).toBe(0);
  });

  it('puts one follow-up where a reply picks nothing, and no second one', async () => {
    const once = await shell(['other', 'rewrite it'])(...ask);
    expect(once.told).toMatch(/\nWhat do you want instead of the options shown\?$/);
    expect(once.json).toMatchObject({ status: 'answered', choice: null, words: 'rewrite it' });
    const never = await shell(['ok', '7', '1'])(...ask);
    expect(never.status).toBe(4);
    expect(never.json).toMatchObject({
      status: 'pending',
      follow_up: expect.stringMatching(/no option with that number/),
    });
  });

  it('takes the end of the input for a question that was closed', async () => {
    const { status, json } = await shell([])(...ask);
    expect([status, json.status]).toEqual([4, 'cancelled']);
  });
});

describe('a question that a page shows', () => {
  it('may be answered there at any moment, also while the page is looked at', async () => {
    const directory = realpathSync(mkdtempSync(join(folder, 'page-')));
    const ports = openPorts({ environment: { HOME: directory }, directory });
    const reviews = await ports.reviews();
    if (isRefusal(reviews)) throw new Error(reviews.message);
    const server = { room: 'review:1', url: 'http://127.0.0.1:1', pid: 1, position: 0 };
    await reviews.running.register({ ...server, directory, startedAt: ports.clock.now() });
    const servers: Servers = {
      ...(await ports.servers()),
      async showsQuestion(_page, reference) {
        const input = { question_id: reference, words: '2' };
        await performAction('question-answer', input, { ports, directory });
        return false;
      },
    };
    const asked = await performAction(
      'question-ask',
      {
        header: 'Scope',
        question: 'Which scope?',
        options: [
          { label: 'Minimal fix', description: 'One file' },
          { label: 'Cleanup', description: 'Ten files' },
        ],
      },
      { ports: { ...ports, servers: async () => servers }, directory },
    );
    expect(asked).toMatchObject({ status: 'answered', choice: { number: 2 } });
  });
});

describe('discuss ask without a terminal', () => {
  it('stores the question, says how it is answered, and rejoins it', async () => {
    const run = shell();
    const first = await run(...ask);
    expect(first.status).toBe(4);
    expect(first.json).toMatchObject({
      status: 'unavailable',
      next: expect.stringMatching(/stop/),
    });
    const { question_id: id, answer_with } = first.json;
    expect(answer_with).toBe(`discuss answer ${id} -`);
    expect((await run(...ask)).json.question_id).toBe(id);
    expect((await run('questions', '--text')).printed).toContain('  Scope: Which scope?\n    1. ');

    const unclear = await run('answer', id, 'yes');
    expect(unclear.status).toBe(1);
    expect(unclear.told).toMatch(/put one follow-up to the user: Which option is that/);
    const bare = id.replace('question:', '');
    expect((await run('answer', bare, '1', '--text')).printed).toBe(
      `${id} answered: 1. Minimal fix\n`,
    );
    expect((await run('answer', id, '2')).told).toMatch(/is answered already/);
    expect((await run('questions', '--json')).json).toEqual({ questions: [] });

    const told = await run(...ask);
    expect(told.status).toBe(0);
    expect(told.json).toMatchObject({ status: 'answered', question_id: id, words: '1' });
    expect((await run(...ask)).json.question_id).not.toBe(id);
  });

  it('tells declined, timed out and refused apart', async () => {
    const run = shell();
    const { question_id: id } = (await run(...ask)).json;
    expect((await run('answer', id, '--decline')).status).toBe(0);
    expect(await run(...ask)).toMatchObject({ status: 4, json: { status: 'declined' } });
    expect(await run(...ask, '--timeout', '0')).toMatchObject({
      status: 4,
      json: { status: 'timed_out' },
    });
    const refused = await run('ask', '--header', 'Scope', ...options.slice(0, 2), 'Which?');
    expect(refused.status).toBe(1);
    expect(JSON.parse(refused.told).error).toMatchObject({ code: 'bad_question' });
    expect((await run(...ask, '--timeout', '9999999')).status).toBe(1);
    expect((await run('ask', '--json', '[]')).status).toBe(1);
    expect((await run('answer', 'question:none', '1')).told).toMatch(/there is no question/);
  });

  it('takes all of it as JSON', async () => {
    const run = shell();
    const question = {
      header: 'Scope',
      question: 'Which scope?',
      options: [
        { label: 'Minimal fix', description: 'One file' },
        { label: 'Cleanup', description: 'Ten files' },
      ],
      recommended: 1,
    };
    const asJson = await run('ask', '--json', JSON.stringify(question));
    expect((await run(...ask)).json.question_id).toBe(asJson.json.question_id);
    const asText = await run('ask', '--text-fallback', JSON.stringify(question));
    expect(asText.json).toMatchObject({
      question_id: asJson.json.question_id,
      text: expect.stringContaining('\n2. Cleanup — Ten files\n'),
    });
  });
});
