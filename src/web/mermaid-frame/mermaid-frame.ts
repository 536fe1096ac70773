import mermaid from 'mermaid';
import type { DiagramMessage, DiagramRequest } from './messages.ts';

// Runs in a sandboxed frame without an origin; the page that holds it is the only one it talks to.

const sans =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

function post(message: DiagramMessage): void {
  window.parent.postMessage(message, '*');
}

async function draw({ id, source, dark, colours }: DiagramRequest): Promise<DiagramMessage> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: 'base',
    themeVariables: {
      darkMode: dark,
      background: colours.background,
      primaryColor: colours.node,
      primaryTextColor: colours.text,
      primaryBorderColor: colours.border,
      secondaryColor: colours.background,
      tertiaryColor: colours.background,
      lineColor: colours.line,
      textColor: colours.text,
      noteBkgColor: colours.node,
      noteBorderColor: colours.accent,
      edgeLabelBackground: colours.background,
      fontSize: '14px',
      fontFamily: sans,
    },
    fontFamily: sans,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    suppressErrorRendering: true,
  });
  try {
    const { svg } = await mermaid.render(`diagram-${id}`, source);
    return { kind: 'drawn', id, drawing: { ok: true, ...sized(svg) } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'drawn', id, drawing: { ok: false, error: firstLine(message) } };
  }
}

/** The SVG as a well-formed image of its own, with the size that it asks for. */
function sized(markup: string): { svg: string; width: number; height: number } {
  const host = document.createElement('div');
  host.innerHTML = markup;
  const svg = host.querySelector('svg');
  const [, , width = 0, height = 0] = (svg?.getAttribute('viewBox') ?? '').split(/\s+/).map(Number);
  svg?.setAttribute('width', `${width}`);
  svg?.setAttribute('height', `${height}`);
  return { svg: svg ? new XMLSerializer().serializeToString(svg) : '', width, height };
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}

let queue: Promise<unknown> = Promise.resolve();

window.addEventListener('message', (event: MessageEvent<DiagramRequest>) => {
  if (event.source !== window.parent) return;
  queue = queue.then(async () => post(await draw(event.data)));
});

post({ kind: 'ready' });
