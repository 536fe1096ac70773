import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onlyBundle } from '../support/ask-user.ts';
import { bundleSteps } from '../support/bundle-steps.ts';
import { commandWords } from '../support/entry-point-cases.ts';
import { type ExampleShell, exampleShell, type LineRan } from '../support/example-shell.ts';
import { tokenOf } from '../support/hooked-project.ts';
import { connectAgent } from '../support/mcp-agent.ts';
import { runDiscuss } from '../support/run-discuss.ts';
import { doAll, type ExampleRun, filled, type RunOptions, runs } from '../support/run-examples.ts';
import { type ReviewClient, reviewClient } from '../support/running-review.ts';
import { scratchOfTest } from '../support/scratch.ts';
import { gitIn } from '../support/scratch-git.ts';
import { skillExamples, skillFolder } from '../support/skill-examples.ts';

/** Starts a review by an example, and finishes it when the page is there. */
function reviews(shell: ExampleShell, { fill = [], input }: RunOptions = {}): ExampleRun {
  return async (example) => {
    const running = shell.start(filled(example, fill), input);
    const page = reviewClient(startedAt(await running.firstLine));
    const { verdictConfig } = await page.state();
    const verdict = verdictConfig === undefined ? {} : { verdict: { optionId: 'approve' } };
    expect((await page.post('/api/done', verdict)).status).toBe(200);
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout.trimEnd().split('\n').at(-1)).toContain('"session.done"');
  };
}

function startedAt(line: string): string {
  const event = JSON.parse(line) as { kind: string; payload: { url: string } };
  expect(event.kind).toBe('session.started');
  return event.payload.url;
}

const plan = '# Plan\n\nWe cache the catalogue in memory.\n\nNobody has measured the load.\n';

it('agents 3: every example of the skill of reviews does what it says', async () => {
  const scratch = scratchOfTest();
  const shell = exampleShell(scratch);
  scratch.write('plan.md', plan);
  const git = gitIn(scratch);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Plan');
  scratch.write('plan.md', plan.replace('memory', 'a table'));
  git('add', '.');
  let page: ReviewClient | undefined;
  let cursor = '';
  /** The review in which the rest happens. */
  const live = async (): Promise<ReviewClient> => {
    if (page !== undefined) return page;
    const running = shell.start('discuss plan.md');
    page = reviewClient(startedAt(await running.firstLine));
    await page.openThread({ text: 'Why there?' });
    return page;
  };
  const cursorOf = ({ stdout }: LineRan): string => {
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    return (JSON.parse(last) as { cursor: string }).cursor;
  };
  await doAll(skillExamples('discuss'), {
    'command -v discuss': runs(shell, { prints: /discuss$/m }),
    'discuss plan.md': reviews(shell),
    "discuss - <<'DISCUSS_EOF'\n…\nDISCUSS_EOF": reviews(shell, { fill: [['…', plan]] }),
    'discuss diff': [reviews(shell), reviews(shell)],
    "discuss --verdict-options 'approve:Approve|decline:Decline:negative!' plan.md": reviews(shell),
    'discuss wait': async (example) => {
      await live();
      await runs(shell, { prints: /"thread\.created"/ })(example);
    },
    'poller.sh': async () => {
      const page = await live();
      if (canPoll) await pollWholly(shell, page);
    },
    '/api/state': async (path) => expect((await (await live()).get(path)).status).toBe(200),
    "discuss take u-1 - <<'DISCUSS_EOF'\n…\nDISCUSS_EOF": async (example) => {
      const text = 'It is `$(small)`, and "near".';
      await runs(shell, { fill: [['…', text]] })(example);
      expect((await (await live()).state()).takes['u-1']?.at(-1)?.text).toBe(text);
    },
    'POST $URL/api/threads/u-1/takes': async (example) => {
      const answer = await (await live()).post(example.replace('POST $URL', ''), { text: 'Yes.' });
      expect(answer.status).toBe(200);
    },
    'POST $URL/api/source': async (example) => {
      const sent = { markdown: `${plan}\nMore.\n`, reanchor: 'auto' };
      const answer = await (await live()).post(example.replace('POST $URL', ''), sent);
      expect(answer.status).toBe(200);
    },
    'discuss wait --timeout 540': async (example) => {
      const ran = await shell.run(example);
      expect(ran.code).toBe(0);
      cursor = cursorOf(ran);
    },
    'discuss wait --since CURSOR --timeout 540': async (example) => {
      const waiting = runs(shell, {
        fill: [['CURSOR', cursor]],
        status: 2,
        prints: 'session.done',
      });
      const ended = waiting(example);
      await (await live()).post('/api/done', {});
      await ended;
    },
  });
});

