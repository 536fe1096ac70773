import { expect, it, onTestFinished } from 'vitest';
import { commitMaker, countsOfCommit, realFiles } from './support/diff-counts-suite.ts';
import { makeScratchRepository } from './support/scratch-repository.ts';

const seed = Number(process.env['DISCUSS_SEED'] ?? 41);

it(`review contract 2: +N −M are the counts of git diff --numstat, in 300 commits, seed ${seed}`, async () => {
  for (let part = 0; part < 10; part++) {
    const repository = makeScratchRepository();
    onTestFinished(() => repository.remove());
    const commit = commitMaker(repository, { texts: realFiles(400), seed: seed + part });
    commit();
    for (let count = 0; count < 30; count++) {
      commit();
      const { git, words, lines } = await countsOfCommit(repository);
      expect(words).toEqual(git);
      expect(lines).toEqual(git);
    }
  }
});
