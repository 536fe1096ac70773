import type { Locator, Page } from 'playwright-core';

/** Selects text of the document as a reader would: from the start of one phrase to the end of another. */
export async function selectText(page: Page, first: string, last = first): Promise<void> {
  await page.evaluate(
    ([from, to]) => {
      const root = document.querySelector('.document-body');
      const nodes: Text[] = [];
      if (!root) throw new Error('There is no document.');
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
      const first = nodes.findIndex((node) => node.data.includes(from));
      const start = nodes[first];
      const end = nodes.slice(first).find((node) => node.data.includes(to));
      if (!start || !end) throw new Error(`"${from}" … "${to}" is not in the document`);
      start.parentElement?.scrollIntoView({ block: 'center' });
      document
        .getSelection()
        ?.setBaseAndExtent(start, start.data.indexOf(from), end, end.data.indexOf(to) + to.length);
    },
    [first, last] as const,
  );
}

/** The block of the document that contains a text. */
export function blockWith(page: Page, text: string): Locator {
  return page.locator('.document-body [data-block]', { hasText: text }).last();
}

/** The card in the margin that contains a text. */
export function cardWith(page: Page, text: string): Locator {
  return page.locator('.margin .card', { hasText: text });
}

/** Writes a remark into the open composer and sends it. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Remark' }).fill(text);
  await page.keyboard.press('Control+Enter');
}

/** Goes to a block and begins a remark with a key. */
export async function beginOn(
  page: Page,
  block: Locator,
  key: 'c' | 'q' | 's' = 'c',
): Promise<void> {
  await block.evaluate((element: HTMLElement) => {
    element.tabIndex = -1;
    element.focus();
  });
  await page.keyboard.press(key);
}

/** Comments on a block. */
export async function commentOn(page: Page, block: Locator, text: string): Promise<void> {
  await beginOn(page, block);
  await write(page, text);
}

/** The marked text of the document, by state. */
export async function markedText(page: Page, state = 'open'): Promise<readonly string[]> {
  return page.locator(`mark[data-state~="${state}"]`).allTextContents();
}

/** Waits until something that the page or server tells becomes true. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`never became true: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
