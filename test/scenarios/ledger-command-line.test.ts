import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ledgerExample } from '../../src/actions/ledger/contract-ledger.ts';
import { commandContext } from '../../src/cli/command-context.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { contextToken } from '../support/ledger-batches.ts';
import { op } from '../support/ledger-kit.ts';
import { scratchOfTest } from '../support/scratch.ts';
import { makeTestTerminal } from '../support/test-terminal.ts';

const context = contextToken('a');

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return { text };
  }
}

function batch(revision: number, operations: readonly unknown[]): string {
  const request_id = `r${revision}`;
  return JSON.stringify({ id: 'd', context, request_id, if_revision: revision, operations });
}

async function runIn(directory: string, words: readonly string[], input = '') {
  const terminal = makeTestTerminal(directory, { readInput: async () => input });
  const status = await runCommandLine(words, commandContext(terminal));
  expect(terminal.notices.length).toBeLessThanOrEqual(1);
  const stdout = terminal.printed.join('');
  return {
    status,
    stdout,
    output: stdout === '' ? undefined : parsed(stdout),
    error: terminal.notices[0] === undefined ? undefined : parsed(terminal.notices[0])['error'],
  };
}

describe('the ledger on the command line (ledger contract 1)', () => {
  const place = () => {
    const { directory } = scratchOfTest();
    const run = (words: readonly string[], input?: string) => runIn(directory, words, input);
    return { directory, run };
  };

  it('answers store_missing with the command to run before init', async () => {
    const { run } = place();
    for (const words of [
      ['ledger', 'current', '--context', context],
      ['ledger', 'apply', '--json', batch(0, [op.start])],
      ['ledger', 'list', '--context', context],
    ]) {
      expect(await run(words)).toMatchObject({
        status: 1,
        output: undefined,
        error: { code: 'store_missing', next: expect.stringContaining('discuss init') },
      });
    }
  });

  it('makes a store by init, again and again with exit 0', async () => {
    const { run, directory } = place();
    for (const words of ['Made', 'is there']) {
      const { status, stdout } = await run(['init']);
      expect(status).toBe(0);
      expect(stdout).toContain(words);
      expect(stdout).toContain(join(directory, '.discuss/discuss.db'));
    }
  });

  it('prints a contract whose example is accepted as it stands', async () => {
    const { run } = place();
    await run(['init']);
    const { output, status } = await run(['contract', 'ledger']);
    expect(status).toBe(0);
    expect(Object.keys(output ?? {})).toEqual(['name', 'schema', 'example', 'semantic_validation']);
    expect(output).toMatchObject({ name: 'ledger', example: ledgerExample });
    const applied = await run(['ledger', 'apply', '--json', JSON.stringify(output?.['example'])]);
    expect(applied).toMatchObject({ status: 0, output: { id: 'storage-choice', revision: 1 } });
  });

  describe('in a project', () => {
    let run: ReturnType<typeof place>['run'];
    let directory: string;
    beforeEach(async () => {
      ({ run, directory } = place());
      await run(['init']);
      const operations = [op.start, op.question('q1'), op.answer('a1', 'q1'), op.question('q2')];
      const made = await run(['ledger', 'apply', '--json', batch(0, operations)]);
      expect(made).toMatchObject({ status: 0, output: { id: 'd', revision: 1 } });
    });

    it('takes a batch from an argument, a file or standard input', async () => {
      writeFileSync(join(directory, 'batch.json'), `\ufeff${batch(1, [op.question('q3')])}`);
      const file = await run(['ledger', 'apply', '--json', `@${join(directory, 'batch.json')}`]);
      expect(file.output).toEqual({ id: 'd', revision: 2 });
      const piped = await run(['ledger', 'apply', '--json', '-'], batch(2, [op.question('q4')]));
      expect(piped.output).toEqual({ id: 'd', revision: 3 });
      const again = await run(['ledger', 'apply', '--json', '-'], batch(2, [op.question('q4')]));
      expect(again.output).toEqual({ id: 'd', revision: 3, replayed: true });
    });

    it('reads by current, show, item, history, export, list and search', async () => {
      const read = async (...words: string[]) => {
        const { status, output } = await run(['ledger', ...words, '--context', context]);
        expect(status).toBe(0);
        return output;
      };
      expect(await read('current')).toMatchObject({ id: 'd', pending: ['q2'] });
      expect(await read('current', 'd')).toMatchObject({ id: 'd', revision: 1 });
      expect(await read('show', 'd', '--offset', '1', '--limit', '1')).toMatchObject({
        item_order: ['a1'],
        total: 3,
        offset: 1,
        limit: 1,
      });
      expect(await read('item', 'd', 'a1')).toMatchObject({ item: { id: 'a1', parent: 'q1' } });
      expect(await read('history', 'd')).toMatchObject({ total: 1, offset: 0, limit: 50 });
      expect(await read('item-history', 'd', 'q1')).toMatchObject({ total: 1 });
      expect(await read('export', 'd')).toMatchObject({ format: 'discuss-ledger', id: 'd' });
      expect(await read('list')).toMatchObject({ discussions: [{ id: 'd', unbound: false }] });
      expect(await read('search', 'q2')).toMatchObject({
        hits: [{ item: { id: 'q2' } }],
        total: 1,
      });
    });

    it('answers {"discussion":null} for a context that is bound to nothing', async () => {
      const { stdout, status } = await run(['ledger', 'current', '--context', contextToken('b')]);
      expect([status, stdout]).toEqual([0, '{"discussion":null}\n']);
    });

    it('prints Markdown for people, whoever owns the discussion', async () => {
      const { status, stdout } = await run(['ledger', 'markdown', 'd', '--any-context']);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^# Title\n\n\*active · 2 questions, 1 open/);
    });

    it('takes its own archive in elsewhere', async () => {
      const { stdout } = await run(['ledger', 'export', 'd', '--any-context']);
      const taken = await run(['ledger', 'import', '--json', '-', '--as', 'e'], stdout);
      expect(taken.output).toEqual({ id: 'e', revision: 2, state: 'paused', replaced: false });
      const over = await run(['ledger', 'import', '--json', '-'], stdout);
      expect(over).toMatchObject({ status: 1, error: { code: 'already_active' } });
      const odd = await run(['ledger', 'import', '--json', '{"format":"other"}']);
      expect(odd).toMatchObject({ status: 1, error: { code: 'invalid_input' } });
    });

    it.each<readonly [string, readonly string[], readonly [status: number, code: string]]>([
      ['a refused batch', ['apply', '--json', batch(7, [op.gap('x')])], [1, 'revision_conflict']],
      ['a batch of the wrong shape', ['apply', '--json', '{"id":1}'], [1, 'invalid_input']],
      ['an input that is no JSON', ['apply', '--json', '{"id":'], [1, 'invalid_input']],
      ['a read without context', ['show', 'd'], [1, 'invalid_input']],
      [
        'a page out of bounds',
        ['list', '--context', context, '--limit', '101'],
        [1, 'invalid_input'],
      ],
      ['an unknown discussion', ['show', 'x', '--context', context], [1, 'not_found']],
      ['an unknown item', ['item', 'd', 'x', '--context', context], [1, 'item_missing']],
      ['another context', ['show', 'd', '--context', contextToken('b')], [1, 'context_mismatch']],
      ['a missing argument', ['show', '--context', context], [2, 'invalid_input']],
      ['a missing option', ['apply'], [2, 'invalid_input']],
      ['an unknown option', ['list', '--kontext', context], [2, 'invalid_input']],
      ['a limit in words', ['list', '--context', context, '--limit', 'few'], [2, 'invalid_input']],
    ])('tells of %s in one line of JSON on stderr', async (_, words, [status, code]) => {
      const answer = await run(['ledger', ...words]);
      expect(answer).toMatchObject({ status, output: undefined, error: { code } });
      expect(answer.error).toHaveProperty('message');
    });

    it('answers the same under the names of the tool that it stands in for', async () => {
      const as = ['--as', 'lwc'];
      const own = await run(['ledger', 'show', 'd', '--context', context]);
      const theirs = await run([...as, 'discussion', 'show', 'd', '--context', context]);
      expect(theirs).toEqual(own);
      expect(await run([...as, 'contract', 'discussion'])).toEqual(
        await run(['contract', 'ledger']),
      );
      const applied = await run(
        [...as, 'discussion', 'apply', '--json', '-'],
        batch(1, [op.gap('g')]),
      );
      expect(applied.output).toEqual({ id: 'd', revision: 2 });
    });

    it('uses the store that --store or the environment names', async () => {
      const store = join(directory, 'named.db');
      await run(['init', '--store', store]);
      const listed = await run(['ledger', 'list', '--any-context', '--store', store]);
      expect(listed.output).toMatchObject({ total: 0 });
      const terminal = makeTestTerminal(directory, { environment: { DISCUSS_STORE: store } });
      expect(
        await runCommandLine(['ledger', 'list', '--any-context'], commandContext(terminal)),
      ).toBe(0);
      expect(terminal.printed.join('')).toContain('"total":0');
    });
  });
});
