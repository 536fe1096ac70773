import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandContext } from '../../src/cli/command-context.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { setupHosts } from '../../src/core/agents/host-setup.ts';
import { type Scratch, scratchOfTest } from '../support/scratch.ts';
import { makeTestTerminal } from '../support/test-terminal.ts';

interface Change {
  readonly path: string;
  readonly what: string;
  readonly lines: readonly string[];
}

interface Done {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

function place() {
  const scratch = scratchOfTest();
  const run = async (...words: readonly string[]) => {
    const environment = { HOME: scratch.home, PATH: process.env['PATH'] };
    const terminal = makeTestTerminal(scratch.directory, { environment });
    const status = await runCommandLine(['agents', ...words], commandContext(terminal));
    return { status, stdout: terminal.printed.join(''), stderr: terminal.notices.join('\n') };
  };
  const done = async (...words: readonly string[]) => {
    const { status, stdout, stderr } = await run(...words, '--json');
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return JSON.parse(stdout) as Done;
  };
  return { scratch, run, done };
}

/** Every file and folder with its content and mode. */
function picture({ home, directory }: Scratch): Record<string, string> {
  const seen: Record<string, string> = {};
  for (const root of [home, directory]) {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const { mode } = lstatSync(path);
      seen[path] = entry.isFile() ? `${mode} ${readFileSync(path, 'latin1')}` : String(mode);
    }
  }
  return seen;
}

/** Configuration as people keep it: comments, other tools' entries, odd blanks. */
const configured: Readonly<Record<string, string>> = {
  '.claude/settings.json':
    '{\n\t// mine\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": [{ "hooks": [{ "type": "command", "command": "beep" }] }],\n\t\t"SessionStart": []\n\t},\n}',
  '.mcp.json': '{"mcpServers":{"other":{"command":"other"}}}\n',
  '.claude.json': '{"numStartups": 3, "mcpServers": {}}',
  '.codex/config.toml': 'model = "gpt" # mine\r\n\r\n[mcp_servers.other]\r\ncommand = "other"',
  '.codex/hooks.json': '{\r\n  "hooks": {}\r\n}\r\n',
  'opencode.jsonc': '{\n  // servers\n  "mcp": { /* none yet */ },\n}\n',
  '.config/opencode/opencode.json': '{}',
  '.gemini/settings.json': '{ "theme": "x", "hooks": { "BeforeAgent": [ ] } }\n',
  '.cursor/hooks.json': '{\n  "version": 1\n}\n',
  '.cursor/mcp.json': '{\n}\n',
  '.vscode/mcp.json': '{ "servers": { "a": { "command": "a" } } // end\n}',
  '.copilot/mcp-config.json': '\uFEFF{"mcpServers":{}}',
};

function configure({ home, directory }: Scratch): void {
  for (const root of [home, directory]) {
    for (const [path, text] of Object.entries(configured)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { mode: 0o640 });
    }
  }
}

const cases = setupHosts.flatMap((host) => [
  [host, '--project'] as const,
  [host, '--user'] as const,
]);

