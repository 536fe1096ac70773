import type { JsonPath } from './json-edits.ts';

/** The hosts that agents are set up in. */
export const setupHosts = ['claude', 'codex', 'opencode', 'gemini', 'cursor', 'copilot'] as const;

export type SetupHost = (typeof setupHosts)[number];

/** Where a host looks: in the folders of the user, or in those of a project. */
export interface SetupPlace {
  readonly scope: 'user' | 'project';
  /** The project's folder; absolute. */
  readonly project: string;
  /** The user's home folder; absolute. */
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether plans of the agent are reviewed before they are carried out. */
  readonly planGate: boolean;
}

/** A value of ours in a file of JSON. */
export interface JsonEntry {
  /** The list or object that it stands in. */
  readonly path: JsonPath;
  /** Its name in an object; it stands in a list without one. */
  readonly name?: string;
  readonly value: unknown;
}

/** A file of JSON that others write to as well. */
export interface JsonFile {
  /** The first of these that is there; else the last is made. */
  readonly files: readonly string[];
  readonly entries: readonly JsonEntry[];
  /** What a new file must hold besides. */
  readonly skeleton?: Readonly<Record<string, unknown>>;
}

/** Everything that is set up in a host. */
export interface HostSetup {
  readonly json: readonly JsonFile[];
  /** A block of TOML at the end of a file that others write to as well. */
  readonly toml?: {
    readonly file: string;
    readonly table: string;
    readonly lines: readonly string[];
  };
  /** A file of our own, and which one of `plugins/` in the package it is. */
  readonly own?: { readonly file: string; readonly plugin: string };
  /** The folder that skills are copied into. */
  readonly skills: string;
}

/** Words by which a hook is known as ours. */
export function ownHook(host: SetupHost): string {
  return `discuss hook --host ${host}`;
}

/** A command that is a silent success when `discuss` is not there any more. */
function guarded(command: string): string {
  return `command -v discuss >/dev/null 2>&1 || exit 0; ${command}`;
}

const server = { command: 'discuss', args: ['mcp'] };
const serverEntry = (path: string, value: unknown = server): JsonEntry => ({
  path: [path],
  name: 'discuss',
  value,
});

/** What is written for a host, and where. */
export function hostSetup(host: SetupHost, place: SetupPlace): HostSetup {
  switch (host) {
    case 'claude':
      return claudeSetup(place);
    case 'codex':
      return codexSetup(place);
    case 'opencode':
      return opencodeSetup(place);
    case 'gemini':
      return geminiSetup(place);
    case 'cursor':
      return cursorSetup(place);
    case 'copilot':
      return copilotSetup(place);
  }
}

const isUser = ({ scope }: SetupPlace): boolean => scope === 'user';
const rootOf = (place: SetupPlace): string => (isUser(place) ? place.home : place.project);

function claudeSetup(place: SetupPlace): HostSetup {
  const named = isUser(place) ? place.environment['CLAUDE_CONFIG_DIR'] || undefined : undefined;
  const base = named ?? `${rootOf(place)}/.claude`;
  const command = guarded(ownHook('claude'));
  const hook = (event: string, more: object = {}, waits?: number): JsonEntry => ({
    path: ['hooks', event],
    value: {
      ...more,
      hooks: [
        waits === undefined
          ? { type: 'command', command, timeout: 5 }
          : { type: 'command', command: `${command} --wait ${waits - 20}`, timeout: waits },
      ],
    },
  });
  const gate = hook('PermissionRequest', { matcher: 'ExitPlanMode' }, 86_400);
  const servers = isUser(place)
    ? `${named ?? place.home}/.claude.json`
    : `${place.project}/.mcp.json`;
  return {
    json: [
      {
        files: [`${base}/settings.json`],
        entries: [
          hook('SessionStart'),
          hook('SubagentStart'),
          hook('UserPromptSubmit'),
          hook('PostToolUse', { matcher: 'AskUserQuestion' }),
          ...(place.planGate ? [gate] : []),
        ],
      },
      { files: [servers], entries: [serverEntry('mcpServers')] },
    ],
    skills: `${base}/skills`,
  };
}

