import type { Sha256 } from '../ports/sha256.ts';

/** The hosts that a context can belong to, by the names that go into a token. */
const contextTargets = [
  'codex',
  'claude',
  'cursor',
  'gemini',
  'hermes',
  'antigravity',
  'copilot-cli',
  'copilot-vscode',
  'kiro',
  'opencode',
  'pi',
] as const;

export type ContextTarget = (typeof contextTargets)[number];

/** The conversation that a context stands for. */
export interface ContextOrigin {
  readonly target: ContextTarget;
  /** The host's own id of the session. */
  readonly session: string;
  /** The host's own id of a subagent; the main thread without it. */
  readonly agent?: string | undefined;
}

/** How a token begins: `lwcctx` for conversations that use the commands of the tool of that name. */
export type ContextForm = 'ctx' | 'lwcctx';

/** The token of a conversation: the same for the same origin, and telling nothing of it. */
export function contextToken(origin: ContextOrigin, sha256: Sha256, form: ContextForm): string {
  const { target, session, agent } = origin;
  const who = agent === undefined ? ['main', 'main'] : ['subagent', agent];
  const digest = sha256(['lwc-agent-context/v1', target, session, ...who].join('\0'));
  return `${form}-v1-${digest}`;
}
