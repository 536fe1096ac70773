import { describe, expect, it } from 'vitest';
import type { PageThread } from '../state/review-state.ts';
import { mentions, passes, threadFilters } from './filter-threads.ts';

function thread(change: Partial<PageThread> = {}): PageThread {
  return {
    id: 'u-1',
    anchor: { fileId: 'f-1', anchorStart: 1, anchorEnd: 1, snippet: 'Eviction of old entries' },
    breadcrumb: 'Plan › Eviction',
    prepopulated: false,
    messages: [
      {
        id: 'u-1',
        role: 'opening',
        author: { name: '', kind: 'person' },
        text: 'Why a tenth?',
        createdAt: '2026-01-01T10:00:00Z',
      },
    ],
    resolution: null,
    orphaned: false,
    moved: false,
    ...change,
  };
}

const take: PageThread['messages'][number] = {
  id: 't-1',
  role: 'take',
  author: { name: 'planner', kind: 'agent' },
  text: 'Because of shards.',
  createdAt: '2026-01-01T10:01:00Z',
};

const listed = (subject: PageThread): readonly string[] =>
  threadFilters.map(({ filter }) => filter).filter((filter) => passes(subject, filter));

describe('the thread list', () => {
  it('puts an open thread under open', () => {
    expect(listed(thread())).toEqual(['open', 'all']);
  });

  it('says that a thread needs you when an agent spoke last', () => {
    const answered = thread({ messages: [...thread().messages, take] });
    expect(listed(answered)).toEqual(['open', 'needs-you', 'all']);
  });

  it('puts a resolved thread under resolved, whoever spoke last', () => {
    const resolution = { decision: null, resolvedAt: '2026-01-01T11:00:00Z' };
    expect(listed(thread({ resolution, messages: [...thread().messages, take] }))).toEqual([
      'resolved',
      'all',
    ]);
  });

  it('lists what has lost its place', () => {
    expect(listed(thread({ orphaned: true }))).toEqual(['open', 'lost', 'all']);
  });

  it('finds words in passage, headings and messages', () => {
    for (const words of ['old ENTRIES', 'plan', 'tenth', ''])
      expect(mentions(thread(), words)).toBe(true);
    expect(mentions(thread(), 'absent')).toBe(false);
  });
});
