// Reading and locating inline discussions, as ratios to reading and splitting the file.
// node scripts/run-bench.mjs inline [ROUNDS]
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Discussions } from '../src/core/inline/discussion.ts';
import { ThreadLocator } from '../src/core/inline/locate-thread.ts';
import { parseDiscussions } from '../src/core/inline/parse-discussions.ts';
import { threadViewer } from '../src/core/inline/query-view.ts';
import { reply } from '../src/core/inline/reply.ts';
import { startThread } from '../src/core/inline/start-thread.ts';
import type { ThreadHints } from '../src/core/inline/thread-hints.ts';
import { tupleOf } from '../src/core/inline/thread-hints.ts';
import { isRefusal } from '../src/core/refusal.ts';

const rounds = Number(process.argv[2] ?? 21);
const sha256 = (text: string): string => hash('sha256', text);
const words =
  'parser token retry limit cache order depth field value user error empty zero login password session queue shard index write read lock'.split(
    ' ',
  );

/** Numbers that look random and are the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const roll = dice(6);
const sentence = (length: number): string =>
  Array.from({ length }, () => words[Math.floor(roll() * words.length)]).join(' ');
const speakers = ['Sage', 'Maestro', 'Aaron', 'Mary Ann', '小明'];
const speaker = (): string => speakers[Math.floor(roll() * speakers.length)] ?? 'Sage';

function threadLines(number: number): readonly string[] {
  return [
    `> **${speaker()}${number % 3 === 0 ? ' [RESOLVED]' : ''}:** ${sentence(13)} ${number}?`,
    `>> **${speaker()}:** ${sentence(15)}, ask @Aaron.`,
    `>>> **${speaker()}:** ${sentence(6)}`,
    '>>>',
    `>>> **${speaker()}:** ${sentence(6)}`,
    '',
  ];
}

/** A document of 20 lines for each thread, with prose, lists, code and tables, its lines as long as READMEs have them. */
function document(threads: number): string {
  const lines: string[] = [];
  for (let number = 0; number < threads; number++) {
    lines.push(`## ${sentence(3)} ${number}`, '', `${sentence(24)}.`, `${sentence(22)}.`, '');
    if (number % 2 === 0)
      lines.push(`- ${sentence(14)}`, `- ${sentence(14)}`, `  ${sentence(9)}`, '');
    else lines.push('| a | b |', '|---|---|', `| ${sentence(2)} | ${sentence(2)} |`, '');
    lines.push('```js', `const ${words[number % words.length]} = ${number};`, '```', '', '');
    lines.push(...threadLines(number));
  }
  return `${lines.join('\n')}\n`;
}

function underOneAnchor(threads: number): string {
  const lines = Array.from({ length: threads }, (_, number) => threadLines(number)).flat();
  return `# One anchor\n\n${sentence(12)}.\n\n${lines.join('\n')}\n`;
}

interface Measure {
  readonly name: string;
  readonly run: () => unknown;
}

/**
 * The least processor time of each, in milliseconds, over rounds in which they take turns. On a quiet machine it is the
 * time that passes; on a busy one other programs disturb it less.
 */
function measure(measures: readonly Measure[]): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of measures) {
      const start = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(start);
      const took = (user + system) / 1000;
      least.set(name, Math.min(took, least.get(name) ?? Number.POSITIVE_INFINITY));
    }
  }
  return least;
}

const query = (text: string): string => {
  const discussions = parseDiscussions(text);
  const view = threadViewer(discussions, sha256);
  return JSON.stringify(discussions.threads.map((thread) => view(thread)));
};

/** Sections in another order, lines added, roots edited, text reworded. */
function heavilyEdited(text: string): string {
  const change = dice(7);
  const sections = text.split(/(?=^## )/m);
  const shuffled = sections
    .map((section) => ({ section, place: change() }))
    .sort((one, other) => one.place - other.place)
    .map(({ section }) => section);
  return shuffled
    .map((section) => {
      if (change() < 0.3) return `${section}\nA new paragraph of some words.\n\n`;
      if (change() < 0.3) return section.replace(/^(> \*\*[^:]+:\*\* )(\w+) (\w+)/m, '$1$3 $2');
      return change() < 0.2 ? section.replace(/token|cache/g, 'thing') : section;
    })
    .join('');
}

function hintsOf(discussions: Discussions): readonly ThreadHints[] {
  return discussions.threads.map((thread) => {
    const tuple = tupleOf(discussions, thread);
    return {
      threadId: tuple.thread_id,
      anchorLine: tuple.anchor_line,
      anchorText: tuple.anchor_text,
      rootLine: tuple.root_line,
      rootText: tuple.root_text,
      totalLines: tuple.total_lines,
    };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'discuss-bench-'));
try {
  const small = document(5000);
  const large = document(10_000);
  const stacked = underOneAnchor(5000);
  const path = (name: string): string => join(folder, name);
  for (const [name, text] of Object.entries({ small, large, stacked }))
    writeFileSync(path(name), text);
  const read = (name: string): string => readFileSync(path(name), 'utf8');
  const known = parseDiscussions(small);
  const hints = hintsOf(known);
  const thousand = hints.filter((_, index) => index % 5 === 0);
  const edited = parseDiscussions(heavilyEdited(small));
  const locateAll = (): number => {
    const locator = new ThreadLocator(edited);
    return thousand.filter((hint) => !isRefusal(locator.locate(hint))).length;
  };
  const [first] = known.threads;
  if (first === undefined) throw new Error('the document has no threads');
  const least = measure([
    { name: 'read and split', run: () => read('small').split('\n') },
    { name: 'query', run: () => query(read('small')) },
    { name: 'query, 200,000 lines', run: () => query(read('large')) },
    { name: 'read and split, one anchor', run: () => read('stacked').split('\n') },
    { name: 'query, one anchor', run: () => query(read('stacked')) },
    { name: 'locate', run: locateAll },
    { name: 'reply', run: () => reply(known, first, { speaker: 'Bob', message: 'x' }) },
    {
      name: 'start',
      run: () => startThread(known, { anchorLine: 3, speaker: 'Bob', message: 'x' }),
    },
  ]);
  const of = (name: string): number => least.get(name) ?? Number.NaN;
  const row = (what: string, ratio: number, goal?: number): void => {
    const verdict =
      goal === undefined ? '' : ratio <= goal ? `  goal ${goal}: met` : `  goal ${goal}: MISSED`;
    console.log(`${what.padEnd(58)} ${ratio.toFixed(2)}${verdict}`);
  };
  console.log(
    `${known.totalLines} lines of ${Math.round(small.length / known.totalLines)} characters, ${known.threads.length} threads, ${rounds} rounds`,
  );
  console.log(`read and split: ${of('read and split').toFixed(1)} ms\n`);
  row('query with output, × read and split', of('query') / of('read and split'), 6);
  row('query of 200,000 lines, × of 100,000', of('query, 200,000 lines') / of('query'), 2.3);
  row(
    '5,000 threads under one anchor, × read and split',
    of('query, one anchor') / of('read and split, one anchor'),
  );
  row(
    'locate 1,000 tuples after heavy edits, × read and split',
    of('locate') / of('read and split'),
  );
  row('reply with its check, × read and split', of('reply') / of('read and split'));
  row('start with its check, × read and split', of('start') / of('read and split'));
  console.log(`\nlocated ${locateAll()} of ${thousand.length}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
