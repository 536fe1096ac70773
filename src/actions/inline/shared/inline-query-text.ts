import type { InlineQueryOutput } from './inline-schemas.ts';

type Entry = NonNullable<InlineQueryOutput['threads']>[number];

/** What a query or lint found, for a person's eyes. */
export function queryText({
  threads,
  findings,
  is_ready: isReady,
  ready_blockers: blockers,
  skipped = [],
}: InlineQueryOutput): string {
  if (threads !== undefined) return threadsText(threads);
  if (findings !== undefined) {
    return listText(
      findings.map(
        ({ file, line, severity, message }) => `${place(file, line)}${severity}: ${message}`,
      ),
      'Nothing to remark.',
    );
  }
  const reasons = (blockers ?? []).map(
    ({ file, thread_id: id, root_line: line, reason }) =>
      `${place(file, line)}${id === '' ? '' : `${id}: `}${reason}`,
  );
  return isReady === true
    ? 'Ready: everything is settled.\n'
    : listText(
        [
          'Not ready:',
          ...reasons,
          ...skipped.map(({ file, reason }) => `${file} was not looked at: ${reason}`),
        ],
        '',
      );
}

function threadsText(threads: readonly Entry[]): string {
  return listText(threads.map(threadText), 'No discussions.');
}

function threadText(thread: Entry): string {
  const { thread_id: id, status, initiator, snippet, reply_count: replies, category } = thread;
  const head = [
    id === '' ? 'lead-in' : id,
    status,
    `${place(thread.file, thread.root_line)}${initiator}: ${snippet}`,
  ].join('  ');
  const details = [
    replies === 0
      ? 'no reply'
      : `${replies === 1 ? '1 reply' : `${replies} replies`}, last by ${thread.last_speaker}`,
    ...(thread.mentioned_agents.length > 0
      ? [`mentions ${thread.mentioned_agents.join(', ')}`]
      : []),
    ...(category === undefined ? [] : [category.replaceAll('_', ' ')]),
  ].join('; ');
  return `${head}\n       ${details}`;
}

function place(file: string | undefined, line: number): string {
  return file === undefined ? `line ${line}: ` : `${file}:${line}: `;
}

function listText(lines: readonly string[], none: string): string {
  return lines.length === 0 ? `${none}\n` : `${lines.join('\n')}\n`;
}
