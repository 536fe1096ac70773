import { oneLine } from '../../../core/text/one-line.ts';
import { showInvisible } from '../../../core/text/visible-escapes.ts';
import { shortened } from '../../../core/text/whole-characters.ts';

/** What is shown of a message. */
interface ListedMessage {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
  readonly author?: { readonly name: string } | undefined;
  readonly intent?: string | undefined;
  readonly replacement?: string | undefined;
}

/** What is shown of a thread. */
export interface ListedThread extends ListedMessage {
  readonly path: string;
  readonly anchorStart: number;
  readonly anchorEnd: number;
  readonly lineRange?: { readonly start: number; readonly end: number } | undefined;
  readonly breadcrumb: string;
  readonly snippet: string;
  readonly kind: 'user' | 'prepopulated';
  readonly orphaned?: true | undefined;
  readonly moved?: true | undefined;
  readonly replies: readonly ListedMessage[];
  readonly takes: readonly ListedMessage[];
  readonly resolution: { readonly decision: string | null } | null;
}

/** The list of threads for a person: one after the other, what was said in the order in which it was said. */
export function threadsText({ threads }: { readonly threads: readonly ListedThread[] }): string {
  if (threads.length === 0) return 'No threads.\n';
  return showInvisible(threads.map((thread) => `${threadText(thread)}\n`).join('\n'));
}

function threadText(thread: ListedThread): string {
  const { id, replies, takes, resolution } = thread;
  const messages = [...replies, ...takes].sort(byTime);
  return [
    `${id}  ${oneLine(placeOf(thread))}  (${statusOf(thread)})`,
    ...(thread.snippet.trim() === '' ? [] : [`    > ${shortened(oneLine(thread.snippet), 72)}`]),
    ...messageLines(thread, 'comment'),
    ...messages.flatMap((message) => messageLines(message, message.id)),
    ...(resolution === null ? [] : [`    resolved${decisionOf(resolution)}`]),
  ].join('\n');
}

function byTime(left: ListedMessage, right: ListedMessage): number {
  if (left.createdAt === right.createdAt) return 0;
  return left.createdAt < right.createdAt ? -1 : 1;
}

function placeOf({ path, anchorStart, anchorEnd, lineRange, breadcrumb }: ListedThread): string {
  const blocks =
    anchorStart === anchorEnd ? `block ${anchorStart}` : `blocks ${anchorStart}–${anchorEnd}`;
  const lines = lineRange === undefined ? '' : `, lines ${lineRange.start}–${lineRange.end}`;
  return `${path}, ${blocks}${lines}${breadcrumb === '' ? '' : `, in ${breadcrumb}`}`;
}

function statusOf({ resolution, orphaned, moved, kind }: ListedThread): string {
  return [
    resolution === null ? 'open' : 'resolved',
    ...(orphaned === true ? ['its text is gone'] : []),
    ...(moved === true ? ['moved, not confirmed'] : []),
    ...(kind === 'prepopulated' ? ['from the document'] : []),
  ].join(', ');
}

function decisionOf({ decision }: { readonly decision: string | null }): string {
  return decision === null || decision.trim() === '' ? '' : `: ${oneLine(decision)}`;
}

function messageLines(message: ListedMessage, name: string): readonly string[] {
  const who = message.author === undefined ? name : `${oneLine(message.author.name)}, ${name}`;
  const kind = message.intent === undefined ? '' : ` [${message.intent}]`;
  const [first = '', ...rest] = linesOf(message.text);
  return [
    `    ${who}${kind}: ${first}`,
    ...rest.map((line) => `      ${line}`.trimEnd()),
    ...(message.replacement === undefined
      ? []
      : linesOf(message.replacement).map((line) => `      + ${line}`)),
  ];
}

/** Each line is indented, so that none can pass for another message. */
function linesOf(text: string): readonly string[] {
  return text.replace(/^(?:[^\S\n]*\n)+|\s+$/g, '').split(/\r\n|[\n\r\u0085\u2028\u2029]/);
}
