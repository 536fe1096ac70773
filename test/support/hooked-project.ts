import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type HookRecording, recordingIn } from './hook-recording.ts';
import { type Ran, runDiscuss } from './run-discuss.ts';
import { runHook } from './run-hook.ts';
import type { Scratch } from './scratch.ts';

/** The token that a conversation must have, computed apart from the program. */
export function tokenOf(...[target, session, agent]: readonly [string, string, string?]): string {
  const who = agent === undefined ? 'main\0main' : `subagent\0${agent}`;
  const origin = `lwc-agent-context/v1\0${target}\0${session}\0${who}`;
  return `ctx-v1-${createHash('sha256').update(origin).digest('hex')}`;
}

/** A project of a test's own whose agent's host calls hooks. */
export interface HookedProject {
  /** Runs the hook on a recorded event and answers what it printed, read as JSON. */
  hook(host: string, name: string, change?: (text: string) => string): Promise<HookAnswered>;
  /** Runs a command that must succeed; answers its JSON. */
  discuss(words: readonly string[], input?: string): Promise<Record<string, unknown>>;
  /** Begins a discussion with one question, bound to a context. */
  begin(context: string, id?: string): Promise<void>;
}

export interface HookAnswered extends Ran {
  readonly answer: Record<string, unknown>;
  /** What the agent is told, in whichever form of the host. */
  readonly context: string | undefined;
}

/** Makes a project; `init` gives it a store. */
export function hookedProject(scratch: Scratch): HookedProject & { init(): Promise<void> } {
  const discuss = async (words: readonly string[], input?: string) => {
    const { code, stdout, stderr } = await runDiscuss(scratch, words, input);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return {
    discuss,
    hook: async (host, name, change = (text) => text) =>
      answered(await runRecorded(scratch, recordingIn(scratch.directory, host, name), change)),
    begin: async (context, id = 'd') => {
      const operations = [
        { op: 'start', text: 'The store of the orders' },
        { op: 'question', id: 'q1', text: 'Which store keeps the orders?' },
      ];
      const batch = { id, context, request_id: 'r1', if_revision: 0, operations };
      await discuss(['ledger', 'apply', '--json', '-'], JSON.stringify(batch));
    },
    init: async () => {
      expect((await runDiscuss(scratch, ['init'])).code).toBe(0);
    },
  };
}

function runRecorded(
  scratch: Scratch,
  { host, event, text }: HookRecording,
  change: (text: string) => string,
): Promise<Ran> {
  return runHook(scratch, ['--host', host, '--event', event], change(text));
}

function answered(ran: Ran): HookAnswered {
  expect(ran.code).toBe(0);
  expect(ran.stderr).toBe('');
  const answer = JSON.parse(ran.stdout) as Record<string, unknown>;
  const specific = (answer['hookSpecificOutput'] ?? {}) as Record<string, unknown>;
  const context =
    specific['additionalContext'] ??
    answer['additional_context'] ??
    answer['additionalContext'] ??
    answer['context'];
  return { ...ran, answer, context: context as string | undefined };
}
