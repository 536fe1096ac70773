import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** How a page is looked at. */
export type Look = 'wide' | 'dark' | 'phone';

let browser: Browser | undefined;
const contexts: BrowserContext[] = [];
const faults: string[] = [];

/** Opens the one browser of a test file, and closes every page after its test. A page that complains fails its test. */
export function useBrowser(): void {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const heard = faults.splice(0);
    if (heard.length > 0) throw new Error(`the page complained:\n${heard.join('\n')}`);
  });
  afterAll(async () => {
    await browser?.close();
    browser = undefined;
  });
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
  if (!browser) throw new Error('useBrowser() comes first.');
  const context = await browser.newContext(lookOptions(look));
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !isExpected(text)) faults.push(text);
  });
  return page;
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
