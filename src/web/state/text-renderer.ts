import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ApiClient } from '../link/api-client.ts';

/** Turns Markdown of messages into sanitised HTML, by asking the server once for each text. */
export interface TextRenderer {
  /** The HTML of a text; null until it has come. */
  html(text: string): ReadonlySignal<string | null>;
  /** Forgets that texts could not be had, so that they are asked for again. */
  retry(): void;
}

/** Texts of one request at most. */
const batchSize = 100;

/** A renderer that gathers what is asked for in one turn into one request. */
export function createTextRenderer(api: ApiClient): TextRenderer {
  const renderings = new Map<string, Signal<string | null>>();
  let waiting: string[] = [];

  const ask = async (texts: readonly string[]): Promise<void> => {
    const response = await api.send<{ html: readonly string[] }>({
      method: 'POST',
      path: 'api/render',
      body: { texts },
    });
    for (const [index, text] of texts.entries()) {
      const rendered = renderings.get(text);
      if (response.ok && rendered) rendered.value = response.value.html[index] ?? '';
    }
  };

  const askForWaiting = (): void => {
    const texts = waiting;
    waiting = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      void ask(texts.slice(from, from + batchSize));
    }
  };

  const want = (text: string): void => {
    if (waiting.length === 0) queueMicrotask(askForWaiting);
    waiting.push(text);
  };

  return {
    html(text) {
      const rendered = renderings.get(text) ?? signal<string | null>(null);
      if (!renderings.has(text)) {
        renderings.set(text, rendered);
        want(text);
      }
      return rendered;
    },
    retry() {
      for (const [text, rendered] of renderings) if (rendered.peek() === null) want(text);
    },
  };
}
