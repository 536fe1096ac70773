import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  answerInShell,
  nextWaitingQuestion,
  onlyBundle,
  scopeQuestion,
  waitingQuestions,
} from '../support/ask-user.ts';
import { type AskingClient, type FormUser, startAskingClient } from '../support/asking-client.ts';
import { serveMcp } from '../support/mcp-agent.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const tool = 'request_user_input';
const never = () => new Promise(() => undefined);

/** A user who does one thing after the other with the forms that come. */
function script(...replies: readonly unknown[]): FormUser {
  const left = [...replies];
  return () => left.shift();
}

const accept = (content: unknown) => ({ action: 'accept', content });

describe.each(['2025-11-25', '2026-07-28'] as const)(
  'agents 2: one question by elicitation of a client of %s',
  (revision) => {
    it('is a form of one choice with titles and one line of text', async () => {
      const user = script(accept({ choice: '2', words: 'only the parser' }));
      const agent = await startAskingClient(scratchOfTest(), { revision, user });
      const answer = await agent.call(tool, scopeQuestion());
      expect(answer).toEqual({
        isError: false,
        data: {
          status: 'answered',
          question_id: expect.stringMatching(/^question:[0-9a-f-]{36}$/),
          choice: { number: 2, label: 'Cleanup' },
          qualification: 'only the parser',
          words: 'only the parser',
          via: 'elicited',
        },
      });
      expect(agent.forms).toMatchObject([
        {
          message: expect.stringContaining('1. Minimal fix (Recommended) — One file.'),
          requestedSchema: {
            properties: {
              choice: {
                type: 'string',
                oneOf: [
                  { const: '1', title: 'Minimal fix (Recommended)' },
                  { const: '2', title: 'Cleanup' },
                  { const: 'other', title: 'Other — specify' },
                ],
              },
              words: { type: 'string' },
            },
            required: ['choice'],
          },
        },
      ]);
    });

    it('tells what a user does apart, and takes nothing empty for an answer', async () => {
      const user = script(
        { action: 'decline' },
        { action: 'cancel' },
        { action: 'accept' },
        accept({}),
        accept({ choice: 'other', words: ' ' }),
        accept({ choice: 'other', words: 'rewrite it' }),
        accept({ choice: 'other' }),
        accept({ choice: '7', words: '2' }),
        accept({ choice: '1' }),
      );
      const agent = await startAskingClient(scratchOfTest(), { revision, user });
      const ask = async (prompt: string) => (await agent.call(tool, scopeQuestion(prompt))).data;

      const declined = await ask('First?');
      expect(declined).toMatchObject({ status: 'declined', next: expect.stringMatching(/stop/) });
      expect(await ask('Second?')).toMatchObject({ status: 'cancelled' });
      expect(await ask('Third?'), 'empty content twice').toMatchObject({
        status: 'pending',
        follow_up: 'Which do you choose: 1 or 2, or what else do you want?',
      });
      expect(await ask('Fourth?'), 'other, with words after one follow-up').toMatchObject({
        status: 'answered',
        choice: null,
        words: 'rewrite it',
        via: 'elicited',
      });
      expect(agent.forms.at(-1)?.message).toMatch(
        /^What do you want instead of the options shown\?/,
      );
      expect(await ask('Fifth?'), 'other without words, then nothing that is there').toMatchObject({
        status: 'pending',
        follow_up: expect.any(String),
      });
      expect(agent.forms).toHaveLength(8);
      const anew = await ask('First?');
      expect(anew, 'declined and told of: asked anew').toMatchObject({
        status: 'answered',
        choice: { number: 1 },
        words: '',
      });
      expect(anew.question_id).not.toBe(declined.question_id);
    });

    it('waits on when the client is gone, and is rejoined by the next process', async () => {
      const scratch = scratchOfTest();
      const agent = await startAskingClient(scratch, { revision, user: never });
      const call = agent.call(tool, scopeQuestion()).catch(() => 'gone');
      const { question_id } = await nextWaitingQuestion(scratch);
      process.kill(agent.pid ?? 0, 'SIGKILL');
      if (revision === '2025-11-25') expect(await call).toBe('gone');
      expect((await answerInShell(scratch, question_id, '2, but later')).code).toBe(0);
      const next = await startAskingClient(scratch, { revision, user: never });
      expect((await next.call(tool, scopeQuestion())).data).toMatchObject({
        status: 'answered',
        question_id,
        choice: { number: 2 },
        qualification: 'but later',
        via: 'typed',
      });
      expect(next.forms).toEqual([]);
    });
  },
);

