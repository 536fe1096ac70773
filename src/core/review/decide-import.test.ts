import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
} from '../../../test/support/review-scenario.ts';
import { decideImport } from './decide-import.ts';
import { decideDelete, decideResolve } from './decide-thread-change.ts';

const ada = { name: 'Ada', kind: 'person' } as const;

/** A previous review with a thread that has an answer of each kind, and a new one of another text of the file. */
function twoReviews(text = `One more.\n\n${scenarioText}`) {
  const former = beginReview();
  former.open({ text: 'Why first?', intent: 'question' }, ada);
  former.take('u-1', 'Because it is shorter.');
  former.reply('u-1', 'I see.', ada);
  return { former, now: beginReview({ files: { 'plan.md': text } }) };
}

function carry(now: ReviewScenario, former: ReviewScenario, threadId = 'u-1') {
  return now.do((state, context) =>
    decideImport(state, threadId, givenOf(now, former, context.at)),
  );
}

function givenOf(now: ReviewScenario, former: ReviewScenario, at: string) {
  const textOf = (hash: string) => former.textOf(hash) ?? now.textOf(hash);
  return { at, from: former.state, document: now.document(), textOf };
}

describe('a thread that is taken over from the last review (review contract 8)', () => {
  it('stands where its text went, with all that was said, in its order and under new ids', () => {
    const { former, now } = twoReviews();
    now.open({ text: 'Here already' });
    now.reply('u-1', 'Counted already');
    expect(carry(now, former).id).toBe('u-2');
    expect(now.state.threads.get('u-2')).toMatchObject({
      kind: 'user',
      text: 'Why first?',
      intent: 'question',
      author: ada,
      carriedFrom: `review:${former.state.id}#u-1`,
      place: { anchorStart: 3, textHash: now.document().textHash },
      orphaned: false,
      takes: [{ id: 't-1', text: 'Because it is shorter.' }],
      replies: [{ id: 'r-2', text: 'I see.', author: ada }],
      resolution: null,
    });
    const [take, reply] = ['takes', 'replies'] as const;
    const thread = now.state.threads.get('u-2');
    expect(thread?.[take][0]?.position).toBeLessThan(thread?.[reply][0]?.position ?? 0);
  });

  it('is open again, even when it was resolved', () => {
    const { former, now } = twoReviews();
    former.do((state, context) => decideResolve(state, { threadId: 'u-1' }, context));
    carry(now, former);
    expect(now.state.threads.get('u-1')?.resolution).toBeNull();
  });

  it('comes as an orphan with its old text when that is gone', () => {
    const { former, now } = twoReviews('# Another\n\nQuite other words.\n');
    carry(now, former);
    expect(now.state.threads.get('u-1')).toMatchObject({
      orphaned: true,
      place: { quote: { exact: 'First we read.' } },
    });
  });

  it('is moved, to be confirmed, when its text is found again with changes', () => {
    const sentence = 'The importer reads the old rows in batches and writes them to the new table.';
    const scenario = (first: string, last: string) =>
      `# Story\n\n${first}Between.\n\nMore in between.\n\n${last}The end of it all.\n`;
    const former = beginReview({ files: { 'plan.md': scenario(`${sentence}\n\n`, '') } });
    former.open();
    const changed = `${sentence.replace('old rows', 'older rows')}\n\n`;
    const now = beginReview({ files: { 'plan.md': scenario('', changed) } });
    carry(now, former);
    expect(now.state.threads.get('u-1')).toMatchObject({ moved: true, place: { anchorStart: 4 } });
  });

  it('is taken over once, and not when it was deleted or never was', () => {
    const { former, now } = twoReviews();
    carry(now, former);
    const refusedOf = (threadId: string) =>
      now.refused((state, context) =>
        decideImport(state, threadId, givenOf(now, former, context.at)),
      );
    expect(refusedOf('u-1')).toMatchObject({
      code: 'already_carried',
      details: { threadId: 'u-1' },
    });
    expect(refusedOf('u-9')).toMatchObject({ code: 'not_found' });
    former.open();
    former.do((state, context) => decideDelete(state, 'u-2', context));
    expect(refusedOf('u-2')).toMatchObject({ code: 'not_found' });
  });
});
