// Takes pictures of the page in its main states into docs/screenshots (or the folder given). Needs a build.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const program = resolve(process.env.DISCUSS_DIST ?? join(here, '../dist'), 'discuss.cjs');
const folder = resolve(process.argv[2] ?? join(here, '../docs/screenshots'));
const samples = join(here, '../examples/response-cache');
const only = process.argv.slice(3);
const stops = new Set();
const planner = { name: 'planner', kind: 'agent' };

/** Starts a review of copies of the sample files; the copies may be changed. */
async function start(words, files = ['docs/plan.md']) {
  const directory = mkdtempSync(join(tmpdir(), 'discuss-shots-'));
  const home = join(directory, 'home');
  mkdirSync(home);
  mkdirSync(join(directory, 'docs'));
  mkdirSync(join(directory, 'src'));
  cpSync(join(samples, 'plan.md'), join(directory, 'docs/plan.md'));
  cpSync(join(samples, 'design.md'), join(directory, 'docs/design.md'));
  cpSync(join(samples, 'cache.diff'), join(directory, 'src/cache.diff'));
  const child = spawn(process.execPath, [program, ...words, ...files, '--port', '0', '--no-open'], {
    cwd: directory,
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((found) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line);
      if (event.kind === 'session.started') found(event.payload.url);
    });
  });
  const call = async (method, path, body) => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const stop = () => {
    stops.delete(stop);
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  };
  stops.add(stop);
  const run = (...words) =>
    execFileSync(process.execPath, [program, ...words], {
      cwd: directory,
      env: { ...process.env, HOME: home, DISCUSS_CONTEXT: 'ctx-v1-pictures' },
      encoding: 'utf8',
    });
  return { url, call, run, stop, child, plan: join(directory, 'docs/plan.md') };
}

/** Opens threads as in a real conversation about the plan. */
async function converse({ call }) {
  const { blocks } = await call('GET', 'files/f-1/blocks');
  const blockWith = (text) => blocks.find(({ snippet }) => snippet.includes(text)).index;
  const on = (block, exact, remark) =>
    call('POST', 'threads', {
      fileId: 'f-1',
      anchorStart: block,
      anchorEnd: block,
      snippet: exact,
      quote: { exact, prefix: '', suffix: '' },
      ...remark,
    });
  const eviction = blockWith('Entries live');
  const why = await on(eviction, 'drop the least recently used tenth', {
    text: 'Why a tenth? If one shard is cold we throw away its whole working set.',
    intent: 'question',
  });
  await call('POST', `threads/${why.id}/takes`, {
    text: 'Fair. A tenth *per shard* would hit cold shards hardest; evicting by global age avoids it and costs one more counter. I would change it.',
    author: planner,
    intent: 'suggestion',
    replacement: 'drop the globally oldest entries until a tenth is free',
  });
  await on(blockWith('no entry larger'), 'no entry larger than 64 KiB', {
    text: 'Please log what was too large, or we will never know.',
  });
  const code = blockWith('export function put');
  await call('POST', 'threads', {
    fileId: 'f-1',
    anchorStart: code,
    anchorEnd: code,
    lineRange: { start: 2, end: 3 },
    snippet: 'if (value.length > MAX_ENTRY) return; // silently?',
    text: 'Look here first: returning silently hides the miss from the caller.',
    author: planner,
  });
  const days = await on(blockWith('We start with one node'), 'two days', {
    text: 'Is that enough?',
  });
  await call('POST', `threads/${days.id}/resolve`, { decision: 'keep, extend on any difference' });
  return { why: why.id };
}

/** Asks in a record beside the review, as an agent does. */
function ask({ run }) {
  run('bundle', 'new', 'Response cache', '--goal', 'Half the load on the ranker, same results');
  run('bundle', 'decide', 'Keep entries for five minutes', '--words', 'five minutes is fine');
  run('bundle', 'require', 'A miss never waits for the cache', '--words', 'never wait');
  const options = [
    'Oldest entries of all shards (Recommended): One more counter; cold shards keep their working set.',
    'A tenth of each shard: Nothing to count; cold shards lose the most.',
  ];
  const offered = options.flatMap((option) => ['--option', option]);
  run(
    'bundle',
    'ask',
    '--header',
    'Eviction',
    ...offered,
    'What is dropped when memory runs short?',
  );
}

