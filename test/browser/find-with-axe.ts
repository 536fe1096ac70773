import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeRunner {
  run(place: string, options: object): Promise<AxeResults>;
}

/** What axe looks at. */
export interface AxeOptions {
  /** Contrast and nothing else, for what is clean in other colours already. */
  readonly contrastAlone?: boolean;
  /** A selector; the whole page without it. */
  readonly inside?: string;
}

/** What axe finds on the page as it is, in words; nothing is what is wanted. */
export async function axeFindings(
  page: Page,
  { contrastAlone = false, inside = 'html' }: AxeOptions = {},
): Promise<readonly string[]> {
  // What is drawn for the first time in this frame has its final attributes in the next but one.
  await page.evaluate(
    () =>
      new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))),
  );
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([place, options]) => (window as unknown as { axe: AxeRunner }).axe.run(place, options),
    [
      inside,
      { resultTypes: ['violations'], ...(contrastAlone && { runOnly: ['color-contrast'] }) },
    ] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} (${failureSummary})`),
  );
}
