import type { DiagramColours, DiagramMessage, DiagramRequest } from '../mermaid-frame/messages.ts';

/** What drawing a diagram came to: an SVG with its size in pixels, or why there is none. */
type Drawing =
  | { readonly ok: true; readonly svg: string; readonly width: number; readonly height: number }
  | { readonly ok: false; readonly error: string };

/** A frame without an origin of its own, in which diagrams are drawn; what comes out is shown as an image. */
export interface DiagramFrame {
  draw(source: string, dark: boolean): Promise<Drawing>;
  remove(): void;
}

function shownColours(): DiagramColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: colour('--code'),
    node: colour('--card'),
    border: colour('--line-strong'),
    line: colour('--ink-3'),
    text: colour('--ink'),
    accent: colour('--accent'),
  };
}

const loadWithin = 20_000;

/** Adds the frame to the page, out of sight; the drawing library is loaded by it alone. */
export function createDiagramFrame(): DiagramFrame {
  const frame = document.createElement('iframe');
  frame.className = 'mermaid-frame';
  frame.title = 'Diagram drawing';
  frame.tabIndex = -1;
  frame.setAttribute('aria-hidden', 'true');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.src = new URL('mermaid-frame.html', document.baseURI).href;
  const waiting = new Map<number, (drawing: Drawing) => void>();
  let sequence = 0;
  let markReady: () => void = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const listen = (event: MessageEvent<DiagramMessage>): void => {
    if (event.source !== frame.contentWindow) return;
    const message = event.data;
    if (message.kind === 'ready') {
      markReady();
      return;
    }
    waiting.get(message.id)?.(message.drawing);
    waiting.delete(message.id);
  };
  window.addEventListener('message', listen);
  document.body.append(frame);
  return {
    async draw(source, dark) {
      const failed = new Promise<'late'>((resolve) =>
        setTimeout(() => resolve('late'), loadWithin),
      );
      if ((await Promise.race([ready, failed])) === 'late') {
        return { ok: false, error: 'the drawing library did not load' };
      }
      const id = ++sequence;
      const request: DiagramRequest = { id, source, dark, colours: shownColours() };
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        frame.contentWindow?.postMessage(request, '*');
      });
    },
    remove() {
      window.removeEventListener('message', listen);
      frame.remove();
    },
  };
}
