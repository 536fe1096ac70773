import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { defineConfig, type Plugin } from 'vite';

/**
 * Builds the frame in which diagrams are drawn: one document that holds its script. Its origin is opaque, so the server
 * answers none of its requests; and the library must not weigh on the page itself. The document allows this one script
 * by its hash.
 */
function mermaidFrame(): Plugin {
  return {
    name: 'mermaid-frame',
    apply: 'build',
    async generateBundle() {
      const result = await build({
        entryPoints: [resolve(import.meta.dirname, 'mermaid-frame/mermaid-frame.ts')],
        bundle: true,
        format: 'iife',
        minify: true,
        write: false,
        target: 'es2022',
        legalComments: 'none',
        charset: 'utf8',
        define: { 'process.env.NODE_ENV': '"production"' },
      });
      const script = inlineable(result.outputFiles[0]?.text ?? '');
      this.emitFile({
        type: 'asset',
        fileName: 'mermaid-frame.html',
        source: frameDocument(script),
      });
    },
  };
}

/** A script in a form that cannot end or nest its element. */
function inlineable(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3C');
}

function frameDocument(script: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = `script-src 'sha256-${hash}'`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Diagrams</title></head><body><script>${script}</script></body></html>\n`;
}

/** The head that every page has; the theme is chosen before the first paint. */
const sharedHead = `
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <link rel="icon" href="./favicon.svg" type="image/svg+xml" />
    <script src="./theme.js"></script>`;

function addSharedHead(): Plugin {
  return {
    name: 'shared-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('<head>', `<head>${sharedHead}`),
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'ledger.html', 'bundle.html'].map((page) =>
        resolve(import.meta.dirname, page),
      ),
    },
    chunkSizeWarningLimit: 600,
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [addSharedHead(), mermaidFrame()],
});
