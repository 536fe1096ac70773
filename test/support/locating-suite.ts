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
export type Dice = () => number;

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

const pick = <Value>(roll: Dice, values: readonly Value[]): Value =>
  values[Math.floor(roll() * values.length)] as Value;

/** Markdown files that people wrote: those of the installed packages that have at least so many lines. */
export function realDocuments(atLeast: number): readonly string[] {
  const root = resolve(import.meta.dirname, '../../node_modules');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.md$/i.test(path))
    .sort()
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .filter((text) => text.split('\n').length >= atLeast && !text.includes('\ufffd'));
}

/** A document with threads, and for each what a caller would remember of it. */
export interface Planted {
  readonly text: string;
  readonly remembered: ReadonlyMap<string, ThreadHints>;
}

const speakers = ['Sage', 'Maestro', 'Aaron'];
const remarks = [
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
export type Remarks = 'repeated' | 'distinct';

/** Puts threads at random places. A reply carries a mark by which each is known again, whatever happens to its root. */
export function plant(
  text: string,
  roll: Dice,
  { count, remarks: kind }: { count: number; remarks: Remarks },
): Planted {
  const words = text.match(/\b[a-zA-Z]{4,}\b/g) ?? ['word'];
  let planted = text;
  for (let number = 0; number < count; number++) {
    const discussions = parseDiscussions(planted);
    const started = startThread(discussions, {
      anchorLine: 1 + Math.floor(roll() * discussions.totalLines),
      speaker: pick(roll, speakers),
      message:
        kind === 'repeated'
          ? `${pick(roll, remarks)}${roll() < 0.5 ? '' : ` (${number})`}`
          : `${Array.from({ length: 6 }, () => pick(roll, words)).join(' ')}?`,
    });
    if (isRefusal(started)) continue;
    const answered = reply(started.after, started.thread, {
      speaker: 'Marker',
      message: `mark-${number}-`,
    });
    if (!isRefusal(answered)) planted = answered.after.text;
  }
  return { text: planted, remembered: remember(planted) };
}

function remember(text: string): ReadonlyMap<string, ThreadHints> {
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

/** Something that happens to a document between a query and the next command. */
export type Happening = (text: string, roll: Dice) => string;

/** Pieces that begin with a heading outside of everything else, in another order; the first piece stays. */
const sectionsReordered: Happening = (text, roll) => {
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
  const moved = sections.map((section) => ({ section: `${section.trimEnd()}\n\n`, place: roll() }));
  moved.sort((one, other) => one.place - other.place);
  return `${first.trimEnd()}\n\n${moved.map(({ section }) => section).join('')}`;
};

/** Words of lines that belong to no thread. */
const textEdited: Happening = (text, roll) =>
  text
    .split('\n')
    .map((line) =>
      line.startsWith('>') || /^\s*>/.test(line) || roll() > 0.3
        ? line
        : line.replace(/\b[a-z]{4,}\b/g, (word) =>
            roll() < 0.3 ? pick(roll, ['some', 'other', word]) : word,
          ),
    )
    .join('\n');

const linesAdded: Happening = (text, roll) => {
  const { outline } = scanLines(text, { outline: true });
  const lines = text.split('\n');
  const places = (outline?.blocks ?? []).flatMap(({ start, item }) =>
    item === undefined ? [start] : [],
  );
  for (const start of places.reverse()) {
    if (roll() < 0.2) lines.splice(start, 0, 'A line that was not here before.', '');
  }
  return lines.join('\n');
};

const threadsAdded: Happening = (text, roll) => {
  let added = text;
  for (let number = 0; number < 6; number++) {
    const discussions = parseDiscussions(added);
    const started = startThread(discussions, {
      anchorLine: 1 + Math.floor((roll() * discussions.totalLines) / 2),
      speaker: pick(roll, speakers),
      message: pick(roll, remarks),
    });
    if (!isRefusal(started)) added = started.after.text;
  }
  return added;
};

const rootsEdited: Happening = (text, roll) => {
  let edited = text;
  for (const { id } of parseDiscussions(text).threads) {
    if (roll() > 0.4) continue;
    const discussions = parseDiscussions(edited);
    const thread = discussions.threads.find((one) => one.id === id);
    if (thread === undefined) continue;
    const { speaker, text: old } = thread.root;
    const message =
      roll() < 0.3
        ? 'Never mind, I meant something quite different here.'
        : `${old.replace(/\w\b/, '')} please`;
    const changed = editComment(discussions, thread, { speaker, message, comment: 1 });
    if (!isRefusal(changed)) edited = changed.after.text;
  }
  return edited;
};

const threadsDeleted: Happening = (text, roll) => {
  const { threads } = parseDiscussions(text);
  const lines = text.split('\n');
  for (const { lines: span, onMarkerLine } of threads.toReversed()) {
    if (!onMarkerLine && roll() < 0.4) lines.splice(span.start - 1, span.end - span.start + 1);
  }
  return lines.join('\n');
};

const toCrlf: Happening = (text) => text.replace(/\r?\n/g, '\r\n');

/** Paragraphs and comments broken anew at 80 columns, as editors do it. */
const reflowed: Happening = (text) => {
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

/** What can happen, by name. */
export const happenings = {
  'sections reordered': sectionsReordered,
  'text edited': textEdited,
  'lines added': linesAdded,
  'threads added': threadsAdded,
  'roots edited': rootsEdited,
  'threads deleted': threadsDeleted,
  CRLF: toCrlf,
  'reflowed to 80 columns': reflowed,
} as const satisfies Record<string, Happening>;

/** How often remembered threads were found rightly, not at all, or wrongly. */
export interface Located {
  right: number;
  missing: number;
  /** Threads that are still there and were not found. */
  missed: number;
  readonly wrong: string[];
}

/** Looks for all remembered threads in what the document has become, and adds up how that went. */
export function locateAll({ remembered }: Planted, text: string, sum: Located): void {
  const discussions = parseDiscussions(text);
  const locator = new ThreadLocator(discussions);
  const there = new Set(discussions.threads.map(({ comments }) => markOf(comments)));
  for (const [mark, hints] of remembered) {
    const found = locator.locate(hints);
    if (isRefusal(found)) {
      if (!found.message.includes('query again'))
        throw new Error(`says too little: ${found.message}`);
      sum.missing++;
      if (there.has(mark)) sum.missed++;
      continue;
    }
    const got = markOf(found.thread.comments);
    if (got === mark) sum.right++;
    else
      sum.wrong.push(
        `${hints.rootText} (${mark}): got ${got} ${found.thread.root.text} at level ${found.level}`,
      );
  }
}

/** Plants threads into each document, lets something happen to it, and looks for all of them. */
export function locateIn(
  documents: readonly string[],
  happen: Happening,
  { remarks, seed }: { remarks: Remarks; seed: number },
): Located {
  const sum: Located = { right: 0, missing: 0, missed: 0, wrong: [] };
  for (const [index, text] of documents.entries()) {
    const roll = dice(seed + index);
    const planted = plant(text, roll, { count: 10, remarks });
    locateAll(planted, happen(planted.text, roll), sum);
  }
  return sum;
}

/** Everything that can happen, one after the other. */
export const allAtOnce: Happening = (text, roll) =>
  Object.values(happenings).reduce((now, happen) => happen(now, roll), text);
