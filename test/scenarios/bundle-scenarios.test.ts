import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Finding } from '../../src/core/finding.ts';
import { type BundleShell, openShell, scopeOptions } from '../support/bundle-shell.ts';
import { makeScratchRepository, type ScratchRepository } from '../support/scratch-repository.ts';

const token = (letter: string): string => `ctx-v1-${letter.repeat(64)}`;

/** A repository with one commit, and an agent in it whose host has stated its context. */
function begin(): { readonly repository: ScratchRepository; readonly agent: BundleShell } {
  const repository = makeScratchRepository();
  onTestFinished(() => repository.remove());
  repository.commit({ 'src/parse.ts': 'export const parse = 1;\n' });
  const agent = openShell(repository.root, {
    ...repository.environment,
    DISCUSS_CONTEXT: token('a'),
  });
  return { repository, agent };
}

const blockers = (json: Readonly<Record<string, unknown>>): string[] => {
  const error = json['error'] as { details: { blockers: Finding[] } } | undefined;
  return (error?.details.blockers ?? (json['blockers'] as Finding[])).map(({ rule }) => rule);
};

describe('scenarios of the record bundle', () => {
  it('a choice by number after a restart: the user goes home, and says "2" to another process the next day', async () => {
    const { agent } = begin();
    await agent.ok('new', 'Parser fix', '--goal', 'A parser that is right');
    const asked = await agent.ok('ask', ...scopeOptions, 'Which scope should the fix take?');
    expect(asked).toMatchObject({
      id: 'Q001',
      status: 'pending',
      mode_status: 'Awaiting decision',
    });

    const nextDay = agent.at(agent.directory);
    expect(await nextDay.ok('next')).toMatchObject({
      next: {
        kind: 'ask',
        question: {
          id: 'Q001',
          options: [{ number: 1 }, { number: 2, label: 'Broader cleanup' }, { number: 3 }],
        },
      },
    });
    expect(await nextDay.ok('answer', 'Q001', '2')).toMatchObject({
      choice: '2. Broader cleanup',
      number: 2,
      via: 'typed',
      mode_status: 'Active',
    });
    expect(agent.read('decisions.md')).toContain('- Choice: 2. Broader cleanup\n');
  });

  it('"2, but only …": the choice has a qualification, and the words stay as they were said', async () => {
    const { agent } = begin();
    await agent.ok('new', 'Parser fix');
    await agent.ok('ask', ...scopeOptions, 'Which scope?');
    const words = '2, but only the parser — not `lex()`';
    expect(await agent.ok('answer', 'Q001', '-', '<<', words)).toMatchObject({
      choice: '2. Broader cleanup',
      qualification: 'but only the parser — not `lex()`',
      words,
    });
    expect(agent.read('decisions.md')).toContain(`- Words:\n  > ${words}\n`);
    const decided = await agent.ok(
      'decide',
      'Clean up the parser alone',
      '--from',
      'Q001',
      '--rationale',
      'As asked',
    );
    expect(decided).toMatchObject({ id: 'D001', status: 'Accepted' });
  });

  it('an out-of-range number: nothing is picked, one follow-up is asked, and the question still waits', async () => {
    const { agent } = begin();
    await agent.ok('new', 'Parser fix');
    await agent.ok('ask', ...scopeOptions, 'Which scope?');
    const before = agent.read('decisions.md');
    const { code, json, status } = await agent.run('answer', 'Q001', '4');
    expect([code, status]).toEqual(['bad_answer', 1]);
    expect(json).toMatchObject({
      error: {
        details: { reason: 'out_of_range', follow_up: expect.stringMatching(/1, 2 or 3.*\?$/) },
      },
    });
    expect(agent.read('decisions.md')).toBe(before);
    expect(await agent.ok('status')).toMatchObject({
      mode_status: 'Awaiting decision',
      question: { id: 'Q001' },
    });
    expect(await agent.ok('answer', 'Q001', '3')).toMatchObject({ choice: '3. Planning only' });
  });

  it('two material questions at once: one is asked, the other waits for its turn', async () => {
    const { agent } = begin();
    await agent.ok('new', 'Parser fix');
    expect(await agent.ok('ask', ...scopeOptions, 'Which scope?')).toMatchObject({
      status: 'pending',
    });
    const second = await agent.ok('ask', ...scopeOptions, 'Which release?');
    expect(second).toMatchObject({ id: 'Q002', status: 'deferred', question: { id: 'Q001' } });
    expect((await agent.run('answer', 'Q002', '1')).code).toBe('question_pending');
    expect((await agent.run('decide', 'Just do it')).code).toBe('question_pending');
    expect((await agent.run('action', 'start', 'Notes', '--unneeded', 'x')).code).toBe(
      'question_pending',
    );
    const { code, json } = await agent.run('exit', 'plan');
    expect([code, blockers(json)]).toEqual(['exit_blocked', ['question_pending', 'question_open']]);
    expect(json).toMatchObject({ error: { details: { question: { id: 'Q001' } } } });

    expect(await agent.ok('answer', 'Q001', '1')).toMatchObject({
      asked_next: { id: 'Q002', status: 'pending' },
      mode_status: 'Awaiting decision',
    });
    expect(await agent.ok('answer', 'Q002', '1')).toMatchObject({
      asked_next: null,
      mode_status: 'Active',
    });
  });

  it('"start coding" instead of a transition: the user is shown the two ways, and nothing is left', async () => {
    const { agent } = begin();
    await agent.ok('new', 'Parser fix');
    for (const words of [['exit', 'start', 'coding'], ['exit'], ['stop'], ['exit', 'discuss']]) {
      const { code, json } = await agent.run(...words);
      expect(code).toBe('exit_blocked');
      expect(json).toMatchObject({
        error: { details: { choices: ['plan', 'execute'], recommended: 'plan' } },
      });
    }
    const { told } = await agent.tell('exit', 'start', 'coding');
    expect(told).toContain('discuss bundle exit plan');
    expect(told).toContain('discuss bundle exit execute');
    expect(await agent.ok('status')).toMatchObject({ mode_status: 'Active' });
    expect(
      (
        await agent.run(
          'action',
          'start',
          'Code it',
          '--touches',
          'src/parse.ts',
          '--unneeded',
          'the user said so',
        )
      ).code,
    ).toBe('not_authorized');
    const started = await agent.ok(
      'action',
      'start',
      'Fix parse()',
      '--touches',
      'src/parse.ts',
      '--words',
      'yes, fix parse() now',
    );
    expect(started).toMatchObject({ id: 'ACT-001', status: 'Authorized' });
    const finished = await agent.ok(
      'action',
      'finish',
      '--result',
      'completed',
      '--changed',
      'src/parse.ts',
      '--checks',
      'npm test',
    );
    expect(finished).toMatchObject({ status: 'Completed', mode_status: 'Active' });
  });

  it('a handoff with a missing baseline: it is blocked by exactly that, and passes with a truthful None', async () => {
    const { agent } = begin();
    await agent.ok('new', 'Parser fix', '--goal', 'A right parser');
    await agent.ok('context', 'in-scope', 'parse()');
    for (const section of ['out-of-scope', 'constraints', 'preservation-requirements', 'risks']) {
      await agent.ok('context', section, 'None');
    }
    await agent.ok('require', 'No slower');
    await agent.ok('decide', 'Fix parse()', '--words', 'fix it');
    await agent.ok('handoff', 'plan', '-', '<<', '1. Write the test\n2. Fix it\n');
    await agent.ok('handoff', 'verification', 'npm test is green');
    await agent.ok('evidence', 'Begin in src/parse.ts', '--kind', 'handoff');
    const blocked = await agent.run('can-exit', 'execute');
    expect([blocked.status, blockers(blocked.json)]).toEqual([1, ['missing_baseline']]);
    expect(blockers((await agent.run('exit', 'execute')).json)).toEqual(['missing_baseline']);

    await agent.ok('context', 'baseline', 'None');
    expect(await agent.ok('can-exit', 'execute')).toMatchObject({
      blockers: [],
      recommended: 'execute',
    });
    expect(await agent.ok('exit', 'execute', '--words', 'go')).toMatchObject({
      mode_status: 'Exited',
      execution_readiness: 'Ready',
      profile: 'Durable',
    });
    const index = agent.read('index.md');
    expect(index).toContain(
      '\nStatus: Approved for execution\nExecution readiness: Ready\nExecute mode: Ready\n',
    );
    expect((await agent.run('decide', 'One more thing')).code).toBe('not_authorized');
    expect((await agent.run('resume', agent.roots()[0] ?? '')).code).toBe('not_authorized');
  });

  it('a second agent: explicit words continue the bundle, merely mentioning its path does not', async () => {
    const { agent, repository } = begin();
    const { root } = await agent.ok('new', 'Parser fix');
    const path = String(root);
    await agent.ok('ask', ...scopeOptions, 'Which scope?');
    await agent.ok('answer', '1');

    const other = agent.at(agent.directory, { DISCUSS_CONTEXT: token('b') });
    const unbound = await other.run('status');
    expect(unbound).toMatchObject({
      code: 'ambiguous_root',
      json: { error: { details: { candidates: [path] } } },
    });
    const mentioned = await other.ok('new', `as in ${path}/index.md, but for the lexer`);
    expect(mentioned['root']).not.toBe(path);
    expect(await other.ok('status')).toMatchObject({ root: mentioned['root'] });
    expect(await agent.ok('status')).toMatchObject({ root: path });

    repository.write({ 'src/lex.ts': 'export const lex = 1;\n' });
    repository.git(['checkout', '--quiet', '-b', 'fix']);
    repository.git(['add', 'src/lex.ts']);
    repository.git(['commit', '--quiet', '--message', 'lexer']);
    const third = agent.at(agent.directory, { DISCUSS_CONTEXT: token('c') });
    const resumed = await third.ok('resume', join(path, 'index.md'));
    expect(resumed).toMatchObject({
      root: path,
      was_paused: false,
      bound: token('c'),
      drift: {
        branch: { was: 'main', is: 'fix' },
        commit: {
          was: expect.stringMatching(/^[0-9a-f]{40}$/),
          is: expect.stringMatching(/^[0-9a-f]{40}$/),
        },
        files: ['src/lex.ts'],
      },
      snapshot: { Goal: 'Unknown', Profile: 'Lightweight' },
      checkpoint: { 'Revalidation required': expect.stringContaining('branch main → fix') },
      read: [
        `${path}/index.md`,
        `${path}/context.md`,
        `${path}/decisions.md`,
        `${path}/actions.md`,
        `${path}/evidence.md`,
      ],
    });
    expect(await third.ok('status')).toMatchObject({ root: path, drift: {} });

    const spent = await third.run(
      'action',
      'start',
      'Fix it',
      '--touches',
      'src/parse.ts',
      '--from',
      'Q001',
    );
    expect(spent).toMatchObject({ code: 'not_authorized' });
  });

  it('a pause: everything is kept, and only an explicit continuation ends it', async () => {
    const { agent } = begin();
    const { root } = await agent.ok('new', 'Parser fix');
    await agent.ok('ask', ...scopeOptions, 'Which scope?');
    await agent.ok('pause', '--note', 'until Monday');
    expect(await agent.ok('next')).toMatchObject({ next: { kind: 'resume' } });
    expect((await agent.run('checkpoint')).code).toBe('not_authorized');
    expect(blockers((await agent.run('can-exit', 'plan')).json)).toEqual([
      'paused',
      'question_pending',
    ]);
    expect(await agent.ok('resume', String(root))).toMatchObject({
      was_paused: true,
      question: { id: 'Q001' },
    });
    expect(await agent.ok('status')).toMatchObject({ mode_status: 'Awaiting decision' });
  });

  it('a record that was moved: it warns, and an explicit continuation writes the new place', async () => {
    const { agent, repository } = begin();
    const { root } = await agent.ok('new', 'Parser fix');
    const moved = join(repository.root, 'archive');
    mkdirSync(moved);
    renameSync(String(root), join(moved, 'bundle'));
    const place = join(moved, 'bundle');
    expect((await agent.run('status')).code).toBe('ambiguous_root');
    const validated = await agent.ok('validate', '--root', place);
    expect(validated).toMatchObject({ findings: [], warnings: [{ rule: 'root_differs' }] });
    expect(await agent.ok('resume', place)).toMatchObject({
      root: place,
      bound: token('a'),
      warnings: [{ rule: 'root_differs', next: expect.stringContaining('written anew') }],
    });
    expect(await agent.ok('validate')).toMatchObject({ root: place, warnings: [] });
  });
});

