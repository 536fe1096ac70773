import { describe, expect, it } from 'vitest';
import { draftKey, isBlank, mergeDrafts, type PageDraft } from './draft.ts';

const draft = (block: number, minute: number, text = `at ${minute}`): PageDraft => ({
  target: {
    kind: 'new-thread',
    anchor: { fileId: 'f-1', anchorStart: block, anchorEnd: block, snippet: '' },
  },
  text,
  intent: 'comment',
  updatedAt: `2026-11-30T10:0${minute}:00Z`,
  saved: true,
});

const texts = (merged: ReadonlyMap<string, PageDraft>) =>
  [...merged.values()].map(({ text }) => text);

describe('drafts of the server and of this browser', () => {
  it('are both gone on with, the newer one of each place', () => {
    const merged = mergeDrafts([draft(1, 1), draft(2, 5)], [draft(2, 3), draft(3, 2)]);
    expect(texts(merged)).toEqual(['at 1', 'at 5', 'at 2']);
  });

  it('of the same time: what is here wins, since it holds what the server may not have', () => {
    expect(texts(mergeDrafts([draft(1, 1, 'there')], [draft(1, 1, 'here')]))).toEqual(['here']);
  });

  it('are named by place, a reply by its thread', () => {
    const keys = [
      draftKey(draft(1, 1).target),
      draftKey(draft(2, 1).target),
      draftKey({ kind: 'reply', threadId: 'u-1' }),
    ];
    expect(new Set(keys).size).toBe(3);
  });

  it('are blank while nothing was written, a replacement that was filled in aside', () => {
    const { text: _, ...rest } = draft(1, 1);
    expect(isBlank({ ...rest, text: ' ' })).toBe(true);
    expect(isBlank({ ...rest, text: '', replacement: 'x', filled: 'x' })).toBe(true);
    expect(isBlank({ ...rest, text: '', replacement: 'y', filled: 'x' })).toBe(false);
  });
});
