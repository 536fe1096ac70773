import { describe, expect, it } from 'vitest';
import type { PageDraft } from './draft.ts';
import { createDraftBackup } from './draft-backup.ts';

const anchor = { fileId: 'f-1', anchorStart: 2, anchorEnd: 2, snippet: 'five minutes' };
const content = { text: 'Why?', intent: 'question', updatedAt: '2026-01-01T00:00:00Z' } as const;
const kept = [
  { ...content, target: { kind: 'new-thread', place: anchor }, saved: false },
  { ...content, target: { kind: 'reply', threadId: 'u-1' }, saved: false },
];
const drafts: readonly PageDraft[] = [
  { ...content, target: { kind: 'new-thread', anchor }, saved: false },
  { ...content, target: { kind: 'reply', threadId: 'u-1' }, saved: false },
];

function browserStorage(items: Record<string, string> = {}) {
  const storage = {
    getItem: (key: string) => items[key] ?? null,
    setItem: (key: string, value: string) => {
      items[key] = value;
    },
    removeItem: (key: string) => {
      delete items[key];
    },
  };
  return { backup: createDraftBackup(storage as Storage), items };
}

describe('the backup of drafts', () => {
  it('keeps them in the form that every version of the page reads', () => {
    const { backup, items } = browserStorage();
    backup.write('r-1', drafts);
    expect(JSON.parse(items['discuss:drafts:r-1'] ?? '')).toEqual(kept);
    backup.write('r-1', []);
    expect(items).toEqual({});
  });

  it('gives back what was kept, as not saved, and nothing of what is no draft', () => {
    const stored = JSON.stringify([...kept, { text: 'no target' }, null]);
    const { backup } = browserStorage({ 'discuss:drafts:r-1': stored });
    expect(backup.read('r-1')).toEqual(drafts);
    expect(backup.read('r-2')).toEqual([]);
  });
});
