import { describe, expect, it } from 'vitest';
import { hostSetup, type JsonFile, type SetupHost } from './host-setup.ts';
import { addEntries, removeEntries } from './json-entries.ts';

/** The files of JSON that are written for a host in a project. */
function filesOf(host: SetupHost): readonly JsonFile[] {
  const place = { scope: 'project', project: '/p', home: '/h', environment: {} } as const;
  return hostSetup(host, { ...place, planGate: false }).json;
}

const [settings, servers] = filesOf('claude') as readonly [JsonFile, JsonFile];
const beep = { type: 'command', command: 'beep' };

/** The settings as installed, with another hook beside ours in the group of an event. */
function withNeighbour(event: string): string {
  const written = JSON.parse(addEntries(undefined, settings, 'claude').text ?? '') as {
    hooks: Record<string, { hooks: unknown[] }[]>;
  };
  written.hooks[event]?.[0]?.hooks.push(beep);
  return JSON.stringify(written, undefined, 2);
}

describe('entries in a file that others write to', () => {
  it('leave alone a hook that the user has put into the same group', () => {
    const text = withNeighbour('SessionStart');
    expect(addEntries(text, settings, 'claude').text).toBe(text);
    expect(JSON.parse(removeEntries(text, settings, 'claude') ?? '')).toEqual({
      hooks: { SessionStart: [{ hooks: [beep] }] },
    });
  });

  it('leave alone what the user has added to the server', () => {
    const server = { type: 'stdio', command: 'discuss', args: ['mcp'], env: { A: 'b' } };
    const text = JSON.stringify({ mcpServers: { discuss: server } });
    expect(addEntries(text, servers, 'claude').text).toBe(text);
  });

  it('are taken out of their neighbours wherever they stand', () => {
    const [own] = Object.values(
      (JSON.parse(addEntries(undefined, servers, 'claude').text ?? '') as { mcpServers: object })
        .mcpServers,
    );
    const other = { command: 'other' };
    const text = JSON.stringify({ a: 1, mcpServers: { other, discuss: own } });
    expect(removeEntries(text, servers, 'claude')).toBe(
      JSON.stringify({ a: 1, mcpServers: { other } }),
    );
  });

  it('are all there after an older form of one of them gave way', () => {
    const [file] = filesOf('gemini') as readonly [JsonFile];
    const older = { command: ['discuss', 'mcp'] };
    const text = JSON.stringify({ mcpServers: { discuss: older } });
    const added = addEntries(text, file, 'gemini').text ?? '';
    expect(Object.keys(JSON.parse(added).hooks).sort()).toEqual([
      'BeforeAgent',
      'PreCompress',
      'SessionStart',
    ]);
    expect(addEntries(added, file, 'gemini').text).toBe(added);
  });
});
