import { expect, it, onTestFinished } from 'vitest';
import { commitMaker, countsOfCommit, realFiles } from './support/diff-counts-suite.ts';
import { makeScratchRepository } from './support/scratch-repository.ts';

it("review contract 2: +N −M are the counts of git diff --numstat, in 8 commits of other people's files", async () => {
  const repository = makeScratchRepository();
  onTestFinished(() => repository.remove());
  const commit = commitMaker(repository, { texts: realFiles(30), seed: 11 });
  commit();
  for (let count = 0; count < 8; count++) {
    commit();
    const { git, words, lines } = await countsOfCommit(repository);
    expect(words).toEqual(git);
    expect(lines).toEqual(git);
  }
});
