import type { Shape } from '../../bench/hostile/shapes.ts';
import type { Works } from '../../bench/hostile/works.ts';
import { countSteps } from './count-steps.ts';

/** The goal of the contract: steps(2n) / steps(n). */
const mostGrowth = 2.3;

/** Which works on which shapes take more than twice the steps, and a little, for twice the text. */
export function unevenGrowth(
  shapes: readonly Shape[],
  works: Works,
  part: number,
): readonly string[] {
  return shapes.flatMap(({ name: shape, count, make }) => {
    const [small, large] = [make(count / part), make((2 * count) / part)];
    return Object.entries(works).flatMap(([name, work]) => {
      work(small);
      const growth = countSteps(() => work(large)) / countSteps(() => work(small));
      return growth > mostGrowth ? [`${shape}, ${name}: ${growth.toFixed(2)}`] : [];
    });
  });
}
