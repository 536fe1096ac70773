import { isOpen, needsYou, type PageThread } from '../state/review-state.ts';

/** Which threads are listed. */
export type ThreadFilter = 'open' | 'needs-you' | 'resolved' | 'lost' | 'all';

/** The filters in the order in which they are offered. */
export const threadFilters: readonly { readonly filter: ThreadFilter; readonly label: string }[] = [
  { filter: 'open', label: 'Open' },
  { filter: 'needs-you', label: 'Needs you' },
  { filter: 'resolved', label: 'Resolved' },
  { filter: 'lost', label: 'Lost place' },
  { filter: 'all', label: 'All' },
];

/** Whether a thread is listed under a filter. */
export function passes(thread: PageThread, filter: ThreadFilter): boolean {
  switch (filter) {
    case 'open':
      return isOpen(thread);
    case 'needs-you':
      return needsYou(thread);
    case 'resolved':
      return !isOpen(thread);
    case 'lost':
      return thread.orphaned;
    case 'all':
      return true;
  }
}

/** Whether words stand somewhere in a thread: in its passage or its messages. */
export function mentions(thread: PageThread, query: string): boolean {
  const searchText = query.trim().toLowerCase();
  const texts = [thread.anchor.quote?.exact ?? thread.anchor.snippet, thread.breadcrumb];
  for (const message of thread.messages) texts.push(message.text, message.author.name);
  return searchText === '' || texts.some((text) => text.toLowerCase().includes(searchText));
}
