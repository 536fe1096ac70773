import { expect, it } from 'vitest';
import { planText } from '../support/reviewed-plan.ts';
import { scratchOfTest } from '../support/scratch.ts';

it('review 3: a stream on which nothing happens gets a comment line every 15 s', async () => {
  const scratch = scratchOfTest();
  scratch.write('plan.md', planText);
  const review = await scratch.review(['plan.md']);
  const stream = await review.stream();
  await stream.nextEvent('session.started');
  const before = stream.comments.length;
  await new Promise((resolve) => setTimeout(resolve, 31_000));
  expect(stream.comments.length - before).toBe(2);
});
