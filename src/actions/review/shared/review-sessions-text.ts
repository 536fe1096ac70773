import { oneLine } from '../../../core/text/one-line.ts';
import { showInvisible } from '../../../core/text/visible-escapes.ts';

/** A review as the list of reviews has it. */
export interface ListedSession {
  readonly status: 'running' | 'unfinished' | 'finished';
  readonly sourceFile: string;
  readonly startedAt: string;
  readonly url?: string | undefined;
}

/** The list of reviews for a person, a line each. */
export function sessionsText({
  sessions,
  more,
}: {
  readonly sessions: readonly ListedSession[];
  readonly more: number;
}): string {
  if (sessions.length === 0) return 'No reviews.\n';
  const lines = sessions.map(({ status, startedAt, sourceFile, url }) =>
    [
      status.padEnd('unfinished'.length),
      minuteOf(startedAt),
      showInvisible(oneLine(sourceFile)),
      url ?? '',
    ]
      .join('  ')
      .trimEnd(),
  );
  return [
    ...lines,
    ...(more === 0 ? [] : [`and ${more} more: discuss sessions --limit 0`]),
    ...(sessions.some(({ status }) => status === 'unfinished')
      ? ['The command that began an unfinished review goes on with it.']
      : []),
    '',
  ].join('\n');
}

/** `2026-11-30T10:42:07.123Z` → `2026-11-30 10:42Z`. */
function minuteOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)}Z`;
}
