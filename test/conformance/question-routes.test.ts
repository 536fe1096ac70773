import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Questioner, questionerIn, scopeQuestion } from '../support/questioner.ts';
import { planText } from '../support/reviewed-plan.ts';
import type { RunningReview } from '../support/running-review.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';

interface Asked extends Questioner {
  readonly scratch: Scratch;
  readonly review: RunningReview;
}

/** A review, and somebody who asks; what is prepared before the review begins may be given. */
async function askedDuringReview(): Promise<Asked> {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  const review = await scratch.review(['plan.md']);
  return { scratch, review, ...(await questionerIn(scratch)) };
}

interface Card {
  readonly ref: string;
  readonly record?: { readonly root: string };
}

async function cardsOf({ review }: Pick<Asked, 'review'>): Promise<readonly Card[]> {
  const { status, body } = await review.get('/api/questions');
  expect(status).toBe(200);
  return body['questions'] as readonly Card[];
}

const answerTo = ({ review }: Pick<Asked, 'review'>, body: object) =>
  review.post('/api/questions/answer', body);

/** The entry of a question in the record, without what differs by time and chance. */
function recordedEntry(root: string, id: string): string {
  const text = readFileSync(join(root, 'decisions.md'), 'utf8');
  const from = text.indexOf(`### ${id} `);
  const next = text.indexOf('\n### ', from + 1);
  return text
    .slice(from, next < 0 ? undefined : next)
    .replace(/ <!-- .* -->/g, '')
    .replace(/^- (Recorded|Answered): .*$/gm, '- $1: …');
}

