import { beforeEach, describe, expect, it } from 'vitest';
import { nextWaitingQuestion, waitingQuestions } from '../support/ask-user.ts';
import type { LaunchedDiscuss } from '../support/launch-discuss.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

const words = [
  'ask',
  '--header',
  'Scope',
  '--option',
  'Minimal fix (Recommended): One file',
  '--option',
  'Cleanup: Ten files',
  'Which scope?',
];

let scratch: Scratch;
let page: RunningReview;

beforeEach(async () => {
  scratch = scratchOfTest();
  scratch.write('plan.md', '# Plan\n');
  page = await scratch.review(['plan.md']);
});

async function resultOf(asking: LaunchedDiscuss) {
  const { code } = await asking.exit;
  return { code, result: JSON.parse(asking.stdout()) as Record<string, unknown> };
}

const answerAtPage = (ref: string, given: object) =>
  page.post('/api/questions/answer', { ref, ...given });

describe('agents 2: discuss ask while a review page is open', () => {
  it('waits for the page, however long, and prints what was picked there', async () => {
    const asking = scratch.launch(words);
    const { question_id } = await nextWaitingQuestion(scratch);
    await answerAtPage(question_id, { choice: 2, words: 'but later' });
    expect(await resultOf(asking)).toMatchObject({
      code: 0,
      result: {
        status: 'answered',
        question_id,
        choice: { number: 2, label: 'Cleanup' },
        qualification: 'but later',
        via: 'picked',
      },
    });
  });

  it('tells of a question that was declined at the page', async () => {
    const asking = scratch.launch(words);
    const { question_id } = await nextWaitingQuestion(scratch);
    await answerAtPage(question_id, { decline: true });
    expect(await resultOf(asking)).toMatchObject({ code: 4, result: { status: 'declined' } });
  });

  it('has its answer when it is run again after a kill between question and answer', async () => {
    const asking = scratch.launch(words);
    const { question_id } = await nextWaitingQuestion(scratch);
    await asking.kill('SIGKILL');
    await answerAtPage(question_id, { words: 'rewrite it' });
    const again = await runDiscuss(scratch, words);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({
      question_id,
      choice: null,
      words: 'rewrite it',
      via: 'picked_other',
    });
  });

  it('leaves the question waiting when it is interrupted, and ends it when its time is over', async () => {
    const asking = scratch.launch(words);
    const { question_id } = await nextWaitingQuestion(scratch);
    asking.child.kill('SIGINT');
    expect(await resultOf(asking)).toMatchObject({ code: 4, result: { status: 'pending' } });
    expect(await waitingQuestions(scratch)).toMatchObject([{ question_id }]);
    const timed = await runDiscuss(scratch, [...words, '--timeout', '0.1']);
    expect(timed.code).toBe(4);
    expect(JSON.parse(timed.stdout)).toMatchObject({ status: 'timed_out', question_id });
    expect(await waitingQuestions(scratch)).toEqual([]);
  });
});
