import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  isRefusal,
  type OpenReview,
  openDiscuss,
  type Refusal,
  type ReviewMessage,
} from '../src/index.ts';
import { scratchOfTest } from './support/scratch.ts';

function accepted<Value>(value: Value | Refusal): Value {
  if (isRefusal(value)) throw new Error(`${value.code}: ${value.message}`);
  return value;
}

function discussIn(directory: string) {
  return openDiscuss({ directory, environment: { HOME: directory } });
}

/** Resolves with the next message of a kind that a review has. */
function next(review: OpenReview, kind: string): Promise<ReviewMessage> {
  return new Promise((resolve) => {
    void review.follow((message) => {
      if (message.kind === kind) resolve(message);
    });
  });
}

describe('a review that a program opens in its own process', () => {
  it('is heard, taken part in, kept up with its file, ended and resumed', async () => {
    const { directory, write } = scratchOfTest();
    write('plan.md', '# Plan\n\nWrite it.\n');
    const discuss = discussIn(directory);
    const review = accepted(await discuss.openReview({ files: ['plan.md'] }));
    expect(review.resumed).toBe(false);

    const kinds: string[] = [];
    await review.follow(({ kind }) => kinds.push(kind));
    const opened = next(review, 'thread.created');
    await review.perform('review-thread', {
      ...{ anchorStart: 2, anchorEnd: 2, snippet: 'Write it.' },
      ...{ text: 'By when?', fileId: 'f-1' },
    });
    const { payload } = await opened;
    const { id: threadId } = payload as { id: string };
    const author = { name: 'planner', kind: 'agent' } as const;
    const take = await review.perform('review-take', { threadId, text: 'By Friday.' }, { author });
    expect(take).toMatchObject({ threadId, text: 'By Friday.' });

    const updated = next(review, 'source.updated');
    writeFileSync(join(directory, 'plan.md'), '# Plan\n\nNew.\n\nWrite it.\n');
    expect((await updated).payload).toMatchObject({ fileId: 'f-1', sourceVersion: 1 });
    expect(await review.end()).toBe('interrupted');
    expect(await review.ended).toBe('interrupted');
    expect(kinds).toEqual(['thread.created', 'source.updated']);

    const notices: string[] = [];
    const notify = (message: string) => notices.push(message);
    const again = accepted(await discuss.openReview({ files: ['plan.md'], notify }));
    expect(again).toMatchObject({ id: review.id, resumed: true });
    expect(notices).toEqual([expect.stringMatching(/^resuming the review of .* \(threads: 1\)/)]);
    await again.end();
  });

  it('ends when somebody else finishes it, and leaves a transcript', async () => {
    const { directory, write } = scratchOfTest();
    write('plan.md', '# Plan\n');
    const historyFolder = join(directory, 'history');
    const review = accepted(
      await discussIn(directory).openReview({ files: ['plan.md'], historyFolder }),
    );
    const other = accepted(await discussIn(directory).openReview({ files: ['plan.md'] }));
    const heard = next(review, 'session.done');
    accepted(await other.perform('review-done', {}));
    expect(await Promise.all([review.ended, other.ended])).toEqual(['done', 'done']);
    expect((await heard).payload).toMatchObject({ threads: [] });
    const sessions = await discussIn(directory).perform('review-sessions', {});
    expect(sessions).toMatchObject({ sessions: [{ id: review.id }] });
  });

  it('is refused when its file is not there', async () => {
    const { directory } = scratchOfTest();
    const refused = await discussIn(directory).openReview({ files: ['plan.md'] });
    expect(refused).toMatchObject({ code: 'file_missing', message: 'plan.md does not exist' });
  });
});