describe('agents install and uninstall (agents contract 4)', () => {
  it.each(cases)('%s %s: in an empty place nothing is left behind', async (host, scope) => {
    const { scratch, done } = place();
    const before = picture(scratch);
    const { changes } = await done('install', '--host', host, scope);
    expect(changes.length).toBeGreaterThan(5);
    expect(changes.every(({ what }) => what === 'create')).toBe(true);
    expect((await done('install', '--host', host, scope)).changes).toEqual([]);
    await done('uninstall', '--host', host, scope);
    expect(picture(scratch)).toEqual(before);
    expect((await done('uninstall', '--host', host, scope)).changes).toEqual([]);
  });

  it.each(cases)('%s %s: files of others come back byte for byte', async (host, scope) => {
    const { scratch, done } = place();
    configure(scratch);
    const before = picture(scratch);
    const gate = host === 'claude' ? ['--plan-gate'] : [];
    const { changes, notes } = await done('install', '--host', host, scope, ...gate);
    expect(notes).toEqual([]);
    expect(changes.some(({ what }) => what === 'edit')).toBe(true);
    expect((await done('install', '--host', host, scope, ...gate)).changes).toEqual([]);
    await done('uninstall', '--host', host, scope);
    expect(picture(scratch)).toEqual(before);
  });

  it.each(cases)('%s %s: what others change meanwhile stays', async (host, scope) => {
    const { scratch, done } = place();
    configure(scratch);
    const change = () => {
      for (const root of [scratch.home, scratch.directory]) {
        for (const path of Object.keys(configured)) {
          const file = join(root, path);
          const text = readFileSync(file, 'utf8');
          const isToml = path.endsWith('.toml');
          writeFileSync(file, isToml ? text.replace('"gpt"', '"gpt-6"') : `${text}// later\n`);
        }
      }
    };
    await done('install', '--host', host, scope);
    change();
    await done('uninstall', '--host', host, scope);
    const after = picture(scratch);
    const other = place();
    configure(other.scratch);
    const wanted = Object.values(picture(other.scratch));
    for (const root of [scratch.home, scratch.directory]) {
      for (const [path, text] of Object.entries(configured)) {
        const expected = path.endsWith('.toml')
          ? text.replace('"gpt"', '"gpt-6"')
          : `${text}// later\n`;
        expect(readFileSync(join(root, path), 'utf8')).toBe(expected);
      }
    }
    expect(Object.keys(after)).toHaveLength(wanted.length);
  });

  it('shows what it will write, and writes nothing, with --dry-run', async () => {
    const { scratch, run, done } = place();
    configure(scratch);
    const before = picture(scratch);
    const { changes } = await done('install', '--host', 'claude', '--dry-run');
    const settings = changes.find(({ path }) => path.endsWith('.claude/settings.json'));
    expect(settings?.lines.join('\n')).toMatch(
      /^\+ .*command -v discuss >\/dev\/null 2>&1 \|\| exit 0; discuss hook --host claude/m,
    );
    const shown = await run('install', '--host', 'claude', '--dry-run', '--text');
    expect(shown.stdout).toContain('claude, project, nothing written:');
    expect(picture(scratch)).toEqual(before);
  });

  it('says that a host has no plan gate', async () => {
    const { done } = place();
    const { notes } = await done('install', '--host', 'cursor', '--plan-gate', '--dry-run');
    expect(notes).toEqual(['cursor has no event for plans; there is no plan gate']);
  });

  it('tells in status what is where', async () => {
    const { done } = place();
    await done('install', '--host', 'claude', '--plan-gate');
    await done('install', '--host', 'codex', '--user');
    const { hosts } = (await done('status')) as unknown as { hosts: readonly object[] };
    expect(hosts).toContainEqual({
      host: 'claude',
      scope: 'project',
      state: 'installed',
      plan_gate: true,
    });
    expect(hosts).toContainEqual({
      host: 'codex',
      scope: 'user',
      state: 'installed',
      plan_gate: false,
    });
    expect(hosts).toContainEqual({
      host: 'gemini',
      scope: 'user',
      state: 'absent',
      plan_gate: false,
    });
  });

  it('refuses a broken file and touches nothing at all', async () => {
    // Programs differ in which of the two they read.
    const twice = '{"hooks": {}, "mcpServers": {}, "hooks": {}, "mcpServers": {}}';
    const { scratch, run } = place();
    for (const [host, path] of [
      ['claude', '.claude/settings.json'],
      ['claude', '.mcp.json'],
      ['codex', '.codex/config.toml'],
      ['gemini', '.gemini/settings.json'],
    ] as const) {
      for (const text of ['{"hooks": {', '[1]', '', twice]) {
        if (path.endsWith('.toml') && text === '') continue;
        scratch.write(path, path.endsWith('.toml') ? '[mcp_servers' : text);
        const before = picture(scratch);
        const { status, stderr } = await run('install', '--host', host);
        expect(status).toBe(1);
        expect(stderr).toContain(path);
        expect(picture(scratch)).toEqual(before);
      }
      scratch.write(path, path.endsWith('.toml') ? '' : '{}');
    }
  });

  it('leaves a server of the same name, a skill of the same name and odd hooks of others alone', async () => {
    const { scratch, done } = place();
    scratch.write('.mcp.json', '{"mcpServers": {"discuss": {"command": "/opt/discuss"}}}');
    scratch.write('.claude/skills/discuss/SKILL.md', 'mine');
    scratch.write('.claude/settings.json', '{"hooks": {"SessionStart": "odd"}}');
    const { notes } = await done('install', '--host', 'claude');
    expect(notes).toHaveLength(3);
    expect(readFileSync(join(scratch.directory, '.mcp.json'), 'utf8')).toContain('/opt/discuss');
    await done('uninstall', '--host', 'claude');
    expect(readFileSync(join(scratch.directory, '.claude/skills/discuss/SKILL.md'), 'utf8')).toBe(
      'mine',
    );
    expect(readFileSync(join(scratch.directory, '.claude/settings.json'), 'utf8')).toBe(
      '{"hooks": {"SessionStart": "odd"}}',
    );
  });

  it('keeps a skill that the user has changed', async () => {
    const { scratch, done } = place();
    await done('install', '--host', 'claude');
    const skill = join(scratch.directory, '.claude/skills/discuss/SKILL.md');
    const theirs = `${readFileSync(skill, 'utf8')}\nMine.\n`;
    writeFileSync(skill, theirs);
    const { notes } = await done('uninstall', '--host', 'claude');
    expect(notes.join()).toContain('SKILL.md was written or changed by somebody else and stays');
    expect(readFileSync(skill, 'utf8')).toBe(theirs);
  });

  it('is led nowhere else by a list of copied files that somebody has written', async () => {
    const { scratch, done } = place();
    const outside = scratch.write('notes.md', 'mine');
    mkdirSync(join(scratch.home, 'empty'));
    const hash = createHash('sha256').update('mine').digest('hex');
    const files = { '../../../notes.md': hash, [outside]: hash };
    const folders = [join(scratch.home, 'empty')];
    const list = JSON.stringify({ files, folders });
    scratch.write('.claude/skills/discuss/.discuss-installed.json', list);
    await done('uninstall', '--host', 'claude');
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(existsSync(join(scratch.home, 'empty'))).toBe(true);
  });

  it('says that its server cannot stand beside servers that are written as one value', async () => {
    const { scratch, done } = place();
    const text = 'mcp_servers = { a = { command = "a" } }\n';
    const file = scratch.write('.codex/config.toml', text);
    const { notes } = await done('install', '--host', 'codex');
    expect(notes.join()).toContain('mcp_servers.discuss cannot be added to what is set there');
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('tells in status that not all could be set up', async () => {
    const { scratch, done } = place();
    scratch.write('.claude/settings.json', '{"hooks": null}');
    expect((await done('install', '--host', 'claude')).notes.length).toBeGreaterThan(0);
    const { hosts } = (await done('status', '--host', 'claude')) as unknown as { hosts: object[] };
    expect(hosts[0]).toMatchObject({ scope: 'project', state: 'partly' });
  });

  it('brings a skill of an older program up to date, and takes it away', async () => {
    const { scratch, done } = place();
    const before = picture(scratch);
    await done('install', '--host', 'claude');
    const folder = join(scratch.directory, '.claude/skills/discuss');
    const present = readFileSync(join(folder, 'SKILL.md'), 'utf8');
    writeFileSync(join(folder, 'SKILL.md'), 'old');
    const manifest = join(folder, '.discuss-installed.json');
    const known = JSON.parse(readFileSync(manifest, 'utf8')) as { files: object };
    const hash = createHash('sha256').update('old').digest('hex');
    const files = { ...known.files, 'SKILL.md': hash };
    writeFileSync(manifest, JSON.stringify({ ...known, files }));
    expect((await done('install', '--host', 'claude')).notes).toEqual([]);
    expect(readFileSync(join(folder, 'SKILL.md'), 'utf8')).toBe(present);
    await done('uninstall', '--host', 'claude');
    expect(picture(scratch)).toEqual(before);
  });

  it('writes through a link, and keeps the mode', async () => {
    const { scratch, done } = place();
    const real = scratch.write('dotfiles/settings.json', '{}\n');
    chmodSync(real, 0o600);
    mkdirSync(join(scratch.directory, '.claude'));
    symlinkSync(real, join(scratch.directory, '.claude/settings.json'));
    await done('install', '--host', 'claude');
    expect(readFileSync(real, 'utf8')).toContain('discuss hook');
    expect(statSync(real).mode & 0o777).toBe(0o600);
    await done('uninstall', '--host', 'claude');
    expect(readFileSync(real, 'utf8')).toBe('{}\n');
    expect(lstatSync(join(scratch.directory, '.claude/settings.json')).isSymbolicLink()).toBe(true);
  });

  it('says which file is write-protected', async () => {
    const { scratch, run } = place();
    const file = scratch.write('.claude/settings.json', '{}');
    chmodSync(file, 0o444);
    const { status, stderr } = await run('install', '--host', 'claude');
    expect([status, stderr]).toEqual([1, expect.stringContaining('write-protected')]);
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('never touches hooks of git', async () => {
    const { scratch, done } = place();
    scratch.write('.git/hooks/pre-commit', '#!/bin/sh\n');
    for (const host of setupHosts) await done('install', '--host', host);
    expect(readdirSync(join(scratch.directory, '.git', 'hooks'))).toEqual(['pre-commit']);
    expect(existsSync(join(scratch.directory, '.git', 'config'))).toBe(false);
  });
});

describe('safety 2, a project that is a stranger’s', () => {
  it.each([
    ['claude', '.mcp.json', 'file'],
    ['claude', '.claude', 'folder'],
    ['cursor', '.cursor', 'folder'],
  ])('%s: nothing is written through a link %s that leads outside it', async (host, name, kind) => {
    const { scratch, run } = place();
    const target = join(scratch.home, 'own');
    if (kind === 'folder') mkdirSync(target);
    else writeFileSync(target, '{}');
    symlinkSync(target, join(scratch.directory, name));
    const before = picture(scratch);
    for (const words of [['install'], ['install', '--dry-run']]) {
      const { status, stdout, stderr } = await run(...words, '--host', host);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain(`leads outside the project ${scratch.directory}`);
    }
    expect(picture(scratch)).toEqual(before);
  });
});
