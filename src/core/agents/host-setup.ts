import type { JsonPath } from './json-edits.ts';

/** The hosts that agents are set up in. */
export const setupHosts = ['claude', 'codex', 'opencode', 'gemini', 'cursor', 'copilot'] as const;

export type SetupHost = (typeof setupHosts)[number];

/** Which configuration of a host is set up: the user's, or a project's. */
export interface SetupTarget {
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
  /** The list or object that contains it. */
  readonly path: JsonPath;
  /** Its name in an object; absent for an element of a list. */
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

/** The command text by which a hook is recognised as ours. */
export function ownHook(host: SetupHost): string {
  return `discuss hook --host ${host}`;
}

/** A command that is a silent success when `discuss` is not there any more. */
function ifInstalled(command: string): string {
  return `command -v discuss >/dev/null 2>&1 || exit 0; ${command}`;
}

const server = { command: 'discuss', args: ['mcp'] };
const serverEntry = (path: string, value: unknown = server): JsonEntry => ({
  path: [path],
  name: 'discuss',
  value,
});

/** What is written for a host, and where. */
export function hostSetup(host: SetupHost, target: SetupTarget): HostSetup {
  return setups[host](target);
}

const setups: Readonly<Record<SetupHost, (target: SetupTarget) => HostSetup>> = {
  claude: claudeSetup,
  codex: codexSetup,
  opencode: opencodeSetup,
  gemini: geminiSetup,
  cursor: cursorSetup,
  copilot: copilotSetup,
};

const isUser = ({ scope }: SetupTarget): boolean => scope === 'user';
const rootOf = (target: SetupTarget): string => (isUser(target) ? target.home : target.project);

function claudeSetup(target: SetupTarget): HostSetup {
  const configured = isUser(target)
    ? target.environment['CLAUDE_CONFIG_DIR'] || undefined
    : undefined;
  const base = configured ?? `${rootOf(target)}/.claude`;
  const command = ifInstalled(ownHook('claude'));
  const once = { command, timeout: 5 };
  const hook = (event: string, extra: object = {}, run: object = once): JsonEntry => ({
    path: ['hooks', event],
    value: { ...extra, hooks: [{ type: 'command', ...run }] },
  });
  const waitSeconds = 86_400;
  const waiting = { command: `${command} --wait ${waitSeconds - 20}`, timeout: waitSeconds };
  const gate = hook('PermissionRequest', { matcher: 'ExitPlanMode' }, waiting);
  const servers = isUser(target)
    ? `${configured ?? target.home}/.claude.json`
    : `${target.project}/.mcp.json`;
  return {
    json: [
      {
        files: [`${base}/settings.json`],
        entries: [
          hook('SessionStart'),
          hook('SubagentStart'),
          hook('UserPromptSubmit'),
          hook('PostToolUse', { matcher: 'AskUserQuestion' }),
          ...(target.planGate ? [gate] : []),
        ],
      },
      { files: [servers], entries: [serverEntry('mcpServers')] },
    ],
    skills: `${base}/skills`,
  };
}

function codexSetup(target: SetupTarget): HostSetup {
  const configured = isUser(target) ? target.environment['CODEX_HOME'] || undefined : undefined;
  const base = configured ?? `${rootOf(target)}/.codex`;
  const command = ifInstalled(ownHook('codex'));
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
    skills: isUser(target) ? `${base}/skills` : `${target.project}/.agents/skills`,
  };
}

function opencodeSetup(target: SetupTarget): HostSetup {
  const config = target.environment['XDG_CONFIG_HOME'] || `${target.home}/.config`;
  const base = isUser(target) ? `${config}/opencode` : `${target.project}/.opencode`;
  const folder = isUser(target) ? base : target.project;
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

function geminiSetup(target: SetupTarget): HostSetup {
  const base = `${rootOf(target)}/.gemini`;
  const command = ifInstalled(ownHook('gemini'));
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

function cursorSetup(target: SetupTarget): HostSetup {
  const base = `${rootOf(target)}/.cursor`;
  const command = ifInstalled(ownHook('cursor'));
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

function copilotSetup(target: SetupTarget): HostSetup {
  const base = isUser(target) ? `${target.home}/.copilot` : `${target.project}/.github`;
  const entries = ['sessionStart', 'userPromptSubmitted', 'preCompact'].map((event): JsonEntry => {
    const command = `${ownHook('copilot')} --event ${event}`;
    const powershell = `if (Get-Command discuss -ErrorAction SilentlyContinue) { $input | ${command} }`;
    const value = { type: 'command', bash: ifInstalled(command), powershell, timeoutSec: 5 };
    return { path: ['hooks', event], value };
  });
  const servers: JsonFile = isUser(target)
    ? {
        files: [`${base}/mcp-config.json`],
        entries: [serverEntry('mcpServers', { type: 'local', ...server, tools: ['*'] })],
      }
    : {
        files: [`${target.project}/.vscode/mcp.json`],
        entries: [serverEntry('servers', { type: 'stdio', ...server })],
      };
  return {
    json: [{ files: [`${base}/hooks/discuss.json`], entries, skeleton: { version: 1 } }, servers],
    skills: `${base}/skills`,
  };
}
