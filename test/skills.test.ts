import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actions } from '../src/actions/index.ts';
import { actionArgs } from '../src/cli/action-args.ts';
import { parseArgs } from '../src/cli/args/parse-args.ts';
import { commands } from '../src/cli/commands.ts';
import { parseReviewArgs } from '../src/cli/review/review-args.ts';
import { isRefusal } from '../src/core/refusal.ts';

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
  ...actions.flatMap(({ bindings }) => (bindings.cli === undefined ? [] : [bindings.cli.command])),
  ...commands.map(({ command }) => command),
];

/** The whole commands in code of a skill, as words of a shell; those with `…` are only begun. */
function examplesIn(body: string): readonly (readonly string[])[] {
  const fences = [...body.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) =>
    text.split('\n'),
  );
  const spans = [...body.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, text = '']) => text,
  );
  return [...fences, ...spans]
    .filter((line) => /^discuss \S/.test(line))
    .map(shellWords)
    .filter((words) => !words.some((word) => /^…$/.test(word)));
}

/** Words of a shell's line, without comments and without what is read from elsewhere. */
function shellWords(line: string): string[] {
  const words = line
    .replace(/\s#.*$/, '')
    .replace(/\s<<?'?\S+$/, '')
    .match(/'[^']*'|"[^"]*"|\S+/g);
  return (words ?? []).slice(1).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

/** Values in capitals stand for something; a number stands for numbers. */
function filledIn(words: readonly string[]): string[] {
  return words.map((word) => (word === 'N' ? '3' : word));
}

/** What the program has against a command line; nothing when it understands it. */
async function faultOf(example: readonly string[]): Promise<string | undefined> {
  const words = filledIn(example);
  const isSelectedBy = (selecting: readonly string[]): boolean =>
    selecting.every((word, index) => words[index] === word);
  const entry = commands.find(({ command }) => isSelectedBy(command));
  const binding = actions
    .flatMap(({ bindings }) => bindings.cli ?? [])
    .find(({ command }) => isSelectedBy(command));
  const args = entry === undefined ? binding && actionArgs(binding) : (await entry.load()).args;
  if (args === undefined) {
    const parsed = parseReviewArgs(words);
    return isRefusal(parsed) ? parsed.message : undefined;
  }
  const rest = words.slice((entry?.command ?? binding?.command ?? []).length);
  // A command that is only named.
  if (rest.length === 0) return undefined;
  const parsed = parseArgs(args, rest);
  return isRefusal(parsed) ? parsed.message : undefined;
}

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

  it.each(names)('%s gives commands that the program understands', async (name) => {
    const examples = examplesIn(readSkill(name).body);
    expect(examples.length).toBeGreaterThan(0);
    for (const words of examples) {
      expect([words.join(' '), await faultOf(words)]).toEqual([words.join(' '), undefined]);
    }
  });

  it.each(names)('%s keeps its references one level deep, and they are there', (name) => {
    const links = [...readSkill(name).body.matchAll(/\]\(([^)#]+)\)/g)].map(
      ([, path = '']) => path,
    );
    for (const path of links.filter((one) => !/^[a-z]+:/.test(one))) {
      expect(path).toMatch(/^[^/]+(\/[^/]+)?$/);
      expect(existsSync(join(folder, name, path)), path).toBe(true);
    }
  });

  it('ship the poller beside the skill that names it', () => {
    expect(existsSync(join(folder, 'discuss', 'poller.sh'))).toBe(true);
    expect(readSkill('discuss').body).toContain('poller.sh');
  });
});
