import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runHook } from './run-hook.ts';
import type { Scratch } from './scratch.ts';

const recordings = resolve(import.meta.dirname, '../fixtures/hooks/claude');

/** A conversation in a host whose hooks are those of the program; its events are recorded ones. */
export interface HostSession {
  /** The conversation begins, or goes on; answers what the agent is told. */
  start(source: 'startup' | 'compact' | 'resume'): Promise<string>;
  /** The user says something; answers what the agent is told. */
  prompt(words: string): Promise<string>;
  /** The host is about to compact the conversation. */
  compact(): Promise<void>;
}

/** Begins a conversation in a scratch folder. */
export function hostSession(scratch: Pick<Scratch, 'home' | 'directory'>): HostSession {
  let prompts = 0;
  const send = async (recording: string, more: object = {}): Promise<string> => {
    const recorded = JSON.parse(readFileSync(resolve(recordings, `${recording}.json`), 'utf8'));
    const event = { ...recorded, session_id: 'a-day', cwd: scratch.directory, ...more };
    const ran = await runHook(scratch, ['--host', 'claude'], JSON.stringify(event));
    if (ran.code !== 0) throw new Error(ran.stderr);
    const told = JSON.parse(ran.stdout || '{}') as {
      hookSpecificOutput?: { additionalContext?: string };
    };
    return told.hookSpecificOutput?.additionalContext ?? '';
  };
  return {
    start: (source) => send(`SessionStart.${source}`),
    prompt: (prompt) => {
      prompts += 1;
      return send('UserPromptSubmit.user', { prompt, prompt_id: `prompt-${prompts}` });
    },
    compact: async () => void (await send('PreCompact')),
  };
}
