import type { PageMessage } from '../state/review-state.ts';

/** The name under which a message is shown: the person of this page is "You" unless a name was given. */
export function speakerName(
  { author }: Pick<PageMessage, 'author'>,
  reviewerName?: string,
): string {
  if (author.kind === 'agent') return author.name || 'agent';
  return author.name || reviewerName || 'You';
}

/** One or two letters for a name. */
export function initials(name: string): string {
  const parts = name.split(/[\s._-]+/).filter((word) => word !== '');
  const letters = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  return letters.map((word) => [...(word ?? '?')][0]?.toUpperCase() ?? '?').join('');
}
