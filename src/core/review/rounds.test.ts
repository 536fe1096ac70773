import { describe, expect, it } from 'vitest';
import { beginReview, type ReviewStory, storyText } from '../../../test/support/review-story.ts';
import { decideRename } from './decide-rename.ts';
import { findSame, namesBefore, roundsBegun, roundsOf, versionInRound } from './rounds.ts';

function rename(story: ReviewStory, path: string): void {
  const place = { fileId: 'f-1', path, realPath: `/work/${path}` };
  story.do((state, context) => decideRename(state, place, context));
}

describe('rounds (review contract 8)', () => {
  it('one begins with each new text, whoever it came from, but not with what the review writes', () => {
    const story = beginReview({ started: { round: 4 } });
    story.save('# Saved\n');
    story.push('# Pushed\n', { threadAnchors: [] });
    expect(story.state.round).toBe(6);
    expect(roundsBegun(story.log.slice(1))).toBe(2);
    expect(roundsOf(story.state).map(({ round, sourceVersion }) => [round, sourceVersion])).toEqual(
      [4, 5, 6].map((round, index) => [round, index + 1]),
    );
  });

  it('a file has in each the text that it had at its end', () => {
    const story = beginReview();
    story.save('# Saved\n');
    const file = { path: 'plan.md', realPath: '/work/plan.md' };
    const textIn = (round: number) =>
      story.textOf(versionInRound(story.state, file, round)?.textHash ?? '');
    expect([textIn(1), textIn(2), textIn(9)]).toEqual([storyText, '# Saved\n', '# Saved\n']);
    expect(textIn(0)).toBeUndefined();
  });
});

describe('the same file in two reviews (anchoring contract, renames)', () => {
  it('is found by its path, and by a path that either of them knew before', () => {
    const earlier = beginReview();
    const later = beginReview();
    rename(later, 'new.md');
    const [before, now] = [earlier, later].map(({ state }) => state.files.get('f-1'));
    if (before === undefined || now === undefined) throw new Error('a review without its file');
    expect(findSame(earlier.state, now)?.id).toBe('f-1');
    expect(findSame(later.state, before)?.id).toBe('f-1');
    expect(findSame(earlier.state, { path: 'x.md', realPath: '/work/x.md' })).toBeUndefined();
  });

  it('the present path counts more than a former one', () => {
    const story = beginReview({ files: { 'a.md': storyText, 'b.md': '# B\n' } });
    const wanted = { path: 'b.md', realPath: '/work/b.md', formerly: ['/work/a.md'] };
    expect(findSame(story.state, wanted)?.id).toBe('f-2');
  });

  it('hands on all the names that it had, but not the one that it has', () => {
    const story = beginReview();
    rename(story, 'second.md');
    rename(story, 'plan.md');
    rename(story, 'third.md');
    expect(namesBefore(story.state, '/work/third.md', '/work/fourth.md')).toEqual([
      '/work/plan.md',
      '/work/second.md',
      '/work/third.md',
    ]);
    expect(namesBefore(story.state, '/work/third.md', '/work/third.md')).toEqual([
      '/work/plan.md',
      '/work/second.md',
    ]);
  });
});
