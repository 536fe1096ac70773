import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import MarkdownIt from 'markdown-it';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type RunningReview, startReview } from '../test/browser/start-review.ts';

/*
 * How the page copes with long documents, in Chromium, against the built program; minima of several runs.
 *
 *   node scripts/run-bench.mjs page [RUNS] [threads | large | patch]…
 */
const runs = Number(process.argv[2] ?? 3);
const wanted = process.argv.slice(3);
const example = readFileSync(resolve('examples/response-cache/plan.md'), 'utf8')
  .replace(/^---\n[\s\S]*?---\n/, '')
  .replace(/```mermaid[\s\S]*?```\n/, '');

type Figures = Record<string, number>;

function repeated(enough: (text: string) => boolean): string {
  let text = '';
  for (let copy = 1; !enough(text); copy++)
    text += example.replaceAll('Eviction', `Eviction ${copy}`);
  return text;
}

const lines = (text: string): number => text.split('\n').length;
const longText = repeated((text) => lines(text) >= 3_000);
const largeText = repeated((text) => text.length >= 1_000_000);

async function main(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['DISCUSS_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    if (isWanted('threads')) {
      report('3,000 lines, 200 threads', await best(browser, manyThreads));
    }
    if (isWanted('large')) {
      const figures = await best(browser, largeDocument);
      report('1 MB of Markdown', { ...figures, ...parserAlone() });
    }
    if (isWanted('patch')) report('patch of 500 hunks', await best(browser, longPatch));
  } finally {
    await browser.close();
  }
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

async function manyThreads(browser: Browser): Promise<Figures> {
  return withReview({ 'long.md': longText }, async (review) => {
    const { blocks } = await review.call<{
      blocks: readonly {
        readonly index: number;
        readonly snippet: string;
        readonly kind: string;
      }[];
    }>('GET', 'api/files/f-1/blocks');
    const places = blocks.filter(
      ({ kind, snippet }) => kind === 'paragraph' && snippet.length > 40,
    );
    for (let thread = 0; thread < 200; thread++) {
      const place = places[Math.floor((thread * places.length) / 200)];
      if (!place) throw new Error('There are no paragraphs.');
      const exact = place.snippet.slice(4, 24);
      await review.call('POST', 'api/threads', {
        anchorStart: place.index,
        anchorEnd: place.index,
        snippet: exact,
        quote: { exact, prefix: '', suffix: '' },
        text: `Remark ${thread}: is this so?`,
      });
    }
    const page = await openMeasured(browser, review.url);
    const text = await since(
      page,
      () => document.querySelector('.document-body [data-block]') !== null,
    );
    const marks = await since(
      page,
      () =>
        new Set([...document.querySelectorAll('mark')].map((mark) => mark.dataset['threads']))
          .size >= 200,
    );
    const opening = await longestTask(page);
    const scrolling = await scrollThrough(page);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
    const clicking = await interaction(page, async () => {
      await page.locator('mark').nth(100).click();
      await page.locator('.card.active').waitFor();
    });
    await page.locator('.card.active textarea').focus();
    const typing = await interaction(page, () =>
      page.keyboard.type('A reply of fifty letters, typed without a pause. '),
    );
    return {
      'first text (ms)': text,
      'all 200 marks after the first text (ms)': marks - text,
      'longest task while opening (ms)': opening,
      'longest frame while scrolling (ms)': scrolling,
      'longest task of opening a thread (ms)': clicking,
      'longest task while typing (ms)': typing,
    };
  });
}

async function largeDocument(browser: Browser): Promise<Figures> {
  return withReview({ 'large.md': largeText }, async ({ url, call }) => {
    // The server has read the file once when the page asks for it.
    const { blocks } = await call<{ blocks: readonly unknown[] }>('GET', 'api/files/f-1/blocks');
    const page = await openMeasured(browser, url);
    const text = await since(
      page,
      () => document.querySelector('.document-body [data-block]') !== null,
    );
    const all = await since(
      page,
      (count) => document.querySelectorAll('.document-body [data-block]').length >= Number(count),
      blocks.length,
    );
    return {
      'first text (ms)': text,
      'all blocks (ms)': all,
      'longest task (ms)': await longestTask(page),
      blocks: blocks.length,
    };
  });
}

