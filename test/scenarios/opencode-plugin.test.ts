import { chmodSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hookedProject, tokenOf } from '../support/hooked-project.ts';
import { program } from '../support/launch-discuss.ts';
import { scratchOfTest } from '../support/scratch.ts';

type Hook = (input: object, output: Record<string, unknown>) => Promise<void>;

interface Plugin {
  readonly DiscussPlugin: (given: { directory: string }) => Promise<Readonly<Record<string, Hook>>>;
}

const file = resolve(import.meta.dirname, '../../plugins/opencode/discuss.js');
const sessionID = 'ses_1';
const before = { ...process.env };

/** The plugin runs in this process, as it does in the host's. */
async function hooks(directory: string): Promise<Readonly<Record<string, Hook>>> {
  const { DiscussPlugin } = (await import(file)) as Plugin;
  return DiscussPlugin({ directory });
}

afterEach(() => {
  Object.assign(process.env, before);
});

describe('the plugin of opencode (agents contract 4)', () => {
  const message = { parts: [{ id: 'p1', type: 'text', text: 'Keep PostgreSQL.' }] };

  it('records what the user says, and tells the agent its context in every system prompt', async () => {
    const scratch = scratchOfTest();
    const project = hookedProject(scratch);
    await project.init();
    const context = tokenOf('opencode', sessionID);
    await project.begin(context);
    const shim = scratch.write(
      'bin/discuss',
      `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
    );
    chmodSync(shim, 0o755);
    Object.assign(process.env, {
      PATH: `${join(scratch.directory, 'bin')}:${before['PATH']}`,
      HOME: scratch.home,
    });
    const plugin = await hooks(scratch.directory);
    await plugin['chat.message']?.({ sessionID, messageID: 'msg_1' }, message);
    const output = { system: [] as string[], context: [] as string[] };
    await plugin['experimental.chat.system.transform']?.({ sessionID }, output);
    expect(output.system.join('\n')).toContain(context);
    expect(output.system.join('\n')).toContain('recorded as the reply');
    await plugin['experimental.session.compacting']?.({ sessionID }, output);
    expect(output.context.join('\n')).toContain(context);
  });

  it('does nothing where the program is not there', async () => {
    const scratch = scratchOfTest();
    process.env['PATH'] = scratch.directory;
    const plugin = await hooks(scratch.directory);
    const output = { system: [] as string[] };
    await plugin['chat.message']?.({ sessionID, messageID: 'msg_1' }, message);
    await plugin['experimental.chat.system.transform']?.({ sessionID }, output);
    expect(output.system).toEqual([]);
  });
});
