import { describe, expect, it } from 'vitest';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import type { Answer, ApiRequest } from '../link/api-client.ts';
import { createQuestionDesk, type QuestionDesk } from './question-desk.ts';

const question = (ref: string): AskedQuestion => ({
  ref,
  source: 'host',
  header: ref.toUpperCase(),
  prompt: 'Which?',
  options: [],
  allowOther: true,
  blocking: true,
});
const refs = (desk: QuestionDesk) => desk.questions.value.map(({ ref }) => ref);

/** A desk whose server answers what the test gives it. */
function openDesk() {
  const sent: ApiRequest[] = [];
  const answers: ((answer: Answer<never>) => void)[] = [];
  const api = {
    send: <Value>(request: ApiRequest) => {
      sent.push(request);
      return new Promise<Answer<Value>>((answer) => answers.push(answer as (typeof answers)[0]));
    },
  };
  const desk = createQuestionDesk({
    api,
    storage: null,
    onUnreachable: () => undefined,
    announce: () => undefined,
  });
  const answer = async (given: unknown): Promise<void> => {
    answers.shift()?.(given as Answer<never>);
    await new Promise((done) => setImmediate(done));
  };
  const refuse = (code: string, details: object) =>
    answer({ ok: false, failure: { kind: 'refused', status: 409, code, message: code, details } });
  return { desk, sent, answer, refuse };
}

describe('the questions at a page', () => {
  it('keep showing the one that is shown when others come before it', () => {
    const { desk } = openDesk();
    desk.take([question('b')]);
    desk.take([question('a'), question('b')]);
    expect(desk.current.value?.ref).toBe('b');
    desk.step(1);
    expect(desk.current.value?.ref).toBe('a');
    desk.step(-1);
    expect(desk.current.value?.ref).toBe('b');
  });

  it('keep what was written through other news, and hand out what nobody was given', () => {
    const { desk } = openDesk();
    desk.take([question('a')]);
    desk.write('a', { choice: 1, words: 'but soon' });
    desk.take([question('a'), question('b')]);
    expect(desk.reply('a')).toEqual({ choice: 1, words: 'but soon' });
    desk.take([question('b')]);
    expect(desk.outcome.value).toMatchObject({ recorded: null, unsent: 'but soon' });
    expect(desk.reply('a').words).toBe('');
  });

  it('leave the card of a reply on its way, and go on to what the server says is next', async () => {
    const { desk, sent, answer } = openDesk();
    desk.take([question('a'), question('b')]);
    desk.write('a', { choice: 2, words: ' ' });
    const done = desk.send('a');
    expect(sent.at(-1)?.body).toEqual({ ref: 'a', choice: 2 });
    desk.take([question('b')]);
    expect(refs(desk)).toEqual(['a', 'b']);
    const recorded = { ref: 'a', status: 'answered', choice: '2. Broad', number: 2 };
    await answer({ ok: true, value: { recorded, next: question('c') } });
    await done;
    expect(refs(desk)).toEqual(['c', 'b']);
    expect(desk.current.value?.ref).toBe('c');
    expect(desk.outcome.value).toMatchObject({ recorded: { choice: '2. Broad' } });
  });

  it('keep the reply that picked nothing, with the follow-up in its place', async () => {
    const { desk, refuse } = openDesk();
    desk.take([question('a')]);
    desk.write('a', { choice: null, words: 'yes' });
    const done = desk.send('a');
    await refuse('bad_answer', { follow_up: 'Which option is that?' });
    await done;
    expect(desk.problems.value.get('a')).toBe('Which option is that?');
    expect(desk.reply('a').words).toBe('yes');
    expect(refs(desk)).toEqual(['a']);
  });

  it('say what stands when another was first', async () => {
    const { desk, refuse } = openDesk();
    desk.take([question('a')]);
    desk.write('a', { choice: 1, words: '' });
    const done = desk.send('a');
    await refuse('already_settled', { answer: { number: 2, label: 'Broad' } });
    await done;
    expect(desk.outcome.value).toMatchObject({ recorded: null, stands: '2. Broad' });
    expect(refs(desk)).toEqual([]);
  });

  it('believe the stream over an older answer', async () => {
    const { desk, answer } = openDesk();
    const done = desk.load();
    desk.take([question('b')]);
    await answer({ ok: true, value: { questions: [question('a')] } });
    await done;
    expect(refs(desk)).toEqual(['b']);
  });
});
