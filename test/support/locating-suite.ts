import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { editComment } from '../../src/core/inline/edit-comment.ts';
import { ThreadLocator } from '../../src/core/inline/locate-thread.ts';
import { parseDiscussions } from '../../src/core/inline/parse-discussions.ts';
import { reply } from '../../src/core/inline/reply.ts';
import { kindOf, lineKind } from '../../src/core/inline/scan/leaf.ts';
import { scanLines } from '../../src/core/inline/scan/scan-lines.ts';
import { startThread } from '../../src/core/inline/start-thread.ts';
import { type ThreadHints, tupleOf } from '../../src/core/inline/thread-hints.ts';
import { isRefusal } from '../../src/core/refusal.ts';

/** Numbers that look random and follow from the seed. */
export type Random = () => number;

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** Markdown files that people wrote: those of the installed packages that have at least so many lines. */
export function realDocuments(atLeast: number): readonly string[] {
  const root = resolve(import.meta.dirname, '../../node_modules');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.md$/i.test(path))
    .sort()
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .filter((text) => text.split('\n').length >= atLeast && !text.includes('\ufffd'));
}

/** A document with threads, and the hints that a caller would pass for each. */
export interface AnnotatedDocument {
  readonly text: string;
  readonly hintsByMark: ReadonlyMap<string, ThreadHints>;
}

const speakers = ['Sage', 'Maestro', 'Aaron'];
const messages = [
  'typo',
  'Why?',
  'Please clarify.',
  'Is this still true?',
  'What happens when the list is empty?',
  'What happens when the list is full?',
  'I would name the default here, since nobody reads the appendix.',
  'This contradicts the section on options; which of the two is right, and since when?',
];

/** What the threads say: `repeated`, the same few remarks again and again, or `distinct`, each its own. */
export type MessageVariety = 'repeated' | 'distinct';

/** Starts threads at random lines. A reply carries a mark that identifies each, whatever happens to its root. */
export function addThreads(
  text: string,
  random: Random,
  { count, messages: kind }: { count: number; messages: MessageVariety },
): AnnotatedDocument {
  const words = text.match(/\b[a-zA-Z]{4,}\b/g) ?? ['word'];
  let annotated = text;
  for (let number = 0; number < count; number++) {
    const discussions = parseDiscussions(annotated);
    const started = startThread(discussions, {
      anchorLine: 1 + Math.floor(random() * discussions.totalLines),
      speaker: pick(random, speakers),
      message:
        kind === 'repeated'
          ? `${pick(random, messages)}${random() < 0.5 ? '' : ` (${number})`}`
          : `${Array.from({ length: 6 }, () => pick(random, words)).join(' ')}?`,
    });
    if (isRefusal(started)) continue;
    const answered = reply(started.after, started.thread, {
      speaker: 'Marker',
      message: `mark-${number}-`,
    });
    if (!isRefusal(answered)) annotated = answered.after.text;
  }
  return { text: annotated, hintsByMark: hintsOf(annotated) };
}

function hintsOf(text: string): ReadonlyMap<string, ThreadHints> {
  const discussions = parseDiscussions(text);
  return new Map(
    discussions.threads.flatMap((thread) => {
      const mark = markOf(thread.comments);
      const tuple = tupleOf(discussions, thread);
      const hints = {
        threadId: tuple.thread_id,
        anchorLine: tuple.anchor_line,
        anchorText: tuple.anchor_text,
        rootLine: tuple.root_line,
        rootText: tuple.root_text,
        totalLines: tuple.total_lines,
      };
      return mark === undefined ? [] : [[mark, hints] as const];
    }),
  );
}

function markOf(comments: readonly { readonly text: string }[]): string | undefined {
  return comments
    .map(({ text }) => /^mark-\d+-/.exec(text)?.[0])
    .find((mark) => mark !== undefined);
}

/** A change to a document between a query and the next command. */
export type Mutation = (text: string, random: Random) => string;

