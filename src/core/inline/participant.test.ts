import { describe, expect, it } from 'vitest';
import { beginReview } from '../../../test/support/review-scenario.ts';
import { decideMessage } from '../review/decide-message.ts';
import { decideResolve } from '../review/decide-thread-change.ts';
import { parsePreparedThreads } from '../review/prepared-threads.ts';
import { refuseParticipant } from './participant.ts';

const forbidden = [
  'a*b',
  'gpt:',
  'Claude [RESOLVED]',
  'Note',
  ' note ',
  'An\nn',
  '',
  '@',
  'x'.repeat(81),
  'a\\_b',
];

describe('inline 7: a name that the grammar forbids', () => {
  it.each(forbidden)('is refused where it enters a review: %j', (name) => {
    const scenario = beginReview();
    const threadId = scenario.open();
    const author = { name, kind: 'person' } as const;
    const refused = { refused: true, code: 'validation_error', field: 'author.name' };
    expect(() => scenario.open({}, author)).toThrow(/refused/);
    for (const as of ['reply', 'take'] as const) {
      const request = { threadId, text: 'x' };
      expect(
        scenario.refused((state, context) =>
          decideMessage(state, request, { ...context, author, as }),
        ),
      ).toMatchObject(refused);
    }
    expect(
      scenario.refused((state, context) =>
        decideResolve(state, { threadId }, { ...context, author }),
      ),
    ).toMatchObject(refused);
    const json = JSON.stringify([{ anchorStart: 1, text: 'x', author: name }]);
    expect(parsePreparedThreads(json, [{ id: 'f-1', path: 'a.md' }])).toMatchObject({
      code: 'bad_threads',
    });
  });

  it.each(['Ann', '@Ann', 'Mary Ann', 'claude-code', '李雷', 'a_b', 'Notes', 'x'.repeat(80)])(
    'is none of these: %s',
    (name) => expect(refuseParticipant(name, 'author.name')).toBeUndefined(),
  );
});