/** Whether there is what the script asks for. */
const canPoll = ['curl', 'jq'].every((tool) => spawnSync(tool, ['--version']).status === 0);

/** The script from its first call to the end of a review of its own. */
async function pollWholly(shell: ExampleShell, live: ReviewClient): Promise<void> {
  const script = join(skillFolder, 'discuss', 'poller.sh');
  const poll = (...words: readonly string[]) =>
    shell.start(`bash '${script}' ${words.map((word) => `'${word}'`).join(' ')}`);
  const first = await poll(live.url, '{}').ended;
  expect(first.code).toBe(0);
  const [created, snapshot] = first.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(created).toMatchObject({
    event: 'thread.created',
    thread: { id: 'u-1', text: 'Why there?', replies: [], takes: [] },
  });
  expect(snapshot).toEqual({ event: 'snapshot', baseline: { 'u-1': 0 } });

  const quiet = poll(live.url, JSON.stringify(snapshot.baseline));
  await live.post('/api/threads/u-1/replies', { text: "It's slow." });
  const [updated, next] = (await quiet.ended).stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(updated).toMatchObject({
    event: 'thread.updated',
    thread: { id: 'u-1', replies: [{ text: "It's slow." }] },
    prev_count: 0,
    current_count: 1,
  });
  expect(next).toEqual({ event: 'snapshot', baseline: { 'u-1': 1 } });

  await live.post('/api/threads/u-1/takes', { text: 'It is.' });
  const afterTake = poll(live.url, '{"u-1": 2}');
  await live.post('/api/threads/u-1/replies', { text: 'Then change it.' });
  expect(JSON.parse((await afterTake.ended).stdout.split('\n')[0] ?? '')).toMatchObject({
    event: 'thread.updated',
    prev_count: 2,
    current_count: 3,
  });

  const other = shell.start("discuss - <<< '# Other'");
  const page = reviewClient(startedAt(await other.firstLine));
  const last = poll(page.url, '{}');
  await page.post('/api/done', {});
  await other.ended;
  expect(await last.ended).toMatchObject({ code: 2, stdout: '{"event": "session.done"}\n' });
  expect(await poll(page.url).ended).toMatchObject({ code: 1, stdout: '' });
}

it('agents 3: every example of the skill of inline discussions does what it says', async () => {
  const scratch = scratchOfTest();
  const shell = exampleShell(scratch);
  const skill = readFileSync(join(skillFolder, 'inline-discussion', 'SKILL.md'), 'utf8');
  const [, thread = ''] = /^```\n(> [\s\S]*?)```/m.exec(skill) ?? [];
  scratch.write(
    'spec.md',
    `# Spec\n\nDepth is a number.\n\n${thread}\nOrder is kept.\n\n> **Sage:** What happens on a tie?\n`,
  );
  const fill = [
    ['NAME', 'Sage'],
    ['-line N', '-line 3'],
    ['What happens …', 'What happens on a tie?'],
  ] as const;
  const run = (way: RunOptions = {}) => runs(shell, { fill, ...way });
  await doAll(skillExamples('inline-discussion'), {
    'discuss inline query --file spec.md': run({ prints: /"T-002"/ }),
    'discuss inline query --file spec.md --blocker NAME': run(),
    'discuss inline query --file spec.md --status open --text': run({ prints: 'on a tie' }),
    'discuss inline query --file spec.md --check-ready': run({ status: 4 }),
    'discuss inline start --file spec.md --anchor-line N --speaker NAME "question"': run(),
    'discuss inline reply --file spec.md --thread-id T-002 --root-text "Sage: What happens …" --speaker NAME -':
      run({ input: 'The `first` wins.\n' }),
    'discuss inline set-status --file spec.md --thread-id T-002 --status resolved --operator NAME':
      run(),
  });
  const written = readFileSync(join(scratch.directory, 'spec.md'), 'utf8');
  expect(written).toContain('>> **Sage:** The `first` wins.');
});