const looks = {
  light: { viewport: { width: 1440, height: 1000 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' },
  narrow: {
    viewport: { width: 390, height: 844 },
    colorScheme: 'light',
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
};

const browser = await chromium.launch({
  executablePath: process.env.DISCUSS_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});

async function open(url, look) {
  const context = await browser.newContext({
    ...looks[look],
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(url);
  await page.locator('.link.live, .link.quiet').waitFor();
  await page.locator('.document-body [data-block]').first().waitFor();
  return page;
}

/** Lets fonts, diagrams and cards come to rest. */
async function rest(page) {
  await page
    .locator('[data-mermaid]:visible:not(.drawn)')
    .waitFor({ state: 'detached', timeout: 8_000 })
    .catch(() => {});
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

async function shoot(page, name) {
  await rest(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}

const openMark = (page) => page.locator('mark[data-state~="open"]').first().click();
const three = ['docs/plan.md', 'docs/design.md', 'src/cache.diff'];
const verdict = [
  '--verdict-options',
  'approve:positive|changes:Request changes:negative!|later:Decide later',
];

const pictures = {
  async conversation() {
    const review = await start([], three);
    await converse(review);
    await review.call('POST', 'files/f-2/viewed');
    for (const look of ['light', 'dark', 'narrow']) {
      const page = await open(review.url, look);
      await openMark(page);
      await shoot(page, look);
    }
    review.stop();
  },
  async question() {
    const review = await start([]);
    await converse(review);
    ask(review);
    const page = await open(review.url, 'light');
    await page.getByRole('radio', { name: 'Oldest entries' }).check();
    await page.locator('.question textarea').fill('but log what was dropped');
    await shoot(page, 'question');
    const narrow = await open(review.url, 'narrow');
    await narrow.locator('.question-strip').click();
    await shoot(narrow, 'question-narrow');
    review.stop();
  },
  async empty() {
    const review = await start([]);
    await shoot(await open(review.url, 'light'), 'empty');
    review.stop();
  },
  async orphaned() {
    const review = await start([]);
    await converse(review);
    const page = await open(review.url, 'light');
    const text = readFileSync(review.plan, 'utf8');
    writeFileSync(
      review.plan,
      text.replace(/Entries live[\s\S]*?algorithm\.\n/, 'Eviction is left to the runtime.\n'),
    );
    await page.locator('.orphans').waitFor();
    await shoot(page, 'orphaned');
    review.stop();
  },
  async lost() {
    const review = await start([]);
    await converse(review);
    const page = await open(review.url, 'light');
    review.child.kill('SIGKILL');
    await page.locator('.link.lost').waitFor();
    await page.getByRole('button', { name: /Find/ }).waitFor();
    await page.locator('li', { hasText: 'a miss never waits' }).hover();
    await page.locator('.add').click();
    await page.keyboard.type('What happens to a request that arrives *during* eviction?');
    await shoot(page, 'lost-link');
    review.stop();
  },
  async finish() {
    const review = await start(verdict);
    await converse(review);
    const page = await open(review.url, 'light');
    await page.keyboard.press('f');
    await page
      .locator('dialog textarea')
      .fill('Good plan. Change the eviction as discussed, then go.');
    await shoot(page, 'finish');
    review.stop();
  },
  async finished() {
    const review = await start(verdict);
    await converse(review);
    const page = await open(review.url, 'light');
    await page.keyboard.press('f');
    await page.locator('dialog textarea').fill('Change the eviction as discussed, then go.');
    await page.locator('.verdict.negative').click();
    await page.locator('.transcript').waitFor();
    await shoot(page, 'finished');
    review.stop();
  },
  async composer() {
    const review = await start([]);
    await converse(review);
    const page = await open(review.url, 'light');
    await page.locator('p', { hasText: 'We start with one node' }).click();
    await page.locator('.drawn img').waitFor();
    await page.locator('p', { hasText: 'We start with one node' }).evaluate((block) => {
      const text = [...block.childNodes].at(-1);
      document.getSelection().setBaseAndExtent(text, 2, text, 30);
    });
    await page.locator('.selection-bar').getByRole('button', { name: 'Suggest' }).click();
    await page.locator('textarea.code').waitFor();
    await page.locator('textarea.code').fill('compare a sample of answers');
    await shoot(page, 'composer');
    review.stop();
  },
  async diff() {
    const review = await start([], three);
    await review.call('POST', 'threads', {
      fileId: 'f-3',
      anchorStart: 3,
      anchorEnd: 3,
      lineRange: { start: 6, end: 9 },
      snippet: 'this.#tooLarge.add(1);',
      text: 'Good. Is the counter exported?',
      intent: 'question',
    });
    const page = await open(review.url, 'light');
    await page.keyboard.press(']');
    await page.keyboard.press(']');
    await page.locator('.hunk').waitFor();
    await page.locator('.line[data-threads]').first().click();
    await shoot(page, 'diff');
    review.stop();
  },
};

mkdirSync(folder, { recursive: true });
try {
  for (const [name, take] of Object.entries(pictures)) {
    if (only.length === 0 || only.includes(name)) await take();
  }
} finally {
  for (const stop of stops) stop();
  await browser.close();
}
