import { describe, expect, it } from 'vitest';
import type { AskedQuestion } from '../../core/question/asked-question.ts';
import type { ApiRequest, ApiResponse } from '../link/api-client.ts';
import { createQuestionStore, type QuestionStore } from './question-store.ts';

const question = (ref: string): AskedQuestion => ({
  ref,
  source: 'host',
  header: ref.toUpperCase(),
  prompt: 'Which?',
  options: [],
  allowOther: true,
  blocking: true,
});
const refs = (store: QuestionStore) => store.questions.value.map(({ ref }) => ref);

/** A store whose server responds with what the test gives it. */
function openStore() {
  const sent: ApiRequest[] = [];
  const responses: ((response: ApiResponse<never>) => void)[] = [];
  const api = {
    send: <Value>(request: ApiRequest) => {
      sent.push(request);
      return new Promise<ApiResponse<Value>>((respond) =>
        responses.push(respond as (typeof responses)[0]),
      );
    },
  };
  const store = createQuestionStore({
    api,
    storage: null,
    onUnreachable: () => undefined,
    announce: () => undefined,
  });
  const respond = async (response: unknown): Promise<void> => {
    responses.shift()?.(response as ApiResponse<never>);
    await new Promise((done) => setImmediate(done));
  };
  const refuse = (code: string, details: object) =>
    respond({ ok: false, failure: { kind: 'refused', status: 409, code, message: code, details } });
  return { store, sent, respond, refuse };
}

describe('the questions at a page', () => {
  it('keep showing the one that is shown when others come before it', () => {
    const { store } = openStore();
    store.take([question('b')]);
    store.take([question('a'), question('b')]);
    expect(store.current.value?.ref).toBe('b');
    store.step(1);
    expect(store.current.value?.ref).toBe('a');
    store.step(-1);
    expect(store.current.value?.ref).toBe('b');
  });

  it('keep what was written through other news, and hand out what nobody was given', () => {
    const { store } = openStore();
    store.take([question('a')]);
    store.write('a', { choice: 1, words: 'but soon' });
    store.take([question('a'), question('b')]);
    expect(store.reply('a')).toEqual({ choice: 1, words: 'but soon' });
    store.take([question('b')]);
    expect(store.outcome.value).toMatchObject({ recorded: null, unsent: 'but soon' });
    expect(store.reply('a').words).toBe('');
  });

  it('leave the card of a reply on its way, and go on to what the server says is next', async () => {
    const { store, sent, respond } = openStore();
    store.take([question('a'), question('b')]);
    store.write('a', { choice: 2, words: ' ' });
    const done = store.send('a');
    expect(sent.at(-1)?.body).toEqual({ ref: 'a', choice: 2 });
    store.take([question('b')]);
    expect(refs(store)).toEqual(['a', 'b']);
    const recorded = { ref: 'a', status: 'answered', choice: '2. Broad', number: 2 };
    await respond({ ok: true, value: { recorded, next: question('c') } });
    await done;
    expect(refs(store)).toEqual(['c', 'b']);
    expect(store.current.value?.ref).toBe('c');
    expect(store.outcome.value).toMatchObject({ recorded: { choice: '2. Broad' } });
  });

  it('keep the reply that picked nothing, with the follow-up in its place', async () => {
    const { store, refuse } = openStore();
    store.take([question('a')]);
    store.write('a', { choice: null, words: 'yes' });
    const done = store.send('a');
    await refuse('bad_answer', { follow_up: 'Which option is that?' });
    await done;
    expect(store.problems.value.get('a')).toBe('Which option is that?');
    expect(store.reply('a').words).toBe('yes');
    expect(refs(store)).toEqual(['a']);
  });

  it('say what stands when another was first', async () => {
    const { store, refuse } = openStore();
    store.take([question('a')]);
    store.write('a', { choice: 1, words: '' });
    const done = store.send('a');
    await refuse('already_settled', { answer: { number: 2, label: 'Broad' } });
    await done;
    expect(store.outcome.value).toMatchObject({ recorded: null, stands: '2. Broad' });
    expect(refs(store)).toEqual([]);
  });

  it('believe the stream over an older response', async () => {
    const { store, respond } = openStore();
    const done = store.load();
    store.take([question('b')]);
    await respond({ ok: true, value: { questions: [question('a')] } });
    await done;
    expect(refs(store)).toEqual(['b']);
  });
});
