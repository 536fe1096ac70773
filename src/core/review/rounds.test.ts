import { describe, expect, it } from 'vitest';
import {
  beginReview,
  type ReviewScenario,
  scenarioText,
} from '../../../test/support/review-scenario.ts';
import { decideRename } from './decide-rename.ts';
import { findSame, namesBefore, roundsBegun, roundsOf, versionInRound } from './rounds.ts';

function rename(scenario: ReviewScenario, path: string): void {
  const place = { fileId: 'f-1', path, realPath: `/work/${path}` };
  scenario.do((state, context) => decideRename(state, place, context));
}

describe('rounds (review contract 8)', () => {
  it('one begins with each new text, whoever it came from, but not with what the review writes', () => {
    const scenario = beginReview({ started: { round: 4 } });
    scenario.save('# Saved\n');
    scenario.push('# Pushed\n', { threadAnchors: [] });
    expect(scenario.state.round).toBe(6);
    expect(roundsBegun(scenario.log.slice(1))).toBe(2);
    expect(
      roundsOf(scenario.state).map(({ round, sourceVersion }) => [round, sourceVersion]),
    ).toEqual([4, 5, 6].map((round, index) => [round, index]));
  });

  it('a file has in each the text that it had at its end', () => {
    const scenario = beginReview();
    scenario.save('# Saved\n');
    const file = { path: 'plan.md', realPath: '/work/plan.md' };
    const textIn = (round: number) =>
      scenario.textOf(versionInRound(scenario.state, file, round)?.textHash ?? '');
    expect([textIn(1), textIn(2), textIn(9)]).toEqual([scenarioText, '# Saved\n', '# Saved\n']);
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
    const scenario = beginReview({ files: { 'a.md': scenarioText, 'b.md': '# B\n' } });
    const wanted = { path: 'b.md', realPath: '/work/b.md', formerly: ['/work/a.md'] };
    expect(findSame(scenario.state, wanted)?.id).toBe('f-2');
  });

  it('hands on all the names that it had, but not the one that it has', () => {
    const scenario = beginReview();
    rename(scenario, 'second.md');
    rename(scenario, 'plan.md');
    rename(scenario, 'third.md');
    expect(namesBefore(scenario.state, '/work/third.md', '/work/fourth.md')).toEqual([
      '/work/plan.md',
      '/work/second.md',
      '/work/third.md',
    ]);
    expect(namesBefore(scenario.state, '/work/third.md', '/work/third.md')).toEqual([
      '/work/plan.md',
      '/work/second.md',
    ]);
  });
});