function codexSetup(place: SetupPlace): HostSetup {
  const named = isUser(place) ? place.environment['CODEX_HOME'] || undefined : undefined;
  const base = named ?? `${rootOf(place)}/.codex`;
  const command = guarded(ownHook('codex'));
  const hook = (event: string): JsonEntry => ({
    path: ['hooks', event],
    value: { hooks: [{ type: 'command', command, timeout: 5 }] },
  });
  const entries = ['SessionStart', 'UserPromptSubmit', 'PreCompact'].map(hook);
  return {
    json: [{ files: [`${base}/hooks.json`], entries }],
    toml: {
      file: `${base}/config.toml`,
      table: 'mcp_servers.discuss',
      lines: ['command = "discuss"', 'args = ["mcp"]'],
    },
    skills: isUser(place) ? `${base}/skills` : `${place.project}/.agents/skills`,
  };
}

function opencodeSetup(place: SetupPlace): HostSetup {
  const config = place.environment['XDG_CONFIG_HOME'] || `${place.home}/.config`;
  const base = isUser(place) ? `${config}/opencode` : `${place.project}/.opencode`;
  const folder = isUser(place) ? base : place.project;
  const value = { type: 'local', command: ['discuss', 'mcp'], enabled: true };
  return {
    json: [
      {
        files: [`${folder}/opencode.jsonc`, `${folder}/opencode.json`],
        entries: [serverEntry('mcp', value)],
      },
    ],
    own: { file: `${base}/plugins/discuss.js`, plugin: 'opencode/discuss.js' },
    skills: `${base}/skills`,
  };
}

function geminiSetup(place: SetupPlace): HostSetup {
  const base = `${rootOf(place)}/.gemini`;
  const command = guarded(ownHook('gemini'));
  // Its times are milliseconds.
  const hook = (event: string): JsonEntry => ({
    path: ['hooks', event],
    value: { hooks: [{ name: 'discuss', type: 'command', command, timeout: 5000 }] },
  });
  const hooks = ['SessionStart', 'BeforeAgent', 'PreCompress'].map(hook);
  return {
    json: [{ files: [`${base}/settings.json`], entries: [...hooks, serverEntry('mcpServers')] }],
    skills: `${base}/skills`,
  };
}

function cursorSetup(place: SetupPlace): HostSetup {
  const base = `${rootOf(place)}/.cursor`;
  const command = guarded(ownHook('cursor'));
  const entries = ['sessionStart', 'beforeSubmitPrompt', 'preCompact'].map(
    (event): JsonEntry => ({ path: ['hooks', event], value: { command } }),
  );
  return {
    json: [
      { files: [`${base}/hooks.json`], entries, skeleton: { version: 1 } },
      { files: [`${base}/mcp.json`], entries: [serverEntry('mcpServers')] },
    ],
    skills: `${base}/skills`,
  };
}

function copilotSetup(place: SetupPlace): HostSetup {
  const base = isUser(place) ? `${place.home}/.copilot` : `${place.project}/.github`;
  const entries = ['sessionStart', 'userPromptSubmitted', 'preCompact'].map((event): JsonEntry => {
    const command = `${ownHook('copilot')} --event ${event}`;
    const powershell = `if (Get-Command discuss -ErrorAction SilentlyContinue) { $input | ${command} }`;
    const value = { type: 'command', bash: guarded(command), powershell, timeoutSec: 5 };
    return { path: ['hooks', event], value };
  });
  const servers: JsonFile = isUser(place)
    ? {
        files: [`${base}/mcp-config.json`],
        entries: [serverEntry('mcpServers', { type: 'local', ...server, tools: ['*'] })],
      }
    : {
        files: [`${place.project}/.vscode/mcp.json`],
        entries: [serverEntry('servers', { type: 'stdio', ...server })],
      };
  return {
    json: [{ files: [`${base}/hooks/discuss.json`], entries, skeleton: { version: 1 } }, servers],
    skills: `${base}/skills`,
  };
}
