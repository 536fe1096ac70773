import { describe, expect, it } from 'vitest';
import { hookRecordings, recordedFolder } from '../../test/support/hook-recording.ts';
import { findHost, hosts } from './host-list.ts';
import { readEvent } from './run-hook.ts';

const claude = { target: 'claude', session: '00893aaf-19fa-41d2-8238-13269b9b3ca0' };
const question = 'Which store keeps the orders?';

/** What each recorded event says; undefined for those that are none of our business. */
const expected: Readonly<Record<string, unknown>> = {
  'claude/SessionStart.startup': { kind: 'start', ...claude, directory: recordedFolder },
  'claude/SessionStart.resume': { kind: 'start', ...claude },
  'claude/SessionStart.compact': { kind: 'start', ...claude },
  'claude/SessionStart.clear': { kind: 'start', ...claude },
  'claude/SessionStart.fork': { kind: 'start', previous: claude.session },
  'claude/SubagentStart': { kind: 'start', ...claude, agent: 'a7f3c21' },
  'claude/UserPromptSubmit': {
    kind: 'prompt',
    ...claude,
    messageId: '5f9a4a3e-93d2-4c0e-8b6f-1f0a1c7c2b10',
    text: 'Keep PostgreSQL; the reports\nneed its window functions.',
    isPersons: true,
  },
  'claude/UserPromptSubmit.user': { kind: 'prompt', isPersons: true },
  'claude/UserPromptSubmit.machine': { kind: 'prompt', isPersons: false },
  'claude/UserPromptSubmit.subagent': { kind: 'prompt', agent: 'a7f3c21', isPersons: true },
  'claude/UserPromptSubmit.no-id': { kind: 'prompt', isPersons: true },
  'claude/PreCompact': { kind: 'compaction', acceptsContext: false },
  'claude/PostCompact': { kind: 'compaction', acceptsContext: false },
  'claude/PostToolUse.answers': {
    kind: 'answers',
    callId: 'toolu_01ABCanswers',
    questions: [
      {
        text: question,
        options: ['PostgreSQL (Recommended): What runs already', 'SQLite: One file, no server'],
        answer: { text: 'PostgreSQL (Recommended)', via: 'picked' },
        notes: 'but version 16 at least',
      },
      {
        text: 'What is logged?',
        answer: { text: 'Errors, Slow queries, over 1 s', via: 'picked' },
      },
    ],
  },
  'claude/PostToolUse.other': {
    kind: 'answers',
    questions: [{ answer: { text: 'DuckDB, for the reports only', via: 'picked_other' } }],
  },
  'claude/PostToolUse.timeout': {
    kind: 'answers',
    questions: [{ text: question, answer: { via: 'timed_out' } }],
  },
  'claude/PostToolUse.dismissed': { kind: 'answers', questions: [{ text: question }] },
  'claude/PostToolUse.bash': undefined,
  'claude/PermissionRequest.plan': {
    kind: 'plan',
    event: 'PermissionRequest',
    plan: '# Move the orders\n\n1. Copy the table.\n2. Switch the readers.\n',
  },
  'claude/PreToolUse.plan': { kind: 'plan', event: 'PreToolUse' },
  'claude/PreToolUse.bash': undefined,
  'claude/Stop': undefined,
  'codex/SessionStart': { kind: 'start', target: 'codex', directory: recordedFolder },
  'codex/SessionStart.compact': { kind: 'start', target: 'codex' },
  'codex/UserPromptSubmit': {
    kind: 'prompt',
    target: 'codex',
    messageId: '0199a214-3f0e-7d12-9c44-5a1b0f7f7a01',
    isPersons: true,
  },
  'codex/PreCompact': { kind: 'compaction' },
  'codex/PostToolUse': undefined,
  'codex/Stop': undefined,
  'opencode/session.start': { kind: 'start', target: 'opencode', directory: recordedFolder },
  'opencode/experimental.session.compacting': { kind: 'start', acceptsContext: true },
  'opencode/chat.message': {
    kind: 'prompt',
    target: 'opencode',
    messageId: 'msg_95e0f3c2a001Wq7tYbZk',
    text: 'The first one, but later.',
    isPersons: true,
  },
  'opencode/chat.message.child': { kind: 'prompt', isPersons: false },
  'gemini/SessionStart': { kind: 'start', target: 'gemini', directory: recordedFolder },
  'gemini/BeforeAgent': {
    kind: 'prompt',
    text: 'Rather the smaller change.',
    acceptsContext: true,
  },
  'gemini/PreCompress': { kind: 'compaction', acceptsContext: false },
  'cursor/sessionStart': {
    kind: 'start',
    target: 'cursor',
    session: '668320d2-2fd8-4888-b33c-2a466fec86e7',
    directory: recordedFolder,
  },
  'cursor/beforeSubmitPrompt': {
    kind: 'prompt',
    messageId: '490b90b7-a2ce-4c2c-bb76-cb77b125df2f',
    acceptsContext: false,
  },
  'cursor/preCompact': { kind: 'compaction' },
  'copilot/sessionStart': { kind: 'start', target: 'copilot-cli', directory: recordedFolder },
  'copilot/userPromptSubmitted': { kind: 'prompt', target: 'copilot-cli', acceptsContext: false },
  'copilot/preCompact': { kind: 'compaction', target: 'copilot-cli' },
  'copilot/vscode.SessionStart': { kind: 'start', target: 'copilot-vscode' },
  'copilot/vscode.UserPromptSubmit': {
    kind: 'prompt',
    target: 'copilot-vscode',
    acceptsContext: true,
  },
  'copilot/vscode.PreCompact': { kind: 'compaction', target: 'copilot-vscode' },
};