async function longPatch(browser: Browser): Promise<Figures> {
  const body = ' const same = compute(left, right);\n'.repeat(8);
  const change = '-  return old(left);\n+  return young(left, right);\n';
  const hunks = Array.from(
    { length: 500 },
    (_, hunk) =>
      `@@ -${hunk * 20 + 1},17 +${hunk * 20 + 1},17 @@ function f()\n${body}${change}${body}`,
  );
  const patch = `diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n${hunks.join('')}`;
  return withReview({ 'long.diff': patch }, async ({ url }) => {
    const page = await openMeasured(browser, url);
    const text = await since(page, () => document.querySelector('.hunk') !== null);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    const all = await since(page, () => document.querySelectorAll('.hunk').length >= 500);
    return {
      'first hunk (ms)': text,
      'elements at the first look': nodes,
      'all hunks (ms)': all,
      'longest task (ms)': await longestTask(page),
      'longest frame while scrolling (ms)': await scrollThrough(page),
    };
  });
}

/** The parser that everything is compared with, on the large document. */
function parserAlone(): Figures {
  const parser = new MarkdownIt({ html: true, linkify: true });
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    const start = performance.now();
    parser.parse(largeText, {});
    best = Math.min(best, performance.now() - start);
  }
  return { 'markdown-it alone (ms)': best };
}

async function withReview(
  files: Readonly<Record<string, string>>,
  measure: (review: RunningReview) => Promise<Figures>,
): Promise<Figures> {
  const directory = mkdtempSync(join(tmpdir(), 'discuss-bench-'));
  mkdirSync(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const review = await startReview({ words: Object.keys(files), directory });
  try {
    return await measure(review);
  } finally {
    await review.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Opens a page that notes its long tasks. */
async function openMeasured(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url);
  return page;
}

/** Milliseconds from the start of the navigation until something holds, seen once a frame. */
function since(page: Page, holds: (given?: unknown) => boolean, given?: unknown): Promise<number> {
  return page.evaluate(
    ([source, value]) =>
      new Promise<number>((done) => {
        const condition = new Function(`return (${source})`)() as (given?: unknown) => boolean;
        const look = (): void => {
          if (condition(value)) done(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    [String(holds), given] as const,
  );
}

async function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { tasks } = window as unknown as { tasks: number[] };
    const longest = Math.max(0, ...tasks);
    tasks.length = 0;
    return longest;
  });
}

async function interaction(page: Page, act: () => Promise<unknown>): Promise<number> {
  await longestTask(page);
  await act();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return longestTask(page);
}

/** Scrolls through the whole document, a screen a frame; the longest time between two frames. */
function scrollThrough(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let longest = 0;
        let last = performance.now();
        const step = (now: number): void => {
          longest = Math.max(longest, now - last);
          last = now;
          const before = window.scrollY;
          window.scrollBy({ top: window.innerHeight * 0.8, behavior: 'instant' });
          if (window.scrollY === before) done(longest);
          else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
  );
}

async function best(
  browser: Browser,
  measure: (browser: Browser) => Promise<Figures>,
): Promise<Figures> {
  const least: Figures = {};
  for (let run = 0; run < runs; run++) {
    for (const [name, value] of Object.entries(await measure(browser))) {
      least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, value);
    }
    // A page that lives on would take its part of the next one's time.
    for (const context of browser.contexts()) await context.close();
  }
  return least;
}

function report(title: string, figures: Figures): void {
  console.log(`\n${title}, best of ${runs}`);
  for (const [name, value] of Object.entries(figures)) {
    console.log(`${value.toFixed(0).padStart(8)}  ${name}`);
  }
}

await main();
