import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HostSetup, hostSetup, type SetupHost } from '../src/core/agents/host-setup.ts';
import { addEntries } from '../src/core/agents/json-entries.ts';

const root = resolve(import.meta.dirname, '..');

function read(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(resolve(root, path), 'utf8')) as Record<string, unknown>;
}

/** What `agents install` would write into new files. */
function written(host: SetupHost): readonly unknown[] {
  const place = {
    scope: 'project',
    project: '/p',
    home: '/h',
    environment: {},
    planGate: false,
  } as const;
  const { json }: HostSetup = hostSetup(host, place);
  return json.map((file) => JSON.parse(addEntries(undefined, file, host).text ?? '') as unknown);
}

describe('the plugins in the package (agents contract 4)', () => {
  it('hold the hooks and the server that agents install writes', () => {
    const [claudeHooks, servers] = written('claude');
    const [codexHooks] = written('codex');
    expect(read('plugins/claude/hooks/hooks.json')).toEqual(claudeHooks);
    expect(read('plugins/codex/hooks/hooks.json')).toEqual(codexHooks);
    expect(read('plugins/claude/.mcp.json')).toEqual(servers);
    expect(read('plugins/codex/.mcp.json')).toEqual(servers);
  });

  it.each(['claude/.claude-plugin', 'codex/.codex-plugin'])(
    '%s names the program and its version',
    (folder) => {
      const { name, version, description } = read('package.json');
      expect(read(`plugins/${folder}/plugin.json`)).toMatchObject({ name, version, description });
    },
  );
});