describe('edits by hand between two commands', () => {
  const started = async (): Promise<BundleShell> => {
    const { agent } = begin();
    await agent.ok('new', 'Parser fix');
    return agent;
  };

  it('are seen, validated and kept', async () => {
    const agent = await started();
    agent.edit(
      'decisions.md',
      '## Decisions\n\nNone\n',
      '## Decisions\n\n### D001: Keep the flag\n\nStatus: Accepted\n\nBecause *people* use it.\n',
    );
    agent.edit('context.md', '## Risks\n\nUnknown', '## Risks\n\n* slower start\n* a [link](x.md)');
    const before = await agent.run('validate');
    expect(before.json).toMatchObject({ findings: [{ rule: 'index_stale', ids: ['D001'] }] });
    expect(await agent.ok('decide', 'Warn about it', '--rests-on', 'D001')).toMatchObject({
      id: 'D002',
    });
    expect(await agent.ok('status')).toMatchObject({
      accepted_decisions: ['D001'],
      open_items: ['D002'],
      valid: true,
    });
    expect(agent.read('decisions.md')).toContain(
      '### D001: Keep the flag\n\nStatus: Accepted\n\nBecause *people* use it.\n',
    );
    expect(agent.read('context.md')).toContain('* slower start\n* a [link](x.md)\n');
  });

  it('that break the record are refused with what is wrong, and left as they are', async () => {
    const agent = await started();
    agent.edit('index.md', /^Workspace: .*\n/m, '');
    writeFileSync(join(agent.roots()[0] ?? '', 'notes.md'), 'mine');
    const edited = agent.read('index.md');
    const { code, json } = await agent.run('evidence', 'x');
    expect(code).toBe('invalid_bundle');
    const { findings } = (json['error'] as { details: { findings: Finding[] } }).details;
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([
      ['field_missing', 'index.md'],
      ['file_undeclared', 'notes.md'],
    ]);
    expect(agent.read('index.md')).toBe(edited);
    expect(agent.read('evidence.md')).not.toContain('Evidence: x');
    const validated = await agent.run('validate');
    expect([validated.status, (validated.json['findings'] as Finding[]).length]).toEqual([1, 2]);
  });

  it('of the options of a pending question make the answer wait for the revised question', async () => {
    const agent = await started();
    await agent.ok('ask', ...scopeOptions, 'Which scope?');
    agent.edit('decisions.md', '2. Broader cleanup', '2. Rewrite everything');
    expect(await agent.run('answer', '2')).toMatchObject({
      code: 'bad_answer',
      json: { error: { details: { reason: 'options_changed' } } },
    });
    const options = [
      '--option',
      'Minimal fix: One file',
      '--option',
      'Rewrite everything: All files',
    ];
    const revised = await agent.ok(
      'ask',
      '--revises',
      'Q001',
      '--header',
      'Scope',
      ...options,
      'Which scope?',
    );
    expect(revised).toMatchObject({ id: 'Q002', status: 'pending' });
    expect(await agent.ok('answer', '2')).toMatchObject({ choice: '2. Rewrite everything' });
  });

  it('that fall into the middle of a command win: it is refused with the difference, and passes when run again', async () => {
    const agent = await started();
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => agent.run('evidence', `observation ${index}`)),
    );
    const refused = results.filter(({ status }) => status !== 0);
    for (const { code, json } of refused) {
      expect(code).toBe('bundle_changed');
      expect(json).toMatchObject({
        error: {
          details: {
            differences: expect.arrayContaining([expect.objectContaining({ path: 'evidence.md' })]),
          },
        },
      });
    }
    const kept = results.flatMap(({ status }, index) => (status === 0 ? [index] : []));
    expect(kept.length).toBeGreaterThan(0);
    const evidence = agent.read('evidence.md');
    const noted = [...evidence.matchAll(/Evidence: observation (\d)/g)].map(([, number]) =>
      Number(number),
    );
    expect(noted.sort()).toEqual(kept);
    expect(await agent.ok('validate')).toMatchObject({ findings: [] });
    for (const index of [0, 1, 2, 3, 4, 5].filter((one) => !kept.includes(one))) {
      await agent.ok('evidence', `observation ${index}`);
    }
    expect(agent.read('evidence.md').match(/Evidence: observation/g)).toHaveLength(6);
  });

  it('of two branches that made the same ids are joined by a doctor', async () => {
    const { agent, repository } = begin();
    await agent.ok('new', 'Parser fix', '--commit-record');
    repository.commit({});
    repository.git(['checkout', '--quiet', '-b', 'theirs']);
    await agent.ok('assume', 'theirs');
    repository.commit({});
    repository.git(['checkout', '--quiet', 'main']);
    await agent.ok('require', 'ours');
    repository.commit({});
    try {
      repository.git(['merge', '--quiet', 'theirs']);
    } catch {
      // The conflicts are settled below, in favour of both sides.
    }
    const conflict = await agent.run('validate');
    expect((conflict.json['findings'] as Finding[]).map(({ rule }) => rule)).toContain(
      'merge_conflict',
    );
    for (const path of ['evidence.md', 'decisions.md', 'index.md']) {
      const text = agent.read(path);
      const keepOne = /<{7} [^\n]*\n([\s\S]*?)={7}\n[\s\S]*?>{7} [^\n]*\n/g;
      const both = text.replace(/<{7} [^\n]*\n([\s\S]*?)={7}\n([\s\S]*?)>{7} [^\n]*\n/g, '$1$2');
      writeFileSync(
        join(agent.roots()[0] ?? '', path),
        path === 'index.md' ? text.replace(keepOne, '$1') : both,
      );
    }
    const clash = await agent.run('validate');
    expect(
      (clash.json['findings'] as Finding[]).map(({ rule, ids }) => [rule, ...ids]),
    ).toContainEqual(['id_clash', 'E002']);
    const repaired = await agent.ok('doctor', '--repair');
    expect(repaired['repaired']).toContainEqual(
      expect.stringMatching(/^Renumbered the later E002 to E003/),
    );
    expect(await agent.ok('validate')).toMatchObject({ findings: [] });
    expect(agent.read('evidence.md')).toMatch(
      /Required R001[\s\S]*Assumed A001|Assumed A001[\s\S]*Required R001/,
    );
  });
});