function hostOf(name: string) {
  const host = findHost(name);
  if (host === undefined) throw new Error(`no host ${name}`);
  return host;
}

describe('recorded events of the hosts (agents contract 4)', () => {
  it.each(hookRecordings)('$host/$name says what it says', ({ host, name, event, text }) => {
    const read = readEvent(text, event, { host: hostOf(host) });
    expect(Object.keys(expected)).toContain(`${host}/${name}`);
    const wanted = expected[`${host}/${name}`];
    if (wanted === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(wanted as object);
  });

  it('exist for every host and every expectation', () => {
    const names = hookRecordings.map(({ host, name }) => `${host}/${name}`);
    expect(names.sort()).toEqual(Object.keys(expected).sort());
    expect(new Set(hookRecordings.map(({ host }) => host))).toEqual(
      new Set(hosts.map(({ name }) => name)),
    );
  });

  it.each(hookRecordings)('$host/$name is let go on by an empty answer', (recording) => {
    const host = hostOf(recording.host);
    const read = readEvent(recording.text, recording.event, { host });
    if (read === undefined) return;
    const neutral = recording.event === 'beforeSubmitPrompt' ? { continue: true } : {};
    expect(host.write(read, {})).toEqual(neutral);
  });

  it.each(hosts)('$name reads nothing from what is no event of it', (host) => {
    for (const text of ['null', '[]', '3', '"x"', '{}', '{"hook_event_name":7,"session_id":[]}']) {
      expect(readEvent(text, undefined, { host })).toBeUndefined();
    }
  });
});

describe('an answer in the form of the host', () => {
  const answered = (host: string, name: string, context: string) => {
    const found = hookRecordings.find((one) => one.host === host && one.name === name);
    const read = readEvent(found?.text ?? '', found?.event, { host: hostOf(host) });
    return read === undefined ? undefined : hostOf(host).write(read, { context });
  };

  it.each([
    ['claude', 'SessionStart.compact', 'SessionStart'],
    ['claude', 'UserPromptSubmit', 'UserPromptSubmit'],
    ['claude', 'PostToolUse.answers', 'PostToolUse'],
    ['codex', 'UserPromptSubmit', 'UserPromptSubmit'],
    ['gemini', 'BeforeAgent', 'BeforeAgent'],
    ['copilot', 'vscode.SessionStart', 'SessionStart'],
  ])('%s is told at %s by additionalContext', (host, name, hookEventName) => {
    expect(answered(host, name, 'Go on.')).toEqual({
      hookSpecificOutput: { hookEventName, additionalContext: 'Go on.' },
    });
  });

  it('is the one of each other host', () => {
    expect(answered('cursor', 'sessionStart', 'Go on.')).toEqual({ additional_context: 'Go on.' });
    expect(answered('cursor', 'beforeSubmitPrompt', 'Go on.')).toEqual({ continue: true });
    expect(answered('copilot', 'sessionStart', 'Go on.')).toEqual({ additionalContext: 'Go on.' });
    expect(answered('opencode', 'chat.message', 'Go on.')).toEqual({ context: 'Go on.' });
  });

  it('hands a verdict on a plan over in the form of each event', () => {
    const recording = (name: string) => hookRecordings.find((one) => one.name === name);
    const inputOf = (name: string) =>
      (JSON.parse(recording(name)?.text ?? '') as { tool_input: object }).tool_input;
    const decide = (name: string, allow: boolean, words: string) => {
      const found = recording(name);
      const read = readEvent(found?.text ?? '', undefined, { host: hostOf('claude') });
      return read && hostOf('claude').write(read, { decision: { allow, feedback: words } });
    };
    expect(decide('PermissionRequest.plan', false, 'Keep step 2.')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: 'Keep step 2.' },
      },
    });
    expect(decide('PermissionRequest.plan', true, '')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        // Leave without the input is dropped for a tool that needs the user.
        decision: { behavior: 'allow', updatedInput: inputOf('PermissionRequest.plan') },
      },
    });
    expect(decide('PermissionRequest.plan', true, 'Mind the index.')).toMatchObject({
      hookSpecificOutput: {
        decision: {
          behavior: 'allow',
          updatedInput: {
            plan: '# Move the orders\n\n1. Copy the table.\n2. Switch the readers.\n\nMind the index.\n',
            allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }],
          },
        },
      },
    });
    expect(decide('PreToolUse.plan', false, 'Keep step 2.')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'Keep step 2.',
      },
    });
    expect(decide('PreToolUse.plan', true, '')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'The plan was approved in its review.',
        updatedInput: inputOf('PreToolUse.plan'),
      },
    });
  });
});