/** Shuffles the sections of top-level headings; the first one stays. */
const sectionsReordered: Mutation = (text, random) => {
  const { bounds, kinds, quoteStarts } = scanLines(text);
  const starts = [0];
  for (let line = 1; line < bounds.count; line++) {
    const begin = bounds.begin[line] ?? 0;
    const plain = kindOf(kinds[line]) === lineKind.text && (quoteStarts[line] ?? 0) < 0;
    if (plain && /^#{1,3} /.test(text.slice(begin, begin + 5))) starts.push(begin);
  }
  const [first = '', ...sections] = starts.map((start, index) =>
    text.slice(start, starts[index + 1]),
  );
  const moved = sections.map((section) => ({
    section: `${section.trimEnd()}\n\n`,
    order: random(),
  }));
  moved.sort((first, second) => first.order - second.order);
  return `${first.trimEnd()}\n\n${moved.map(({ section }) => section).join('')}`;
};

/** Words of lines that belong to no thread. */
const textEdited: Mutation = (text, random) =>
  text
    .split('\n')
    .map((line) =>
      line.startsWith('>') || /^\s*>/.test(line) || random() > 0.3
        ? line
        : line.replace(/\b[a-z]{4,}\b/g, (word) =>
            random() < 0.3 ? pick(random, ['some', 'other', word]) : word,
          ),
    )
    .join('\n');

const linesAdded: Mutation = (text, random) => {
  const { outline } = scanLines(text, { outline: true });
  const lines = text.split('\n');
  const blockStarts = (outline?.blocks ?? []).flatMap(({ start, item }) =>
    item === undefined ? [start] : [],
  );
  for (const start of blockStarts.reverse()) {
    if (random() < 0.2) lines.splice(start, 0, 'A line that was not here before.', '');
  }
  return lines.join('\n');
};

const threadsAdded: Mutation = (text, random) => {
  let added = text;
  for (let number = 0; number < 6; number++) {
    const discussions = parseDiscussions(added);
    const started = startThread(discussions, {
      anchorLine: 1 + Math.floor((random() * discussions.totalLines) / 2),
      speaker: pick(random, speakers),
      message: pick(random, messages),
    });
    if (!isRefusal(started)) added = started.after.text;
  }
  return added;
};

const rootsEdited: Mutation = (text, random) => {
  let edited = text;
  for (const { id } of parseDiscussions(text).threads) {
    if (random() > 0.4) continue;
    const discussions = parseDiscussions(edited);
    const thread = discussions.threads.find((candidate) => candidate.id === id);
    if (thread === undefined) continue;
    const { speaker, text: old } = thread.root;
    const message =
      random() < 0.3
        ? 'Never mind, I meant something quite different here.'
        : `${old.replace(/\w\b/, '')} please`;
    const changed = editComment(discussions, thread, { speaker, message, comment: 1 });
    if (!isRefusal(changed)) edited = changed.after.text;
  }
  return edited;
};

const threadsDeleted: Mutation = (text, random) => {
  const { threads } = parseDiscussions(text);
  const lines = text.split('\n');
  for (const { lines: span, onMarkerLine } of threads.toReversed()) {
    if (!onMarkerLine && random() < 0.4) lines.splice(span.start - 1, span.end - span.start + 1);
  }
  return lines.join('\n');
};

const toCrlf: Mutation = (text) => text.replace(/\r?\n/g, '\r\n');

/** Rewraps paragraphs and comments at 80 columns, as editors do. */
const reflowed: Mutation = (text) => {
  const { bounds, kinds } = scanLines(text);
  const lines: string[] = [];
  for (let line = 0; line < bounds.count; line++) {
    const content = text.slice(bounds.begin[line], bounds.end[line]);
    const prefix = /^\s*(?:>[> ]*)?/.exec(content)?.[0] ?? '';
    const plain =
      kindOf(kinds[line]) === lineKind.text &&
      !/^\s*(?:[-*+#|]|\d+[.)]|=|<)/.test(content.slice(prefix.length));
    lines.push(...(plain ? wrap(content, prefix) : [content]));
  }
  return `${lines.join('\n')}\n`;
};

function wrap(line: string, prefix: string): readonly string[] {
  const wrapped: string[] = [];
  let current = '';
  for (const word of line.slice(prefix.length).split(' ')) {
    const risky = /^(?:[-*+#>|=<]|\d+[.)])/.test(word);
    if (current !== '' && prefix.length + current.length + word.length >= 80 && !risky) {
      wrapped.push(prefix + current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...wrapped, prefix + current];
}

/** The mutations by name. */
export const mutations = {
  'sections reordered': sectionsReordered,
  'text edited': textEdited,
  'lines added': linesAdded,
  'threads added': threadsAdded,
  'roots edited': rootsEdited,
  'threads deleted': threadsDeleted,
  CRLF: toCrlf,
  'reflowed to 80 columns': reflowed,
} as const satisfies Record<string, Mutation>;

/** How often threads were located correctly, not at all, or wrongly. */
export interface LocatingResult {
  right: number;
  missing: number;
  /** Threads that still exist and were not located. */
  missed: number;
  readonly wrong: string[];
}

/** Locates all threads in the mutated document and adds up the results. */
export function locateAll(
  { hintsByMark }: AnnotatedDocument,
  text: string,
  sum: LocatingResult,
): void {
  const discussions = parseDiscussions(text);
  const locator = new ThreadLocator(discussions);
  const existingMarks = new Set(discussions.threads.map(({ comments }) => markOf(comments)));
  for (const [mark, hints] of hintsByMark) {
    const located = locator.locate(hints);
    if (isRefusal(located)) {
      if (!located.message.includes('query again'))
        throw new Error(`says too little: ${located.message}`);
      sum.missing++;
      if (existingMarks.has(mark)) sum.missed++;
      continue;
    }
    const foundMark = markOf(located.thread.comments);
    if (foundMark === mark) sum.right++;
    else
      sum.wrong.push(
        `${hints.rootText} (${mark}): got ${foundMark} ${located.thread.root.text} at level ${located.level}`,
      );
  }
}

/** Adds threads to each document, mutates it, and locates all of them. */
export function locateIn(
  documents: readonly string[],
  mutate: Mutation,
  { messages, seed }: { messages: MessageVariety; seed: number },
): LocatingResult {
  const sum: LocatingResult = { right: 0, missing: 0, missed: 0, wrong: [] };
  for (const [index, text] of documents.entries()) {
    const random = makeRandom(seed + index);
    const annotated = addThreads(text, random, { count: 10, messages });
    locateAll(annotated, mutate(annotated.text, random), sum);
  }
  return sum;
}

/** All mutations, one after the other. */
export const allMutations: Mutation = (text, random) =>
  Object.values(mutations).reduce((mutated, mutate) => mutate(mutated, random), text);
