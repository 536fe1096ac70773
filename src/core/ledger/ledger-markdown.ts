import { oneLine } from '../text/one-line.ts';
import { shortened } from '../text/whole-characters.ts';
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
    itemsWithoutQuestion(source, 'reply', '## Replies without a question'),
    itemsWithoutQuestion(source, 'gap', '## Gaps in the record'),
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
    `${countOf(asked, 'question')}, ${discussion.openQuestions} open`,
    countOf(discussion.activeSummaries, 'conclusion'),
    `revision ${discussion.revision}`,
    `last change ${discussion.updatedAt.slice(0, 10)}`,
  ];
  const description = discussion.description.trim();
  return [
    `# ${oneLine(discussion.title)}`,
    ...(description === '' ? [] : [asQuotation(description)]),
    `*${facts.join(' · ')}*`,
  ].join('\n\n');
}

function conclusions(source: Source): string {
  const active = source.items.filter((item) => item.kind === 'summary' && !item.withdrawn);
  const entries = active.map((item) =>
    [
      asQuotation(item.text),
      `${statusText(item)} · rests on ${dependenciesText(source, item)} · \`${item.id}\``,
      ...originalText(item),
    ].join('\n\n'),
  );
  return joinSection('## Conclusions', entries);
}

function statusText(item: Item): string {
  if (item.stale) return '**out of date**: what it rests on has changed';
  return item.confirmed ? '**confirmed by the user**' : 'not confirmed';
}

function dependenciesText({ byId }: Source, item: Item): string {
  return item.refs.map((ref) => `${shortTitle(byId.get(ref))} (\`${ref}\`)`).join('; ');
}

function shortTitle(item: Item | undefined): string {
  if (item === undefined) return '';
  return shortened(oneLine(item.text), 60);
}

function openQuestions({ items }: Source): string {
  const open = items.filter(isOpenQuestion);
  return joinSection('## Open questions', [
    open.map((item) => `- ${oneLine(item.text)} (\`${item.id}\`)`).join('\n'),
  ]);
}

function questions(source: Source): string {
  const asked = source.items.filter((item) => item.kind === 'question' && !item.withdrawn);
  return joinSection(
    '## Questions and answers',
    asked.map((item) => question(source, item)),
  );
}

function question(source: Source, item: Item): string {
  const below = source.items.filter(({ parent, withdrawn }) => parent === item.id && !withdrawn);
  const options = below.filter(({ kind }) => kind === 'option');
  const answers = below.filter(({ kind }) => kind === 'answer' || kind === 'reply');
  const [first = '', ...rest] = item.text.trim().split(/\r?\n/);
  const body = rest.join('\n').trim();
  return [
    `### ${oneLine(first)}`,
    ...(body === '' ? [] : [asParagraph(body)]),
    `*\`${item.id}\`${askedNote(source, item)}*`,
    ...originalText(item),
    ...(options.length === 0 ? [] : [options.map(option).join('\n')]),
    ...answers.flatMap((answer) => [
      `${answerHeading(source, answer)}\n\n${asQuotation(answer.text)}`,
      ...originalText(answer),
    ]),
    ...(answers.length === 0 ? ['No answer yet.'] : []),
  ].join('\n\n');
}

function askedNote({ byId, recorded }: Source, item: Item): string {
  const day = recorded.get(item.id);
  const above = item.parent === null ? '' : ` · follows from ${shortTitle(byId.get(item.parent))}`;
  return `${day === undefined ? '' : ` · asked ${day}`}${above}`;
}

function option(item: Item): string {
  return `- ${item.text.trim().replace(/\r?\n/g, '\n  ')}`;
}

const answerLabels: Readonly<Record<NonNullable<Item['via']>, string>> = {
  typed: 'Answer',
  picked: 'Answer, picked from the options',
  picked_other: 'Answer, other than the options',
  elicited: 'Answer, given in a form',
  timed_out: 'No answer in time; went on with',
  assumed: 'Assumed, not answered by anybody',
};

function answerHeading({ recorded }: Source, item: Item): string {
  const day = recorded.get(item.id);
  const label =
    item.kind === 'reply'
      ? 'Reply, not yet taken as the answer'
      : answerLabels[item.via ?? 'typed'];
  return `**${label}**${day === undefined ? '' : ` · ${day}`} · \`${item.id}\``;
}

function itemsWithoutQuestion(source: Source, kind: Item['kind'], title: string): string {
  const matches = source.items.filter(
    (item) => item.kind === kind && !item.withdrawn && item.parent === null,
  );
  return joinSection(
    title,
    matches.map((item) =>
      [recordedNote(source, item), asQuotation(item.text), ...originalText(item)].join('\n\n'),
    ),
  );
}

function recordedNote({ recorded }: Source, item: Item): string {
  const day = recorded.get(item.id);
  return `*${day === undefined ? '' : `${day} · `}\`${item.id}\`*`;
}

function withdrawn({ items }: Source): string {
  const withdrawnItems = items.filter((item) => item.withdrawn);
  return joinSection('## Withdrawn', [
    withdrawnItems.map((item) => `- ${item.kind} \`${item.id}\`: ${oneLine(item.text)}`).join('\n'),
  ]);
}

function originalText(item: Item): string[] {
  return item.original === item.text ? [] : [`First worded as:\n\n${asQuotation(item.original)}`];
}

function joinSection(title: string, entries: readonly string[]): string {
  const nonEmpty = entries.filter((entry) => entry !== '');
  return nonEmpty.length === 0 ? '' : [title, ...nonEmpty].join('\n\n');
}

/** In a quotation a text may hold headings, lists and open fences without harm to what follows. */
function asQuotation(text: string): string {
  const lines = text.trim().split(/\r?\n/);
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** The text itself, or a quotation of it when its Markdown could run on into what follows. */
function asParagraph(text: string): string {
  return /^\s*(?:`{3}|~{3}|#|<|[-=*_]{3}|\[[^\]]+\]:)|\$\$/m.test(text) ? asQuotation(text) : text;
}

function countOf(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
