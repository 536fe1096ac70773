import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actions } from '../src/actions/index.ts';
import { commands } from '../src/cli/commands.ts';

const folder = resolve(import.meta.dirname, '../skills');
const names = readdirSync(folder);

function readSkill(name: string) {
  const text = readFileSync(join(folder, name, 'SKILL.md'), 'utf8');
  const [, front = '', body = ''] = text.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? [];
  return { front: parse(front) as Record<string, unknown>, body };
}

/** The commands that a skill's examples use, such as `inline query`. */
function commandsIn(body: string): readonly (readonly string[])[] {
  return [...body.matchAll(/\bdiscuss ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)/g)].map((match) =>
    (match[1] ?? '').split(' '),
  );
}

const known = [
  ...actions.flatMap(({ doors }) => (doors.cli === undefined ? [] : [doors.cli.command])),
  ...commands.map(({ words }) => words),
];

describe('agents 3: the skills', () => {
  it('are the four of the contract', () => {
    expect(names.sort()).toEqual([
      'discuss',
      'discuss-record',
      'inline-discussion',
      'using-discussion',
    ]);
  });

  it.each(names)('%s keeps to the Agent Skills format', (name) => {
    const { front, body } = readSkill(name);
    expect(Object.keys(front).sort()).toEqual(['description', 'name']);
    expect(front['name']).toBe(name);
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(String(front['description']).length).toBeLessThanOrEqual(1024);
    expect(String(front['description'])).toMatch(/Use /);
    expect(body.split('\n').length).toBeLessThan(500);
  });

  it.each(names)('%s names only commands that there are', (name) => {
    const heads = new Set(known.map(([head]) => head));
    for (const [head = '', second] of commandsIn(readSkill(name).body)) {
      if (head === 'diff' || !heads.has(head)) {
        expect(['diff', 'plan'], `discuss ${head}`).toContain(head);
        continue;
      }
      const group = known.filter((words) => words[0] === head && words.length > 1);
      if (group.length === 0) continue;
      expect(
        group.map((words) => words[1]),
        `discuss ${head} ${second}`,
      ).toContain(second);
    }
  });

  it('ship the poller beside the skill that names it', () => {
    expect(existsSync(join(folder, 'discuss', 'poller.sh'))).toBe(true);
    expect(readSkill('discuss').body).toContain('poller.sh');
  });
});