describe('questions at the page of a review (bundle contract 4, agents contract 2)', () => {
  it('are those of bound records below the folder and of agents in this project or in none', async () => {
    const asked = await askedDuringReview();
    expect(await cardsOf(asked)).toEqual([]);
    const { root } = await asked.bundle('new', 'Parser fix', '--goal', 'A right parser');
    await asked.bundle(...scopeQuestion);
    const here = await asked.ask();
    const nowhere = await asked.ask({ project: undefined as never });
    await asked.ask({ project: '/another/project' });
    await asked.ask({ status: 'declined' });
    expect(await cardsOf(asked)).toEqual([
      {
        ref: expect.stringMatching(/^bundle:[^#]+#Q001~[0-9a-z]{8}$/),
        source: 'bundle',
        header: 'Scope',
        prompt: 'Which scope should the fix take?',
        options: [
          {
            number: 1,
            label: 'Minimal fix (Recommended)',
            description: 'Touches one file.',
            recommended: true,
          },
          {
            number: 2,
            label: 'Broader cleanup',
            description: 'Touches ten files.',
            recommended: false,
          },
        ],
        allowOther: true,
        blocking: true,
        askedAt: expect.any(String),
        record: { id: 'Q001', root, goal: 'A right parser' },
      },
      expect.objectContaining({ ref: here, source: 'host', asker: 'Claude Code' }),
      expect.objectContaining({ ref: nowhere }),
    ]);
  });

  it('an answer is the same record as that of the command line, apart from how it came', async () => {
    const asked = await askedDuringReview();
    const { root } = await asked.bundle('new', 'Parser fix');
    await asked.bundle(...scopeQuestion);
    await asked.bundle(...scopeQuestion.slice(0, -1), 'Which scope should the tests take?');
    const [card] = await cardsOf(asked);
    const { status, body } = await answerTo(asked, {
      ref: card?.ref,
      choice: 2,
      words: 'but only the parser',
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        recorded: {
          ref: card?.ref,
          source: 'bundle',
          status: 'answered',
          number: 2,
          choice: '2. Broader cleanup',
          qualification: 'but only the parser',
          via: 'picked',
        },
        next: { record: { id: 'Q002' } },
      },
    });
    await asked.bundle('answer', '2, but only the parser');
    const [first, second] = ['Q001', 'Q002'].map((id) => recordedEntry(String(root), id));
    expect(second).toContain('- Qualification: but only the parser');
    expect(first).toBe(
      second?.replace('Q002', 'Q001').replace('tests', 'fix').replace('typed', 'picked'),
    );
    expect(await asked.bundle('validate')).toMatchObject({ ok: true });
    expect(await cardsOf(asked)).toEqual([]);
  });

  it('words alone pick as typed, or are the free form beside the options', async () => {
    const asked = await askedDuringReview();
    const first = await asked.ask();
    const second = await asked.ask();
    const typed = await answerTo(asked, { ref: first, words: '2' });
    expect(typed.body['recorded']).toMatchObject({ number: 2, via: 'typed', words: '2' });
    expect(typed.body['next']).toMatchObject({ ref: second });
    const other = await answerTo(asked, { ref: second, words: 'Next year' });
    expect(other.body).toEqual({
      recorded: {
        ref: second,
        source: 'host',
        status: 'answered',
        choice: 'Other — specify',
        words: 'Next year',
        via: 'picked_other',
      },
      next: null,
    });
  });

  it('a reply that picks nothing is told with its one follow-up, and the question waits on', async () => {
    const asked = await askedDuringReview();
    await asked.bundle('new', 'Parser fix');
    await asked.bundle(...scopeQuestion);
    await asked.ask();
    const cards = await cardsOf(asked);
    for (const { ref } of cards) {
      for (const reply of [{}, { words: 'Other' }, { choice: 7 }, { choice: 1, words: '2' }]) {
        expect(await answerTo(asked, { ref, ...reply })).toMatchObject({
          status: 400,
          body: {
            error: { code: 'bad_answer', details: { follow_up: expect.stringMatching(/\?$/) } },
          },
        });
      }
    }
    expect(await cardsOf(asked)).toEqual(cards);
  });

  it("an agent's question can be declined, a record's waits until it is answered", async () => {
    const asked = await askedDuringReview();
    await asked.bundle('new', 'Parser fix');
    await asked.bundle(...scopeQuestion);
    const ref = await asked.ask();
    const { body } = await answerTo(asked, { ref, decline: true });
    expect(body['recorded']).toEqual({ ref, source: 'host', status: 'declined' });
    const [card] = await cardsOf(asked);
    expect(await answerTo(asked, { ref: card?.ref, decline: true })).toMatchObject({
      status: 400,
      body: { error: { code: 'validation_error' } },
    });
    expect(await cardsOf(asked)).toEqual([card]);
  });

  it('the first answer stands, wherever it was given, and the other is told of it', async () => {
    const asked = await askedDuringReview();
    const { root } = await asked.bundle('new', 'Parser fix');
    await asked.bundle(...scopeQuestion);
    const [card] = await cardsOf(asked);
    const [page, command] = await Promise.all([
      answerTo(asked, { ref: card?.ref, choice: 1 }),
      asked.bundle('answer', 'Q001', '2'),
    ]);
    const wins = [page.status === 200, command['ok']];
    expect(wins.filter((won) => won === true)).toHaveLength(1);
    if (page.status !== 200) {
      expect(page).toMatchObject({
        status: 409,
        body: {
          error: { code: 'already_settled', details: { answer: { choice: '2. Broader cleanup' } } },
        },
      });
    }
    const text = readFileSync(join(String(root), 'decisions.md'), 'utf8');
    expect(text.match(/^- Choice: /gm)).toHaveLength(1);

    const ref = await asked.ask();
    const both = await Promise.all([
      answerTo(asked, { ref, choice: 1 }),
      answerTo(asked, { ref, choice: 2 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await answerTo(asked, { ref, decline: true })).toMatchObject({
      status: 409,
      body: { error: { code: 'already_settled', details: { status: 'answered' } } },
    });
  });

  it('a reference is looked up among the questions of this room and never becomes a path', async () => {
    const asked = await askedDuringReview();
    const elsewhere = await asked.ask({ project: '/another/project' });
    const { root, tracker_id } = await asked.bundle('new', 'Parser fix');
    for (const ref of [
      elsewhere,
      'question:none',
      `bundle:${tracker_id}#Q001`,
      `bundle:${root}#Q001`,
      'bundle:../../etc#Q001',
      '',
    ]) {
      expect(await answerTo(asked, { ref, choice: 1 })).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      });
    }
    expect(await answerTo(asked, { choice: 1 })).toMatchObject({
      status: 400,
      body: { error: { code: 'bad_request' } },
    });
  });

  it('each change is told on the stream as questions.changed, without an id and nowhere else', async () => {
    const asked = await askedDuringReview();
    const stream = await asked.review.stream();
    const changed = async () => {
      const { id, data } = await stream.nextEvent('questions.changed');
      expect(id).toBeUndefined();
      return (data['questions'] as readonly Card[]).map(({ ref }) => ref);
    };
    const ref = await asked.ask();
    expect(await changed()).toEqual([ref]);
    const later = await asked.review.stream();
    await later.nextEvent('questions.changed');
    await asked.bundle('new', 'Parser fix');
    await asked.bundle(...scopeQuestion);
    expect(await changed()).toEqual([expect.stringMatching(/^bundle:/), ref]);
    await asked.bundle('answer', '1');
    expect(await changed()).toEqual([ref]);
    await answerTo(asked, { ref, choice: 1 });
    expect(await changed()).toEqual([]);
    expect(JSON.stringify(await asked.review.state())).not.toContain('Rollout');
    await asked.review.post('/api/done');
    await asked.review.exit;
    expect(asked.review.stdout()).not.toContain('question');
  });

  it('a record that is itself reviewed asks in its own review', async () => {
    const scratch = scratchOfTest();
    const asker = await questionerIn(scratch);
    const made = scratch.launch(['bundle', 'new', 'Unbound', '--json']);
    await made.exit;
    const { root } = JSON.parse(made.stdout()) as { root: string };
    await asker.bundle(...scopeQuestion, '--root', root);
    const review = await scratch.review([`${root}/decisions.md`]);
    expect(await cardsOf({ review })).toMatchObject([{ record: { root, id: 'Q001' } }]);
    const other = scratch.write('plan.md', planText);
    const unrelated = await scratch.review([other]);
    expect(await cardsOf({ review: unrelated })).toEqual([]);
  });
});