it('agents 3: every example of the skill of the ledger does what it says', async () => {
  const scratch = scratchOfTest();
  const shell = exampleShell(scratch);
  const context = tokenOf('claude', 'a session');
  const operations = [
    { op: 'start', text: 'Cache' },
    { op: 'question', id: 'q1', text: 'Where do entries live?' },
  ];
  const batch = { id: 'cache', context, request_id: 'r1', if_revision: 0, operations };
  await doAll(skillExamples('using-discussion'), {
    'discuss init': runs(shell),
    'discuss contract ledger': runs(shell, { prints: /^\{"name":"ledger","schema"/ }),
    'discuss ledger current --context CONTEXT': runs(shell, {
      fill: [['CONTEXT', context]],
      prints: /^\{"discussion":null\}/,
    }),
    'discuss ledger apply --json -': runs(shell, {
      input: JSON.stringify(batch),
      prints: /"revision":1/,
    }),
    'discuss ask': runs(shell, {
      more: "--header Store --option 'Memory: Fast.' --option 'Disk: Kept.' 'Where?'",
      status: 4,
      prints: /"unavailable"/,
    }),
  });
});

it('agents 3: every example of the skill of records does what it says', async () => {
  const scratch = scratchOfTest();
  const shell = exampleShell(scratch);
  const root = () => onlyBundle(scratch);
  const inRoot = (way: RunOptions = {}): ExampleRun => {
    return (example) =>
      runs(shell, { ...way, fill: [['ROOT', root()], ...(way.fill ?? [])] })(example);
  };
  /** A command that is only named; it knows the record as the program has told when it was made. */
  const named = (way: RunOptions = {}): ExampleRun => {
    return (example) => {
      const line = example.startsWith('discuss ') ? example : `discuss bundle ${example}`;
      return runs(shell, { environment: `DISCUSS_BUNDLE='${root()}'`, ...way })(line);
    };
  };
  const day = async (...actions: readonly string[]) => {
    for (const { action, input } of bundleSteps.filter((step) => actions.includes(step.action))) {
      const { words, input: text } = commandWords(action, { ...input, root: root() });
      await runDiscuss(scratch, words, text);
    }
  };
  /** The record as it was before it was left; only one way out can be taken. */
  const backToTheFork = () => {
    const there = root();
    rmSync(there, { recursive: true });
    cpSync(join(scratch.home, 'fork'), there, { recursive: true });
  };
  const names = [
    'evidence',
    'context',
    'decide',
    'checkpoint',
    'action finish',
    'can-exit',
    'pause',
  ];
  await doAll(skillExamples('discuss-record', names), {
    'discuss bundle new "TOPIC" --goal "…"': runs(shell, {
      fill: [
        ['TOPIC', 'Parser fix'],
        ['…', 'A right parser'],
      ],
    }),
    'discuss bundle resume ROOT': [inRoot(), inRoot({ prints: 'Resumed' })],
    evidence: named({ more: "'The parser is slow.'" }),
    context: named({ more: "in-scope 'The parser'" }),
    decide: named({ more: "'Fix the parser' --words 'yes, fix it'" }),
    checkpoint: named({ more: "--last-completed Reading --next 'Ask for the scope'" }),
    'discuss bundle ask': named({
      more: "--header Scope --option 'Small: One file' --option 'Large: Ten files' 'Which scope?'",
    }),
    'request_user_input {"projectPath": "…", "root": "ROOT"}': async (example) => {
      const agent = await connectAgent({ revision: '2025-11-25', transport: 'stdio' }, { scratch });
      const line = filled(example, [
        ['…', scratch.directory],
        ['ROOT', root()],
      ]);
      const [, tool = '', given = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      const { data } = await agent.call(tool, JSON.parse(given) as Record<string, unknown>);
      expect(data).toMatchObject({ status: 'unavailable' });
    },
    'discuss ask --root ROOT': inRoot({ status: 4, prints: /"unavailable"/ }),
    'discuss bundle open': async (example) => {
      const running = shell.start(`DISCUSS_BUNDLE='${root()}' exec ${example}`);
      expect(JSON.parse(await running.firstLine)).toMatchObject({ payload: { root: root() } });
      running.child.kill('SIGINT');
      expect((await running.ended).code).toBe(0);
    },
    'discuss bundle next': named({ prints: 'Q001' }),
    'discuss bundle answer Q001 "2, but only …"': named({ fill: [['…', 'the parser']] }),
    'discuss bundle action start': named({
      more: "'Rename the flag' --words 'yes, rename it' --touches a.ts",
    }),
    'action finish': named({ more: "--result completed --changed a.ts --checks 'npm test'" }),
    'discuss bundle exit plan': async (example) => {
      await day(
        'bundle-context',
        'bundle-require',
        'bundle-handoff',
        'bundle-evidence',
        'bundle-checkpoint',
      );
      cpSync(root(), join(scratch.home, 'fork'), { recursive: true });
      await named()(example);
    },
    'discuss bundle exit execute': async (example) => {
      backToTheFork();
      await named()(example);
    },
    'can-exit': async (example) => {
      backToTheFork();
      await named({ more: 'plan' })(example);
    },
    pause: named(),
  });
});
