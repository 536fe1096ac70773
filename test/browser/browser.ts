import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** How a page is looked at. */
export type Look = 'wide' | 'dark' | 'phone';

let browser: Browser | undefined;
/** One context for each look, kept for the tests of the file. */
const kept = new Map<Look, KeptContext>();
const opened: Page[] = [];
const own: BrowserContext[] = [];
const faults: string[] = [];

/** A context with a page of its own, which keeps the renderer that the tests' pages share. */
interface KeptContext {
  readonly context: BrowserContext;
  readonly devtools: CDPSession;
}

/** Opens the one browser of a test file, and closes every page after its test. A page that complains fails its test. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['DISCUSS_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--process-per-site',
      ],
    });
  });
  afterEach(async () => {
    const pages = opened.splice(0);
    const origins = new Set(pages.map((page) => new URL(page.url()).origin));
    await Promise.all([...pages, ...own.splice(0)].map((one) => one.close()));
    await Promise.all([...kept.values()].map(({ devtools }) => forget(devtools, origins)));
    const heard = faults.splice(0);
    if (heard.length > 0) throw new Error(`the page complained:\n${heard.join('\n')}`);
  });
  afterAll(async () => {
    kept.clear();
    await browser?.close();
    browser = undefined;
  });
}

/** Clears what pages have stored, for the next review may get the same port. */
async function forget(devtools: CDPSession, origins: ReadonlySet<string>): Promise<void> {
  for (const origin of origins) {
    if (origin !== 'null')
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
}

/** Opens a page at an address and waits until its document is there. */
export async function openPage(url: string, look: Look = 'wide'): Promise<Page> {
  const page = await openBlank(look);
  await page.goto(url);
  await page.locator('.document-body [data-block]').first().waitFor();
  return page;
}

/** Opens an empty page; its complaints fail the test. */
export async function openBlank(look: Look = 'wide'): Promise<Page> {
  const page = await newPage(look);
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !isExpected(text)) faults.push(text);
  });
  return page;
}

/** A page in the kept context of a look; a further one of the same test gets a context of its own, as another person's. */
async function newPage(look: Look): Promise<Page> {
  if (!browser) throw new Error('useBrowser() comes first.');
  if (opened.length > 0) {
    const context = await browser.newContext(lookOptions(look));
    own.push(context);
    return await context.newPage();
  }
  const { context } = kept.get(look) ?? (await keepContext(browser, look));
  const page = await context.newPage();
  opened.push(page);
  return page;
}

/** A renderer takes longer to start than a page to load, so one page of the reviews' site stays open. */
async function keepContext(browser: Browser, look: Look): Promise<KeptContext> {
  const context = await browser.newContext(lookOptions(look));
  const keeper = await context.newPage();
  await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await keeper.goto('http://127.0.0.1/');
  const made = { context, devtools: await context.newCDPSession(keeper) };
  kept.set(look, made);
  return made;
}

/** A server that is gone or refuses is reported by the browser itself; the page has its own words for it. */
function isExpected(text: string): boolean {
  return /^Failed to load resource/.test(text);
}

function lookOptions(look: Look) {
  const common = { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' } as const;
  switch (look) {
    case 'wide':
      return { ...common, viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const;
    case 'dark':
      return { ...common, viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } as const;
    case 'phone':
      return {
        ...common,
        viewport: { width: 390, height: 844 },
        colorScheme: 'light',
        hasTouch: true,
        isMobile: true,
      } as const;
  }
}