describe('agents 2: a dialog that a client of 2025-11-25 holds open', () => {
  it('is closed by an answer from elsewhere, which stands', async () => {
    const scratch = scratchOfTest();
    const agent = await startAskingClient(scratch, { user: never });
    const call = agent.call(tool, scopeQuestion());
    const { question_id } = await nextWaitingQuestion(scratch);
    await answerInShell(scratch, question_id, '1');
    expect((await call).data).toMatchObject({ status: 'answered', question_id, via: 'typed' });
  });

  it('is no answer when the call is given up: the question waits on', async () => {
    const scratch = scratchOfTest();
    const agent = await startAskingClient(scratch, { user: never });
    const stop = new AbortController();
    const call = agent.call(tool, scopeQuestion(), { signal: stop.signal });
    const { question_id } = await nextWaitingQuestion(scratch);
    stop.abort();
    await expect(call).rejects.toThrow();
    expect(await waitingQuestions(scratch)).toMatchObject([{ question_id }]);
  });

  it('that fails, or sends what is no form, leaves the question to other ways', async () => {
    const scratch = scratchOfTest();
    const user = () => {
      throw new Error('no window');
    };
    const agent = await startAskingClient(scratch, { user });
    const answer = await agent.call(tool, scopeQuestion());
    expect(answer).toMatchObject({ isError: false, data: { status: 'unavailable' } });
    const odd = await startAskingClient(scratch, { user: () => accept({ choice: { deep: 1 } }) });
    const again = await odd.call(tool, scopeQuestion());
    expect(again.data).toMatchObject({
      status: 'unavailable',
      question_id: answer.data.question_id,
    });
  });

  it('times out after the time that the asker gives, and may still be answered', async () => {
    const scratch = scratchOfTest();
    const agent = await startAskingClient(scratch, { user: never });
    const ask = { ...scopeQuestion(), timeout: 0.2 };
    const { data } = await agent.call(tool, ask);
    expect(data).toMatchObject({ status: 'timed_out' });
    expect(await waitingQuestions(scratch)).toEqual([]);
    await answerInShell(scratch, data.question_id, 'Cleanup');
    expect((await agent.call(tool, ask)).data).toMatchObject({
      status: 'answered',
      question_id: data.question_id,
    });
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)(
  'agents 2: what a client of %s declares',
  (revision) => {
    it('is forms when it names no mode, and no forms when it names another one', async () => {
      const scratch = scratchOfTest();
      const user = () => accept({ choice: '1' });
      const bare = await startAskingClient(scratch, { revision, user, elicitation: {} });
      expect((await bare.call(tool, scopeQuestion())).data.status).toBe('answered');
      const links = await startAskingClient(scratch, { revision, user, elicitation: { url: {} } });
      expect((await links.call(tool, scopeQuestion())).data.status).toBe('unavailable');
      expect(links.forms).toEqual([]);
    });
  },
);

/** Calls by hand, so that the state that the client keeps can be another one. */
function callByHand({ client }: AskingClient, given: object, more: object = {}) {
  const params = { name: tool, arguments: { ...given }, ...more };
  // biome-ignore lint/suspicious/noExplicitAny: what a call needs, or its result.
  return client.callTool(params, { allowInputRequired: true } as object) as Promise<any>;
}

describe('agents 2: the request state of 2026-07-28', () => {
  const revision = '2026-07-28';
  const user = never;
  const inputResponses = { answer: accept({ choice: '1' }) };

  it('is taken by a new process of the user, and only as it was signed and for its question', async () => {
    const scratch = scratchOfTest();
    const first = await startAskingClient(scratch, { revision, user });
    const { resultType, requestState } = await callByHand(first, scopeQuestion());
    expect(resultType).toBe('input_required');
    process.kill(first.pid ?? 0, 'SIGKILL');

    const second = await startAskingClient(scratch, { revision, user });
    const refused = async (state: string, given = scopeQuestion()) => {
      const answer = await callByHand(second, given, { requestState: state, inputResponses });
      expect(answer.isError).toBe(true);
      expect(answer.structuredContent.error).toMatchObject({
        code: 'invalid_request_state',
        next: expect.stringMatching(/again without requestState/),
      });
      return answer.structuredContent.error.details.reason;
    };
    const [version, body = '', mac] = requestState.split('.');
    const changed = Buffer.from(body, 'base64url').toString().replace('question:0', 'question:1');
    const forged = [version, Buffer.from(changed).toString('base64url'), mac].join('.');
    expect(await refused(forged)).toBe('tampered');
    expect(await refused('none of ours')).toBe('malformed');
    expect(await refused(requestState, scopeQuestion('Another question?'))).toBe('other_question');
    expect(await waitingQuestions(scratch)).toMatchObject([{ question: scopeQuestion().question }]);

    const malformed = { answer: accept({ choice: { deep: 1 } }) };
    const retry = await callByHand(second, scopeQuestion(), {
      requestState,
      inputResponses: malformed,
    });
    expect(retry, 'one follow-up').toMatchObject({ resultType: 'input_required' });
    const answer = await callByHand(second, scopeQuestion(), { requestState, inputResponses });
    expect(answer.structuredContent).toMatchObject({ status: 'answered', choice: { number: 1 } });
    const replay = { answer: accept({ choice: '2' }) };
    const repeated = await callByHand(second, scopeQuestion(), {
      requestState,
      inputResponses: replay,
    });
    expect(repeated.structuredContent, 'the first answer stands').toEqual(answer.structuredContent);
  });

  it('expires', async () => {
    const scratch = scratchOfTest();
    const slow = await startAskingClient(scratch, {
      revision,
      user,
      nodeWords: ['--require', resolve(import.meta.dirname, '../support/jumping-clock.cjs')],
      environment: { CLOCK_START: String(Date.now() - 2 * 3600_000) },
    });
    const { requestState } = await callByHand(slow, scopeQuestion());
    const now = await startAskingClient(scratch, { revision, user });
    const answer = await callByHand(now, scopeQuestion(), { requestState, inputResponses });
    expect(answer.structuredContent.error).toMatchObject({
      code: 'invalid_request_state',
      details: { reason: 'expired' },
    });
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)(
  'agents 2: one question over HTTP to a client of %s',
  (revision) => {
    it('is put by its dialog, with one follow-up', async () => {
      const scratch = scratchOfTest();
      const url = await serveMcp(scratch);
      const user = script(accept({ choice: 'other' }), accept({ choice: '2' }));
      const agent = await startAskingClient(scratch, { url, revision, user });
      expect((await agent.call(tool, scopeQuestion())).data).toMatchObject({
        status: 'answered',
        choice: { number: 2 },
        via: 'elicited',
      });
      expect(agent.forms).toHaveLength(2);
    });
  },
);

describe('agents 2: one question of a client that has no forms', () => {
  it('is stored and unavailable, as text where that is asked for, and rejoined once answered', async () => {
    const scratch = scratchOfTest();
    const agent = await startAskingClient(scratch);
    const { data } = await agent.call(tool, { ...scopeQuestion(), projectPath: scratch.directory });
    expect(data).toEqual({
      status: 'unavailable',
      question_id: expect.stringMatching(/^question:/),
      answer_with: `discuss answer ${data.question_id} -`,
      next: expect.stringMatching(/stop; do not repeat the question in prose/),
    });
    const text = await agent.call(tool, { ...scopeQuestion(), text_fallback: true });
    expect(text.data).toMatchObject({
      status: 'unavailable',
      question_id: data.question_id,
      text: 'Scope: Which scope should the fix take?\n1. Minimal fix (Recommended) — One file.\n2. Cleanup — Ten files.\nOther: say what you want instead',
      next: expect.stringMatching(/question_answer/),
    });
    const listed = await agent.call('question_list', {});
    expect(listed.data.questions).toMatchObject([
      { question_id: data.question_id, asker: 'planner', options: [{ number: 1 }, { number: 2 }] },
    ]);
    const unclear = { question_id: data.question_id, words: 'ok' };
    expect(await agent.call('question_answer', unclear)).toMatchObject({
      isError: true,
      data: { error: { code: 'bad_answer', details: { follow_up: expect.any(String) } } },
    });
    await answerInShell(scratch, data.question_id, '2, but only the parser');
    expect((await agent.call(tool, scopeQuestion())).data).toMatchObject({
      status: 'answered',
      question_id: data.question_id,
      choice: { number: 2 },
      via: 'typed',
    });
    const anew = await agent.call(tool, scopeQuestion());
    expect(anew.data.status, 'answered and told of: a new question').toBe('unavailable');
    expect(anew.data.question_id).not.toBe(data.question_id);
  });

  it('is asked anew once its asker has recorded the answer itself, and told to it when another has', async () => {
    const scratch = scratchOfTest();
    const agent = await startAskingClient(scratch);
    const ask = async () => (await agent.call(tool, scopeQuestion())).data;
    const { question_id } = await ask();
    const both = await agent.call('question_answer', { question_id, words: '2', decline: true });
    expect(both).toMatchObject({ isError: true, data: { error: { code: 'invalid_input' } } });
    const answered = await agent.call('question_answer', { question_id, words: '2' });
    expect(answered.data).toMatchObject({ status: 'answered', choice: { number: 2 } });
    const anew = await ask();
    expect(anew.status).toBe('unavailable');
    expect(anew.question_id).not.toBe(question_id);

    const other = await startAskingClient(scratch, { name: 'reviewer' });
    await other.call('question_answer', { question_id: anew.question_id, words: '1' });
    expect(await ask()).toMatchObject({ status: 'answered', question_id: anew.question_id });
  });

  it('is refused with every rule that it breaks', async () => {
    const agent = await startAskingClient(scratchOfTest());
    const { isError, data } = await agent.call(tool, {
      header: ' ',
      question: 'Which?',
      options: [{ label: 'Other', description: '' }],
      recommended: 3,
    });
    expect(isError).toBe(true);
    expect(data.error.code).toBe('bad_question');
    expect(data.error.details.rules.map(({ rule }: { rule: string }) => rule)).toEqual([
      'header_blank',
      'description_blank',
      'too_few_options',
      'other_by_hand',
      'recommended_unknown',
    ]);
    expect(await agent.call(tool, { header: 7 })).toMatchObject({
      isError: true,
      data: { error: { code: 'invalid_input' } },
    });
  });

  it('is refused alike by the shell', async () => {
    const scratch = scratchOfTest();
    const agent = await startAskingClient(scratch);
    const [first] = scopeQuestion().options;
    const faulty = [
      {},
      { header: 7, options: 'none' },
      { ...scopeQuestion(), options: [first, first] },
      { ...scopeQuestion(), recommended: 'Cleanup' },
      { ...scopeQuestion(), timeout: -1 },
      { root: 'none' },
      { bundle_question: 'Q001' },
      { bundle_question: 'bundle:none#Q001' },
    ];
    for (const given of faulty) {
      const { isError, data } = await agent.call(tool, {
        projectPath: scratch.directory,
        ...given,
      });
      const shell = await runDiscuss(scratch, ['ask', '--json', '-'], JSON.stringify(given));
      expect([isError, shell.code], JSON.stringify(data)).toEqual([true, 1]);
      expect(JSON.parse(shell.stderr)).toEqual(data);
    }
  });

  it('waits for a page of the project that is open, for as long as a call may last', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', '# Plan\n');
    await scratch.review(['plan.md']);
    const agent = await startAskingClient(scratch);
    const told: unknown[] = [];
    const call = agent.call(
      tool,
      { ...scopeQuestion(), projectPath: scratch.directory },
      { onprogress: ({ message }) => told.push(message) },
    );
    const { question_id } = await nextWaitingQuestion(scratch);
    await answerInShell(scratch, question_id, '2');
    expect((await call).data).toMatchObject({ status: 'answered', choice: { number: 2 } });
    expect(told).toContain('waiting for the user');
    const going = { ...scopeQuestion('And then?'), blocking: false };
    expect((await agent.call(tool, going)).data, 'who goes on does not wait').toMatchObject({
      status: 'pending',
      next: expect.stringMatching(/go on with the default/),
    });
  });

  it('waits no longer once the page is gone', async () => {
    const scratch = scratchOfTest();
    scratch.write('plan.md', '# Plan\n');
    const review = await scratch.review(['plan.md']);
    const agent = await startAskingClient(scratch);
    const call = agent.call(tool, { ...scopeQuestion(), projectPath: scratch.directory });
    const shell = runDiscuss(scratch, ['ask', '--json', JSON.stringify(scopeQuestion('And why?'))]);
    while ((await waitingQuestions(scratch)).length < 2);
    await review.post('/api/done');
    expect((await call).data).toMatchObject({ status: 'unavailable' });
    expect(await shell).toMatchObject({ code: 4, stdout: expect.stringContaining('unavailable') });
  });

  it('has one answer, however many answer at once', async () => {
    const scratch = scratchOfTest();
    const agent = await startAskingClient(scratch);
    const { data } = await agent.call(tool, scopeQuestion());
    const answers = await Promise.all(
      ['1', '2', '1', '2'].map((words) => answerInShell(scratch, data.question_id, words)),
    );
    const won = answers.filter(({ code }) => code === 0);
    expect(won).toHaveLength(1);
    const kept = (await agent.call(tool, scopeQuestion())).data;
    expect(kept.choice).toEqual(JSON.parse(won[0]?.stdout ?? '').choice);
  });
});

describe('bundle 4: a question of a record reaches the user as one record', () => {
  async function beginBundle(scratch: Scratch) {
    const words = ['bundle', 'new', 'Parser fix', '--goal', 'A right parser'];
    expect((await runDiscuss(scratch, words)).code).toBe(0);
    const root = onlyBundle(scratch);
    const ask = await runDiscuss(
      scratch,
      ['bundle', 'ask', '--root', root, '--json', '--question', '-'],
      JSON.stringify({ ...scopeQuestion(), question: undefined, prompt: 'Which scope?' }),
    );
    const { question } = JSON.parse(ask.stdout);
    return { root, ref: question.ref as string };
  }

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'by elicitation, and its answer stands in the record (%s)',
    async (revision) => {
      const scratch = scratchOfTest();
      const { root, ref } = await beginBundle(scratch);
      const user = script(
        { action: 'decline' },
        accept({ choice: '2', words: 'but only the parser' }),
      );
      const agent = await startAskingClient(scratch, { revision, user });
      const project = { projectPath: scratch.directory };
      const declined = await agent.call(tool, { ...project, root });
      expect(declined.data).toMatchObject({ status: 'declined', question_id: ref });
      const answered = await agent.call(tool, { ...project, bundle_question: ref });
      expect(answered).toMatchObject({
        isError: false,
        data: {
          status: 'answered',
          question_id: ref,
          choice: { number: 2, label: 'Cleanup' },
          qualification: 'but only the parser',
          via: 'elicited',
        },
      });
      const decisions = readFileSync(join(root, 'decisions.md'), 'utf8');
      expect(decisions).toMatch(/Choice: 2\. Cleanup/);
      expect(decisions).toMatch(/Via: elicited/);
      expect(readFileSync(join(root, 'evidence.md'), 'utf8')).toMatch(/gave no answer: declined/);
      expect(await waitingQuestions(scratch)).toEqual([]);
      const again = await agent.call(tool, { ...project, bundle_question: ref });
      expect(again.data, 'the record answers').toEqual(answered.data);
      expect(agent.forms).toHaveLength(2);
    },
  );

  it('without a dialog says how the record is answered', async () => {
    const scratch = scratchOfTest();
    const { root, ref } = await beginBundle(scratch);
    const agent = await startAskingClient(scratch);
    const { data } = await agent.call(tool, { projectPath: scratch.directory, root });
    expect(data).toMatchObject({
      status: 'unavailable',
      question_id: ref,
      answer_with: expect.stringMatching(/^discuss bundle answer Q001 - --root /),
    });
    const { code } = await runDiscuss(scratch, data.answer_with.split(' ').slice(1), '1');
    expect(code).toBe(0);
    const answered = await agent.call(tool, {
      projectPath: scratch.directory,
      bundle_question: ref,
    });
    expect(answered.data).toMatchObject({
      status: 'answered',
      choice: { number: 1 },
      via: 'typed',
    });
    expect((await agent.call(tool, { projectPath: scratch.directory, root })).data).toMatchObject({
      error: { code: 'not_found' },
    });
  });
});
