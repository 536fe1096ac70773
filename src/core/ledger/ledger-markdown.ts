import { byAskingOrder, type Item, isOpenQuestion } from './item.ts';
import type { LedgerRecord } from './ports/record.ts';

/** What the sections need to look up. */
interface Source {
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, Item>;
  /** The day on which each item was recorded. */
  readonly recorded: ReadonlyMap<string, string>;
}

/** A discussion as a document for people: conclusions first, then what is open, then questions with their answers. */
export function ledgerMarkdown(record: LedgerRecord): string {
  const items = [...record.items].sort(byAskingOrder);
  const source = {
    items,
    byId: new Map(items.map((item) => [item.id, item])),
    recorded: recordedDays(record),
  };
  const sections = [
    head(record, items),
    conclusions(source),
    openQuestions(source),
    questions(source),
    loose(source, 'reply', '## Replies without a question'),
    loose(source, 'gap', '## Gaps in the record'),
    withdrawn(source),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The first change of an item is the operation that added it. */
function recordedDays({ batches, changes }: LedgerRecord): Map<string, string> {
  const days = new Map(batches.map((batch) => [batch.revision, batch.createdAt.slice(0, 10)]));
  const recorded = new Map<string, string>();
  for (const { item, revision, effect } of changes) {
    const day = days.get(revision);
    if (effect === 'named' && day !== undefined && !recorded.has(item)) recorded.set(item, day);
  }
  return recorded;
}

function head({ discussion }: LedgerRecord, items: readonly Item[]): string {
  const asked = items.filter((item) => item.kind === 'question' && !item.withdrawn).length;
  const facts = [
    discussion.state,
    `${counted(asked, 'question')}, ${discussion.openQuestions} open`,
    counted(discussion.activeSummaries, 'conclusion'),
    `revision ${discussion.revision}`,
    `last change ${discussion.updatedAt.slice(0, 10)}`,
  ];
  const description = discussion.description.trim();
  return [
    `# ${oneLine(discussion.title)}`,
    ...(description === '' ? [] : [quoted(description)]),
    `*${facts.join(' · ')}*`,
  ].join('\n\n');
}

function conclusions(source: Source): string {
  const active = source.items.filter((item) => item.kind === 'summary' && !item.withdrawn);
  const entries = active.map((item) =>
    [
      quoted(item.text),
      `${standing(item)} · rests on ${restsOn(source, item)} · \`${item.id}\``,
      ...wordings(item),
    ].join('\n\n'),
  );
  return section('## Conclusions', entries);
}

function standing(item: Item): string {
  if (item.stale) return '**out of date**: what it rests on has changed';
  return item.confirmed ? '**confirmed by the user**' : 'not confirmed';
}

function restsOn({ byId }: Source, item: Item): string {
  return item.refs.map((ref) => `${named(byId.get(ref))} (\`${ref}\`)`).join('; ');
}

function named(item: Item | undefined): string {
  if (item === undefined) return '';
  const line = oneLine(item.text);
  const characters = [...line];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : line;
}

function openQuestions({ items }: Source): string {
  const open = items.filter(isOpenQuestion);
  return section('## Open questions', [
    open.map((item) => `- ${oneLine(item.text)} (\`${item.id}\`)`).join('\n'),
  ]);
}

function questions(source: Source): string {
  const asked = source.items.filter((item) => item.kind === 'question' && !item.withdrawn);
  return section(
    '## Questions and answers',
    asked.map((item) => question(source, item)),
  );
}

function question(source: Source, item: Item): string {
  const below = source.items.filter((other) => other.parent === item.id && !other.withdrawn);
  const options = below.filter((other) => other.kind === 'option');
  const answers = below.filter((other) => other.kind === 'answer' || other.kind === 'reply');
  const [first = '', ...rest] = item.text.trim().split(/\r?\n/);
  const more = rest.join('\n').trim();
  return [
    `### ${oneLine(first)}`,
    ...(more === '' ? [] : [free(more)]),
    `*\`${item.id}\`${asked(source, item)}*`,
    ...wordings(item),
    ...(options.length === 0 ? [] : [options.map(option).join('\n')]),
    ...answers.flatMap((answer) => [
      `${origin(source, answer)}\n\n${quoted(answer.text)}`,
      ...wordings(answer),
    ]),
    ...(answers.length === 0 ? ['No answer yet.'] : []),
  ].join('\n\n');
}

function asked({ byId, recorded }: Source, item: Item): string {
  const day = recorded.get(item.id);
  const above = item.parent === null ? '' : ` · follows from ${named(byId.get(item.parent))}`;
  return `${day === undefined ? '' : ` · asked ${day}`}${above}`;
}

function option(item: Item): string {
  return `- ${item.text.trim().replace(/\r?\n/g, '\n  ')}`;
}

const origins: Readonly<Record<NonNullable<Item['via']>, string>> = {
  typed: 'Answer',
  picked: 'Answer, picked from the options',
  picked_other: 'Answer, other than the options',
  elicited: 'Answer, given in a form',
  timed_out: 'No answer in time; went on with',
  assumed: 'Assumed, not answered by anybody',
};

function origin({ recorded }: Source, item: Item): string {
  const day = recorded.get(item.id);
  const words =
    item.kind === 'reply' ? 'Reply, not yet taken as the answer' : origins[item.via ?? 'typed'];
  return `**${words}**${day === undefined ? '' : ` · ${day}`} · \`${item.id}\``;
}

function loose(source: Source, kind: Item['kind'], title: string): string {
  const found = source.items.filter(
    (item) => item.kind === kind && !item.withdrawn && item.parent === null,
  );
  return section(
    title,
    found.map((item) =>
      [recordedAs(source, item), quoted(item.text), ...wordings(item)].join('\n\n'),
    ),
  );
}

function recordedAs({ recorded }: Source, item: Item): string {
  const day = recorded.get(item.id);
  return `*${day === undefined ? '' : `${day} · `}\`${item.id}\`*`;
}

function withdrawn({ items }: Source): string {
  const gone = items.filter((item) => item.withdrawn);
  return section('## Withdrawn', [
    gone.map((item) => `- ${item.kind} \`${item.id}\`: ${oneLine(item.text)}`).join('\n'),
  ]);
}

function wordings(item: Item): string[] {
  return item.original === item.text ? [] : [`First worded as:\n\n${quoted(item.original)}`];
}

function section(title: string, entries: readonly string[]): string {
  const filled = entries.filter((entry) => entry !== '');
  return filled.length === 0 ? '' : [title, ...filled].join('\n\n');
}

/** In a quotation a text may hold headings, lists and open fences without harm to what follows. */
function quoted(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** A text that stands by itself unless something in it could run on into what follows. */
function free(text: string): string {
  return /^\s*(?:`{3}|~{3}|#|<|[-=*_]{3}|\[[^\]]+\]:)|\$\$/m.test(text) ? quoted(text) : text;
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
